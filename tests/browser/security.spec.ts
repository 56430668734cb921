import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { agePassword } from './support/database'
import { changeSettings, confirmLinkTo, signUp, tokenOf, type Account } from './support/lintel'
import { heading, logIn, password, toast } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

/** Returns the code that an authenticator app shows for a key at a time, in milliseconds (RFC 6238: SHA-1, 30 seconds, six digits). */
function codeAt(key: string, time: number): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const hash = createHmac('sha1', bytes).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function security(page: Page): Promise<void> {
  await page.goto('/settings/security')
  await expect(heading(page, 'Security')).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/')
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
}

/** Fills in and sends the dialog Change Password. */
async function changePassword(page: Page, account: Account, next: string): Promise<void> {
  await page.getByRole('button', { name: 'Change Password' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('Current password').fill(account.password)
  await dialog.getByLabel('New password', { exact: true }).fill(next)
  await dialog.getByLabel('Confirm new password').fill(next)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
}

signedIn.describe('the way in', () => {
  signedIn.use({ expectedErrors: refused(401, 404, 422) })

  signedIn('the password is changed, and other devices are signed out', async ({ page, account, otherDevice }) => {
    await otherDevice.goto('/')
    await expect(heading(otherDevice, 'Executive Dashboard')).toBeVisible()
    await security(page)
    await changePassword(page, { ...account, password: 'wrong-harbour-1' }, 'calm-harbour-77')
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click()
    await changePassword(page, account, 'calm-harbour-77')
    await expect(toast(page, 'Password Changed')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Security log' }).getByText(/password/i).first()).toBeVisible()
    await otherDevice.goto('/portfolio')
    await expect(heading(otherDevice, 'Sign in to Lintel')).toBeVisible()
    await logIn(otherDevice, { ...account, password: 'calm-harbour-77' })
    await expect(heading(otherDevice, 'Portfolio')).toBeVisible()
  })

  signedIn('T27: the sign-in address changes only when its link is confirmed', async ({ page, account }) => {
    await security(page)
    const next = `new.${account.email}`
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change sign-in email' })
    await dialog.getByLabel('New email').fill(next)
    await password(page).fill(account.password)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(toast(page, 'Check Your Email')).toBeVisible()
    const link = await confirmLinkTo(next)
    await page.goto(link)
    await expect(heading(page, 'Confirm your new email address')).toBeVisible()
    await expect(page, 'the token leaves the address').not.toHaveURL(/token/)
    await isAccessible(page)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(heading(page, 'Email Address Changed')).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await logIn(page, { ...account, email: next })
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(heading(page, 'Confirmation Failed')).toBeVisible()
  })

  signedIn('a second factor is enrolled, asked for, recovered, and turned off', async ({ page, account }) => {
    await security(page)
    await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
    await password(page).fill(account.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await isAccessible(page)
    const key = await page.getByLabel('Can’t scan it? Type this key into the app').inputValue()
    await page.getByLabel('Code from your app').fill(codeAt(key, Date.now()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    const list = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
    await expect(list).toHaveCount(10)
    const codes = await list.allTextContents()
    await isAccessible(page)
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()

    await logOut(page)
    await logIn(page, account)
    await expect(heading(page, 'Enter your code')).toBeVisible()
    // The code that enrolled is spent; the app's next one is taken already.
    await page.getByLabel('Code', { exact: true }).fill(codeAt(key, Date.now() + 30_000))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()

    await logOut(page)
    await logIn(page, account)
    await expect(heading(page, 'Enter your code')).toBeVisible()
    await isAccessible(page)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()

    await security(page)
    await expect(page.getByText('9 left.', { exact: false })).toBeVisible()
    await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
    await password(page).fill(account.password)
    await dialog.getByLabel('Code from your app').fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).not.toBeChecked()
  })
})

test.describe('a password that is due', () => {
  test.use({ expectedErrors: refused(401, 403) })

  test('is asked for at sign-in, and nothing else works before', async ({ page }) => {
    const account = await signUp()
    await changeSettings(await tokenOf(account), { passwordChangeRequired: true })
    agePassword(account.email, 91)
    await page.goto('/portfolio')
    await logIn(page, account)
    await expect(heading(page, 'Change your password')).toBeVisible()
    await isAccessible(page)
    await page.goto('/portfolio')
    await expect(heading(page, 'Change your password')).toBeVisible()

    const next = `${account.password}-next`
    await page.getByLabel('Current password').fill(account.password)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password').fill(next)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(toast(page, 'Password Changed')).toBeVisible()
    await expect(heading(page, 'Portfolio')).toBeVisible()

    await page.getByRole('button', { name: 'Dismiss' }).click()
    await logOut(page)
    await logIn(page, { ...account, password: next })
    await expect(heading(page, 'Executive Dashboard'), 'a new one is not due').toBeVisible()
  })

  test('is not asked for by those who do not want it', async ({ page }) => {
    const account = await signUp()
    agePassword(account.email, 400)
    await page.goto('/')
    await logIn(page, account)
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  })
})
