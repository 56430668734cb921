import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { addProperty, tokenOf } from './support/lintel'
import { card, describe, heading, openAddProperty, save } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Everything in light; in dark only what colours can break. Both without motion, so that no colour is on its way. */
async function isAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await new AxeBuilder({ page }).withTags(rules).analyze()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  const found = [...light.violations, ...dark.violations].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, page.url()).toEqual([])
}

test.describe('signed out', () => {
  test.use({ expectedErrors: refused(404) })

  test('login and sign-up with its mistakes', async ({ page }) => {
    await page.goto('/')
    await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
    await isAccessible(page)
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('There is a problem')).toBeVisible()
    await isAccessible(page)
  })

  test('verification by code and by a link that is none', async ({ page }) => {
    await page.goto('/manual-verify')
    await page.getByLabel('Verification code').fill('AAAA-BBBB')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByLabel('Verification code')).toHaveAttribute('aria-invalid', 'true')
    await isAccessible(page)
    await page.goto('/verify-email?token=nonsense')
    await expect(heading(page, 'Verification Failed')).toBeVisible()
    await isAccessible(page)
  })
})

signedIn('an empty portfolio, the open dialog with mistakes, Page Not Found', async ({ page }) => {
  const dialog = await openAddProperty(page)
  await describe(dialog, { name: '', address: '', postcode: '', type: 'HMO' })
  await dialog.getByLabel('Rent of room 1').fill('much')
  await save(dialog)
  await expect(dialog.getByText('There is a problem')).toBeVisible()
  await isAccessible(page)
  await page.goto('/portfolio')
  await expect(page.getByText('No Properties Yet')).toBeVisible()
  await isAccessible(page)
  await page.goto('/nowhere')
  await expect(heading(page, 'Page Not Found')).toBeVisible()
  await isAccessible(page)
})

signedIn('Dashboard, Portfolio and the menu with properties in every state', async ({ page, account }) => {
  const token = await tokenOf(account)
  for (const status of ['Vacant', 'Under Renovation', 'Under Maintenance', 'Occupied']) await addProperty(token, { name: status, status })
  await page.goto('/')
  await expect(page.getByText('Occupancy', { exact: true })).toBeVisible()
  await isAccessible(page)
  await page.goto('/portfolio')
  await expect(card(page, 'Vacant')).toBeVisible()
  await isAccessible(page)
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) {
    await menu.click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await isAccessible(page)
  }
})

signedIn.describe('of a tenant', () => {
  signedIn.use({ role: 'Tenant' })
  signedIn('the portal', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await isAccessible(page)
  })
})
