import { resetLinkTo, signUp } from './support/lintel'
import { heading, logIn, toast } from './support/screens'
import { expect, refused, test } from './support/test'

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: refused(401, 404) })

  test('T27: is replaced by the mailed link, which works once', async ({ page }) => {
    const account = await signUp()
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(account.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(heading(page, 'Reset Email Sent')).toBeVisible()

    const link = await resetLinkTo(account.email)
    await page.goto(link)
    const password = `${account.password}-new`
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill('something else')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(toast(page, 'Password Mismatch')).toBeVisible()
    await page.getByLabel('Confirm new password').fill(password)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(heading(page, 'Password Reset Successful')).toBeVisible()
    await expect(page, 'the token leaves the address').not.toHaveURL(/token/)

    await page.getByRole('link', { name: 'Go to login' }).click()
    await logIn(page, account)
    await expect(toast(page, 'Login Failed'), 'the old password').toBeVisible()
    await logIn(page, { ...account, password })
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()

    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('another-harbour-7')
    await page.getByLabel('Confirm new password').fill('another-harbour-7')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(heading(page, 'This link isn’t valid')).toBeVisible()
  })
})

test('a link without its token offers a new one', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(heading(page, 'This link isn’t valid')).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
})
