import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { addProperty, addTenant, confirmHome, signUp, tokenOf } from './support/lintel'
import { addRequest } from './support/repairs'
import { heading } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications(, \d+ unread)?$/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications', exact: true })

/** Returns the number of unread notifications on the bell, also while something lies over it. */
async function unread(page: Page): Promise<number> {
  const name = await page.getByRole('button', { name: /^Notifications(, \d+ unread)?$/, includeHidden: true }).getAttribute('aria-label')
  return Number(/\d+/.exec(name ?? '')?.[0] ?? 0)
}

signedIn('a tenant’s repair is counted in two tabs, followed, and read in both', async ({ page, context, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Ashmead House' })
  const tenant = await signUp('Tenant')
  await addTenant(token, { propertyId, name: tenant.name, email: tenant.email })
  await confirmHome(await tokenOf(tenant))
  const tab = await context.newPage()
  await Promise.all([page.goto('/portfolio'), tab.goto('/settings/profile')])
  await Promise.all([expect(bell(page)).toBeVisible(), expect(bell(tab)).toBeVisible()])

  const id = await addRequest(await tokenOf(tenant), { title: 'No hot water', category: 'Heating & hot water', priority: 'High' })
  const news = panel(page).locator(`a[href="/maintenance/${String(id)}"]`)
  await expect(async () => {
    if (await panel(page).isHidden()) await bell(page).click()
    await expect(news).toContainText('New', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(panel(page).getByRole('heading', { name: 'Today' })).toBeVisible()
  await isAccessible(page)
  const before = await unread(page)
  expect(before, 'opening reads nothing').toBeGreaterThan(0)
  await expect.poll(() => unread(tab)).toBe(before)

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await news.click()
  await expect(page.getByRole('dialog', { name: /^Request #\d+.*No hot water$/ })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await expect.poll(() => unread(tab)).toBe(before - 1)

  await bell(tab).click()
  await expect(panel(tab).getByRole('heading', { name: 'Notifications' })).toBeVisible()
  const all = panel(tab).getByRole('button', { name: 'Mark all as read' })
  if ((await unread(tab)) > 0) await all.click()
  await expect(panel(tab).getByText('New', { exact: true })).toHaveCount(0)
  await expect.poll(() => unread(tab)).toBe(0)
})

signedIn('a bell with nothing new says so, on every screen once', async ({ page }) => {
  for (const path of ['/', '/portfolio', '/tenants', '/landlord-applications', '/property-viewings', '/maintenance', '/property-search', '/sold-properties', '/settings', '/settings/security', '/nowhere']) {
    await page.goto(path)
    await expect(bell(page), path).toBeVisible()
    await expect(bell(page), path).toHaveCount(1)
  }
  await page.goto('/portfolio')
  await bell(page).click()
  await expect(panel(page)).toBeVisible()
  await isAccessible(page)
})

test.describe('a link that stops emails', () => {
  test.use({ expectedErrors: refused(404) })

  test('says when it is dead', async ({ page }) => {
    await page.goto('/unsubscribe?token=nonsense')
    await expect(heading(page, 'This link no longer works')).toBeVisible()
    await expect(page).toHaveURL(/\/unsubscribe$/)
    await isAccessible(page)
  })
})
