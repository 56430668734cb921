import { signUp, somebody } from './support/lintel'
import { heading, logIn, toast } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

test.describe('nobody yet', () => {
  test.use({ expectedErrors: refused(401) })

  test('a wrong login is said in a toast and stays in the form', async ({ page }) => {
    await page.goto('/')
    await logIn(page, somebody())
    await expect(toast(page, 'Login Failed')).toBeVisible()
    await expect(page.getByRole('main').getByText('Invalid email or password. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast(page, 'Login Failed')).toBeHidden()
    await expect(page.getByRole('main').getByText('Invalid email or password. Please try again.')).toBeVisible()
  })
})

test('a screen asked for while signed out comes back after login', async ({ page }) => {
  const account = await signUp()
  await page.goto('/portfolio?add=property')
  await logIn(page, account)
  await expect(page.getByRole('dialog', { name: 'Add New Property' })).toBeVisible()
  await expect(page).toHaveURL(/\/portfolio\?add=property$/)
})

signedIn('a reload stays signed in', async ({ page }) => {
  await page.goto('/portfolio')
  await expect(heading(page, 'Portfolio')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Portfolio')).toBeVisible()
})

signedIn('an access token that ran out is renewed without a word', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  const before = await page.evaluate(() => {
    const [head, claims, signature] = (localStorage.getItem('authToken') ?? '').split('.')
    const body = JSON.parse(atob((claims ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as Record<string, unknown>
    const old = btoa(JSON.stringify({ ...body, exp: 1 })).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
    const token = [head, old, signature].join('.')
    localStorage.setItem('authToken', token)
    return token
  })
  const renewal = page.waitForResponse('**/api/auth/refresh')
  await page.goto('/portfolio')
  expect((await renewal).status()).toBe(200)
  await expect(page.getByText('No Properties Yet')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBe(before)
})

signedIn('logging out in one tab signs out the other', async ({ page, context }) => {
  await page.goto('/portfolio')
  const other = await context.newPage()
  await other.goto('/')
  await expect(heading(other, 'Executive Dashboard')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Open menu' })
  await expect(heading(page, 'Portfolio')).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
  await expect(heading(other, 'Sign in to Lintel')).toBeVisible()
  expect(await other.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})
