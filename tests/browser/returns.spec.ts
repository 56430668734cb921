import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { tokenOf } from './support/lintel'
import { importListings } from './support/listings'
import { heading, propertyDetails, toast, turn } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const figure = (page: Page, text: string) => page.getByRole('region', { name: 'The figures' }).getByText(text, { exact: true })
const input = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Whether nothing is wider than the screen. */
const fits = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** Opens the home in Burnley from the search, as a person would. */
async function openBurnley(page: Page): Promise<void> {
  await page.goto('/property-search')
  await page.getByRole('article').filter({ hasText: '31 Alma Street' }).getByRole('link', { name: /^Analyse ROI/ }).click()
  await expect(heading(page, '2 bed terraced house, Burnley')).toBeVisible()
}

signedIn.use({ expectedErrors: refused(404, 422) })

signedIn('a return is worked out, corrected, kept, compared and exported', async ({ page, account }) => {
  signedIn.slow()
  await importListings(await tokenOf(account))
  await openBurnley(page)
  await expect(page.getByText('New boiler in 2024')).toBeVisible()
  await expect(page.getByRole('link', { name: /^View on Harper & Lane/ })).toHaveAttribute('href', 'https://agent.example/t1')
  await expect(input(page, 'Deposit')).toHaveValue('21,237.50')
  await expect(page.getByText('SDLT, England, from 1 April 2025, additional home').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stamp Duty in England' }).getByRole('row', { name: /^Up to £125,000/ })).toContainText('£4,247.50')
  await expect(page.getByText('No sales nearby are known.')).toBeVisible()
  // 25% down, a rent of £625, 5.5% for interest alone.
  await expect(figure(page, '+£186.77')).toBeVisible()
  expect(await fits(page)).toBe(true)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Mortgage rate' }).getByRole('row', { name: /^5\.5%/ })).toContainText('+£186.77')

  await input(page, 'Deposit').fill('99,999')
  await expect(page.getByText('The deposit must not be more than the price.')).toBeVisible()
  await expect(input(page, 'Deposit')).toHaveAttribute('aria-invalid', 'true')
  await expect(figure(page, '+£186.77')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(input(page, 'Deposit')).toHaveValue('21,237.50')

  await page.getByText('Repayment', { exact: true }).first().click()
  await expect(input(page, 'Term')).toHaveValue('25')
  await expect(figure(page, '+£186.77')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Analysis' }).click()
  const save = page.getByRole('dialog', { name: 'Save Analysis' })
  await save.getByLabel(/^Name/).fill('Paid back')
  await isAccessible(page)
  await save.getByRole('button', { name: 'Save Analysis' }).click()
  await expect(toast(page, 'Analysis Saved')).toBeVisible()
  await expect(page).toHaveURL(/[?&]analysis=\d+/)
  await expect(page.getByText('Kept as Paid back')).toBeVisible()
  await expect(page.getByRole('button', { name: 'On your watchlist' })).toHaveAttribute('aria-pressed', 'true')

  await input(page, 'Price').fill('80,000')
  await expect(input(page, 'Deposit')).toHaveValue('20,000.00')
  await page.getByRole('button', { name: 'Save Analysis' }).click()
  await save.getByLabel(/^Name/).fill('Low offer')
  await save.getByLabel('Replace Paid back').uncheck()
  await save.getByRole('button', { name: 'Save Analysis' }).click()
  await expect(page.getByText('Kept as Low offer')).toBeVisible()
  await page.reload()
  await expect(input(page, 'Price')).toHaveValue('80,000.00')

  await page.goto('/property-search/analyses')
  await expect(heading(page, 'Saved Analyses')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Compare Low offer' }).check()
  await page.getByRole('checkbox', { name: 'Compare Paid back' }).check()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Compare 2' }).click()
  await expect(heading(page, 'Compare Analyses')).toBeVisible()
  const table = page.getByRole('table', { name: 'Compare Analyses' })
  await expect(table.getByRole('row', { name: /^Price/ })).toContainText('£80,000.00£84,950.00')
  expect(await fits(page)).toBe(true)
  await isAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Low offer,"2 bed terraced house, Burnley"')
  expect(file.trim().split('\r\n')).toHaveLength(3)

  await page.getByRole('link', { name: 'Saved Analyses', exact: true }).click()
  await page.getByRole('button', { name: 'More for Low offer' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Analysis Deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Low offer' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Paid back' }).click()
  await expect(page.getByText('Kept as Paid back')).toBeVisible()
})

signedIn('what was bought becomes a property of the portfolio, with its mortgage', async ({ page, account }) => {
  await importListings(await tokenOf(account))
  await openBurnley(page)
  await page.getByRole('button', { name: 'I Bought This' }).click()
  const dialog = page.getByRole('dialog', { name: 'I Bought This' })
  await dialog.getByLabel('Postcode').fill('nowhere')
  await dialog.getByRole('button', { name: 'Add to Portfolio' }).click()
  await expect(dialog.getByLabel('Postcode')).toHaveAttribute('aria-invalid', 'true')
  await isAccessible(page)
  await dialog.getByLabel('Postcode').fill('BB11 3QH')
  await dialog.getByLabel('Price you paid').fill('82,000')
  await turn(page)
  await dialog.getByRole('button', { name: 'Add to Portfolio' }).click()
  await expect(page).toHaveURL(/\/portfolio\/\d+$/)
  const property = propertyDetails(page, '31 Alma Street')
  await expect(property.getByText('£82,000', { exact: false }).first()).toBeVisible()
  await expect(property.getByText('£625', { exact: false }).first()).toBeVisible()
})

signedIn('a listing that there is not, and analyses that nobody kept', async ({ page }) => {
  await page.goto('/property-search/999999999')
  await expect(heading(page, 'Page Not Found')).toBeVisible()
  await isAccessible(page)
  await page.goto('/property-search/analyses')
  await expect(page.getByRole('heading', { name: 'No saved analyses' })).toBeVisible()
  await isAccessible(page)
  await page.goto('/property-search/analyses?compare=1,2')
  await expect(page.getByRole('heading', { name: 'Nothing to compare' })).toBeVisible()
})
