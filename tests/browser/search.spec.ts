import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { signUp, tokenOf } from './support/lintel'
import { homesWithMistake, importListings } from './support/listings'
import { heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const results = (page: Page): Locator => page.getByRole('list', { name: 'Listings', exact: true })
const card = (page: Page, address: string): Locator => page.getByRole('article').filter({ hasText: address })
const found = (page: Page, text: string): Locator => page.getByRole('heading', { level: 2, name: text, exact: true })
const location = (page: Page): Locator => page.getByRole('searchbox', { name: 'Location or postcode' })

signedIn.use({ expectedErrors: refused(422) })

signedIn('an uploaded file names refused lines; its homes are found', async ({ page, viewport }) => {
  signedIn.slow()
  const isPhone = viewport !== null && viewport.width < 768
  await page.goto('/property-search')
  await expect(page.getByRole('heading', { name: 'No properties found matching your criteria' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Import Listings' }).last().click()
  await expect(heading(page, 'Import Listings')).toBeVisible()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('alert').getByText('Choose a file.')).toBeVisible()
  await isAccessible(page)
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'homes.csv', mimeType: 'text/csv', buffer: Buffer.from(homesWithMistake) })
  await expect(page.getByLabel('Format')).toHaveValue('csv')
  await page.getByLabel('Source').fill('Harper & Lane')
  await page.getByRole('button', { name: 'Upload' }).click()

  const dialog = page.getByRole('dialog', { name: 'Import of homes.csv' })
  await expect(dialog.getByText('Finished', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByText('1 row was refused')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^5 Price/ })).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('link', { name: 'View listings' }).click()

  await expect(found(page, '3 Properties Found')).toBeVisible()
  await expect(results(page).getByRole('article').first()).toContainText('31 Alma Street')
  const alma = card(page, '31 Alma Street')
  for (const text of ['£84,950', '8.83%', '2 beds', '1 bath', '742 sq ft', 'No chain', 'Harper & Lane', 'New boiler in 2024']) await expect(alma.getByText(text, { exact: true })).toBeVisible()
  const source = alma.getByRole('link', { name: /^View on Harper & Lane/ })
  await expect(source).toHaveAttribute('href', 'https://agent.example/t1')
  await expect(source).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(alma.getByRole('link', { name: /^Analyse ROI/ })).toHaveAttribute('href', /^\/property-search\/\d+#roi$/)
  await isAccessible(page)

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: high to low')
  await expect(results(page).getByRole('article').first()).toContainText('8 Queens Grove')
  await location(page).fill('Salford')
  await expect(found(page, '1 Property Found')).toBeVisible()
  await expect(page).toHaveURL(/[?&]location=Salford/)
  await location(page).fill('')
  if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Maximum price').fill('£150,000')
  await page.getByLabel('Type').selectOption('House')
  await expect(page).toHaveURL(/propertyType=House&maxPrice=150000|maxPrice=150000&propertyType=House/)
  if (isPhone) {
    await isAccessible(page)
    await page.getByRole('button', { name: 'Show results' }).click()
  }
  await expect(found(page, '1 Property Found')).toBeVisible()
  await expect(alma).toBeVisible()

  // A location that finds nothing is marked at its field, in the words of the server.
  await location(page).fill('Le')
  await expect(location(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/at least 3 letters/).first()).toBeVisible()
  await isAccessible(page)
})

signedIn('an upload that is stopped leaves the form as it was', { tag: '@any-width' }, async ({ page }) => {
  await page.route('**/api/listing-imports', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))
  await page.goto('/property-search/imports')
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'homes.csv', mimeType: 'text/csv', buffer: Buffer.from(homesWithMistake) })
  await page.getByLabel('Source').fill('Harper & Lane')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading, 0%' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByLabel('Source')).toHaveValue('Harper & Lane')
  await expect(page.getByText('homes.csv, ', { exact: false })).toBeVisible()
})

signedIn('a listing is watched, by its owner alone, and taken off again', async ({ page, otherDevice, account }) => {
  await importListings(await tokenOf(account))
  await page.goto('/property-search')
  const heart = card(page, '31 Alma Street').getByRole('button', { name: /^Watchlist/ })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(toast(page, 'Watchlist Updated')).toBeVisible()
  await expect(toast(page, 'Added to your watchlist.')).toBeVisible()
  await otherDevice.goto('/property-search?list=watchlist')
  await expect(found(otherDevice, '1 Property Found')).toBeVisible()
  await page.locator('label').filter({ hasText: /^Watchlist 1$/ }).click()
  await expect(found(page, '1 Property Found')).toBeVisible()
  await heart.click()
  await expect(toast(page, 'Removed from your watchlist.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible()
  await isAccessible(page)
})

signedIn('a search is kept, run again and deleted', async ({ page, account, viewport }) => {
  const isPhone = viewport !== null && viewport.width < 768
  const way = async (name: string) => {
    if (isPhone) await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole(isPhone ? 'menuitem' : 'link', { name, exact: true }).click()
  }
  await importListings(await tokenOf(account))
  await page.goto('/property-search?location=Nottingham')
  await way('Save Search')
  const form = page.getByRole('dialog', { name: 'Save Search' })
  await form.getByLabel('Name').fill('Houses in Nottingham')
  await isAccessible(page)
  await form.getByRole('button', { name: 'Save Search' }).click()
  await expect(toast(page, 'Search Saved')).toBeVisible()
  await page.goto('/property-search')
  await expect(found(page, '3 Properties Found')).toBeVisible()
  await way('Saved Searches')
  const list = page.getByRole('dialog', { name: 'Saved Searches' })
  await expect(list.getByText('Nottingham', { exact: true })).toBeVisible()
  await isAccessible(page)
  await list.getByRole('link', { name: 'Houses in Nottingham' }).click()
  await expect(found(page, '1 Property Found')).toBeVisible()
  await expect(location(page)).toHaveValue('Nottingham')
  await way('Saved Searches')
  await list.getByRole('button', { name: 'Delete Houses in Nottingham' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete search' }).click()
  await expect(list.getByText('You have no saved searches.', { exact: false })).toBeVisible()
})

signedIn('another organisation sees nothing of it', { tag: '@any-width' }, async ({ page }) => {
  await importListings(await tokenOf(await signUp()))
  await page.goto('/property-search')
  await expect(found(page, '0 Properties Found')).toBeVisible()
  await page.goto('/property-search/imports')
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible()
})

signedIn.describe('the user menu', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width < 768, 'phones have the menu of the frame')

  signedIn('leads to the settings and out', async ({ page }) => {
    const open = async (item: string) => {
      await page.goto('/property-search')
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await open('Profile Settings')
    await expect(heading(page, 'Profile')).toBeVisible()
    await open('Account Preferences')
    await expect(heading(page, 'Property Settings')).toBeVisible()
    await page.goto('/property-search')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await isAccessible(page)
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
  })
})

signedIn('nothing is wider than the page', { tag: '@any-width' }, async ({ page, account }) => {
  const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'
  await importListings(await tokenOf(account), `Reference,Address,Postcode,Price,Bedrooms,Property type,Description,Tags\r\n${place},25 ${place},LL61 5UJ,180000,2,House,${place}${place},${place}`)
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/property-search', '/property-search/imports']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} at ${String(width)} px`).toBeLessThanOrEqual(0)
    }
  }
})
