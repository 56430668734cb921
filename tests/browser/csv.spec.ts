import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { importProperties, tokenOf } from './support/lintel'
import { card, figure } from './support/screens'
import { expect, signedIn } from './support/test'
import { tick } from './support/tick'

const head = 'Name,Address,Postcode,Property type,Monthly rent,Status'

/** A house with its own number, and its own rent. */
const line = (number: number) => `House ${String(number)},"${String(number)} Wharf Lane, Leeds",LS10 1JR,House,${String(1000 + number)}.00,Vacant`
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index + 1))
const asFile = (rows: string[]) => ({ name: 'terrace.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\r\n')) })

async function open(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Import or export' }).click()
  return page.getByRole('dialog')
}

const choose = (dialog: Locator, rows: string[]) => dialog.getByLabel('CSV file').setInputFiles(asFile(rows))

signedIn('two hundred properties are mended, imported and exported', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/portfolio')
  const dialog = await open(page)
  const rows = lines(200)
  await choose(dialog, rows.with(41, 'House 42,"42 Wharf Lane, Leeds",LS10 1JR,Castle,lots,Vacant'))
  await expect(dialog.getByText('2 problems to fix')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^43 Property type / })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^43 Monthly rent / })).toBeVisible()
  const report = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the list' }).click()
  expect((await report).suggestedFilename()).toBe('import-problems.csv')

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(dialog, rows)
  await expect(dialog.getByText('The file is ready to import')).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: 'Import 200 properties' }).click()
  await expect(dialog.getByText('200 properties were added to your portfolio.')).toBeVisible()
  await dialog.getByRole('link', { name: 'View properties' }).click()
  await expect(figure(page, 'Properties')).toContainText('200')

  await page.goto('/portfolio?search=House+15&sort=rent')
  await expect(card(page, 'House 15')).toBeVisible()
  const exporting = await open(page)
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Export CSV' }).click()
  const file = await (await download).path()
  const exported = (await readFile(file, 'utf8')).trim().split('\r\n')
  // Every word counts anywhere: 15, 115, 150 to 159, the lowest rent first.
  expect(exported).toHaveLength(1 + 12)
  expect(exported[1]).toContain('"House 15"')
  expect(exported[2]).toContain('"House 115"')
  expect(exported.at(-1)).toContain('"House 159"')
})

signedIn('a list of thousands renders few rows, and keeps place and filters', async ({ page, account }) => {
  signedIn.slow()
  await importProperties(await tokenOf(account), asFile(lines(3000)).buffer)
  await page.goto('/portfolio?type=House&sort=-rent')
  await expect(card(page, 'House 3000')).toBeVisible()
  await expect(page.getByLabel('Sort by').or(page.getByRole('button', { name: /Filter and sort/ }))).toBeVisible()
  await expect.poll(() => page.getByRole('article').count(), 'few rows are in the page').toBeLessThan(60)

  // Down, page by page of the server, to a property far below.
  const far = card(page, 'House 2750')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      return page.getByRole('article').first().getByRole('heading').textContent().then((name) => Number(name?.replace('House ', '')))
    })
    .toBeLessThan(2750)
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(60)
  await expect(far).toBeHidden()
  expect(new URL(page.url()).search).toBe('?type=House&sort=-rent')

  await page.goto('/portfolio?type=House&sort=-rent&search=House+2750')
  await card(page, 'House 2750').getByRole('link', { name: 'House 2750', exact: true }).click()
  await expect(page).toHaveURL(/\/portfolio\/\d+\?type=House&sort=-rent&search=House\+2750$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/portfolio\?type=House&sort=-rent&search=House\+2750$/)
  await expect(page.getByRole('article')).toHaveCount(1)

  // Desktop screens have it as a table, too; phones offer no choice.
  const asTable = page.getByRole('radio', { name: 'List' })
  if ((await asTable.count()) === 0) return
  await tick(asTable)
  await page.goto('/portfolio?sort=-rent')
  const rows = page.getByRole('rowheader')
  await expect(rows.first()).toContainText('House 3000')
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '3001')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      return rows.first().getByRole('link').textContent().then((name) => Number(name?.replace('House ', '')))
    })
    .toBeLessThan(2750)
  await expect.poll(() => rows.count()).toBeLessThan(60)
})
