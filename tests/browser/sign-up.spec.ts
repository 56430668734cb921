import { signUpUnverified, somebody } from './support/lintel'
import { password, register, toast } from './support/screens'
import { expect, refused, test } from './support/test'

test.use({ expectedErrors: refused(409, 422) })

test('what the form refuses, in the words of the specification', async ({ page }) => {
  await page.goto('/signup')
  await register(page, somebody(), 'something-else')
  await expect(toast(page, 'Password Mismatch')).toBeVisible()
  await expect(password(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match. Please try again.')

  await register(page, { ...somebody(), password: 'abcde' })
  await expect(toast(page, 'Password Too Short')).toBeVisible()
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 6 characters long.')

  await register(page, { ...somebody(), name: '', email: 'nobody' })
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Enter a valid email address.' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('nobody')
})

test('what the server refuses stands at its field and keeps what was typed', async ({ page }) => {
  await page.goto('/signup')
  await register(page, { ...somebody(), password: 'password' })
  await expect(toast(page, 'Password Too Common')).toBeVisible()
  await expect(password(page)).toHaveAccessibleDescription('Choose a password that is harder to guess.')

  const taken = await signUpUnverified()
  await register(page, taken)
  const text = 'This email is already in use. Try logging in instead or reset your password.'
  await expect(toast(page, 'Signup Failed')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(text)
  await expect(page.getByLabel('Name')).toHaveValue(taken.name)
})
