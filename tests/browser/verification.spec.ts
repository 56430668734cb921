import { mailTo, signUpUnverified } from './support/lintel'
import { heading, logIn, toast } from './support/screens'
import { expect, refused, test } from './support/test'

test('an account is verified by the mailed code, typed as people type', async ({ page }) => {
  const account = await signUpUnverified()
  const { code } = await mailTo(account.email)
  await page.goto('/manual-verify')
  await page.getByLabel('Verification code').fill(code.toLowerCase().replace('-', ' '))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(heading(page, 'Email Verified!')).toBeVisible()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await logIn(page, account)
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
})

test.describe('what the server refuses', () => {
  test.use({ expectedErrors: refused(403, 404) })

  test('T27: an unverified account gets another mail, whose new link works', async ({ page }) => {
    const account = await signUpUnverified()
    await page.goto('/')
    await logIn(page, account)
    await expect(toast(page, 'Login Failed')).toBeVisible()
    await expect(page.getByRole('main').getByText('Please verify your email before logging in.')).toBeVisible()
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(toast(page, 'Verification Email Sent')).toBeVisible()
    const { link } = await mailTo(account.email, 2)
    await page.goto(link)
    await expect(heading(page, 'Email Verified!')).toBeVisible()
    await expect(page, 'the token leaves the address').not.toHaveURL(/token/)
    await page.reload()
    await expect(heading(page, 'Email Verified!'), 'a link that was followed twice').toBeVisible()
  })

  test('a wrong code and a wrong link say so and offer a way on', async ({ page }) => {
    await page.goto('/manual-verify')
    await page.getByLabel('Verification code').fill('AAAA-BBBB')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(toast(page, 'Invalid verification code. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/Invalid verification code/)

    await page.goto('/verify-email?token=nonsense')
    await expect(heading(page, 'Verification Failed')).toBeVisible()
    await expect(page.getByText('The verification link may be expired or invalid.')).toBeVisible()
    await page.getByRole('link', { name: 'Enter the code instead' }).click()
    await expect(heading(page, 'Enter your code')).toBeVisible()
  })
})

test('a link without its token says so', async ({ page }) => {
  await page.goto('/verify-email')
  await expect(page.getByText('No verification token provided.')).toBeVisible()
})
