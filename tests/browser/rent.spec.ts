import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { addProperty, addTenant, confirmHome, dayFromNow, signUp, tokenOf } from './support/lintel'
import { dayOf, postEntry, recordDeposit, startRent } from './support/rent'
import { figure, heading, logIn, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'
import { tick } from './support/tick'

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768
const tenantDetails = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Tenant Details ${name}` })
/** The lines of a statement: a list on phones, else a table. */
const statement = (dialog: Locator, page: Page): Locator => dialog.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Rent statement' })
/** A day as it is written. */
const written = (iso: string): string => iso.split('-').reverse().join('/')

async function type(day: Locator, iso: string): Promise<void> {
  const [year = '', month = '', date = ''] = iso.split('-')
  await day.getByLabel('Day').fill(date)
  await day.getByLabel('Month').fill(month)
  await day.getByLabel('Year').fill(year)
}

/** A tenant of £1,150 a month in a home of their own; the id. */
async function letHome(token: string, tenant: Record<string, unknown> = {}): Promise<number> {
  const propertyId = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
  return addTenant(token, { propertyId, name: 'James Adeyemi', leaseStart: dayFromNow(-20), ...tenant })
}

signedIn('a landlord charges rent, records receipts, and saves the statement', async ({ page, account }) => {
  const token = await tokenOf(account)
  const id = await letHome(token)
  const first = dayFromNow(-20)
  await page.goto(`/tenants/${String(id)}`)
  const dialog = tenantDetails(page, 'James Adeyemi')
  await expect(dialog.getByText('Rent is not charged here yet.').first()).toBeVisible()
  await isAccessible(page)

  await dialog.getByRole('region', { name: 'Rent statement' }).getByRole('button', { name: 'Set Up Rent' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set Up Rent' })
  await expect(setUp.getByLabel('Day of the month')).toHaveValue(String(dayOf(first)))
  await isAccessible(page)
  await setUp.getByRole('button', { name: 'Set Up Rent' }).click()
  await expect(toast(page, 'Rent is charged')).toBeVisible()
  await expect(statement(dialog, page)).toContainText('£1,150.00 unpaid, 20 days')
  await expect(dialog.getByText('£1,150 in arrears')).toBeVisible()

  // Record Receipt opens with what is owed.
  await dialog.getByRole('button', { name: 'Record Receipt' }).first().click()
  const receipt = page.getByRole('dialog', { name: 'Record Receipt' })
  await expect(receipt.getByLabel('Amount')).toHaveValue('1150.00')
  await receipt.getByLabel('Amount').fill('1000')
  await receipt.getByLabel('Reference').fill('ADEYEMI RENT')
  await isAccessible(page)
  await receipt.getByRole('button', { name: 'Record Receipt' }).click()
  await expect(toast(page, 'Receipt recorded')).toBeVisible()
  await expect(statement(dialog, page)).toContainText('ADEYEMI RENT')
  await expect(dialog.getByText('£150 in arrears')).toBeVisible()

  // Nothing had come by the day before.
  await dialog.getByLabel('As of').fill(dayFromNow(-1))
  await dialog.getByLabel('As of').press('Enter')
  await expect(statement(dialog, page)).not.toContainText('ADEYEMI RENT')
  await expect(statement(dialog, page)).toContainText('£1,150.00 unpaid, 19 days')
  await dialog.getByLabel('As of').fill(dayFromNow(0))
  await dialog.getByLabel('As of').press('Enter')
  await expect(statement(dialog, page)).toContainText('ADEYEMI RENT')

  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  const entry = page.getByRole('dialog', { name: 'Add Entry' })
  await tick(entry.getByRole('radio', { name: 'Reversal' }))
  await entry.getByRole('button', { name: 'Reverse Entry' }).click()
  await expect(entry.getByRole('alert').getByText('Choose the entry to take back.')).toBeVisible()
  await entry.getByLabel('Reason').selectOption('wrong-amount')
  await entry.getByLabel('Entry to take back').selectOption({ label: `${written(dayFromNow(0))}, Received by bank transfer, £1,000.00` })
  await entry.getByRole('button', { name: 'Reverse Entry' }).click()
  await expect(toast(page, 'Entry reversed')).toBeVisible()
  await expect(dialog.getByText('£1,150 in arrears')).toBeVisible()
  await expect(statement(dialog, page)).toContainText('Reversed')

  for (const [button, ending] of [
    ['Statement PDF', '.pdf'],
    ['Statement CSV', '.csv'],
  ] as const) {
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: button }).click()])
    expect(file.suggestedFilename()).toContain(ending)
  }
  await isAccessible(page)
})

signedIn('arrears lead from the income to who owes, as of any day', async ({ page, account }) => {
  const token = await tokenOf(account)
  const id = await letHome(token)
  await startRent(token, id)
  await page.goto('/tenants')
  const income = figure(page, isPhone(page) ? 'Total Rent' : 'Monthly Rent Income')
  await expect(income).toContainText('£1,150 in arrears, 1 tenant')
  await isAccessible(page)
  await income.click()
  await expect(page).toHaveURL(/show=arrears/)
  const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'In arrears' })
  await expect(list).toContainText('20 days, since')
  await isAccessible(page)
  await page.getByLabel('As of').fill(dayFromNow(-21))
  await page.getByLabel('As of').press('Enter')
  await expect(page.getByText(/^Nobody owed rent on/)).toBeVisible()
  await expect(page).toHaveURL(/asOf=/)

  await page.goto('/')
  const arrears = page.getByRole('region', { name: 'Rent arrears' })
  await expect(arrears.getByText('£1,150 owed')).toBeVisible()
  await expect(arrears.getByRole('link', { name: 'James Adeyemi' })).toBeVisible()
  await isAccessible(page)
})

signedIn('a deposit has its clock, and is on the dashboard until it is protected', async ({ page, account }) => {
  const token = await tokenOf(account)
  const id = await letHome(token, { depositAmount: '1300.00' })
  await recordDeposit(token, id, { amount: '1300.00', receivedDate: dayFromNow(-20) })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Tenancy deadlines' }).getByRole('listitem').filter({ hasText: 'Protect the deposit' }).getByRole('link', { name: 'James Adeyemi' })).toBeVisible()
  await page.goto(`/tenants/${String(id)}`)
  const deposit = tenantDetails(page, 'James Adeyemi').getByRole('region', { name: 'Deposit' })
  await expect(deposit.getByText('9 days left')).toBeVisible()
  await deposit.getByRole('button', { name: 'Edit Deposit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Deposit' })
  await form.getByLabel('Scheme', { exact: true }).selectOption('DPS')
  await type(form.getByRole('group', { name: /^Day it was protected/ }), dayFromNow(-2))
  await type(form.getByRole('group', { name: /^Day the prescribed information/ }), dayFromNow(-1))
  await isAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Deposit saved')).toBeVisible()
  await expect(deposit.getByText('Deposit Protection Service (DPS)')).toBeVisible()
  await expect(deposit.getByText('days left')).toHaveCount(0)
})

signedIn.describe('a tenant', () => {
  // Until a tenancy is linked to the account there is none to be read.
  signedIn.use({ role: 'Tenant', expectedErrors: refused(404) })

  signedIn('sees the rent and the documents given; opening one is recorded', async ({ page, account, browser }) => {
    const landlord = await signUp()
    const token = await tokenOf(landlord)
    const id = await letHome(token, { name: account.name, email: account.email })
    await confirmHome(await tokenOf(account))
    await startRent(token, id)
    await postEntry(token, id, { amount: '1000.00', reference: 'PART' })
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const desk = await context.newPage()
    await desk.goto('/')
    await logIn(desk, landlord)
    await expect(heading(desk, 'Executive Dashboard')).toBeVisible()
    await desk.goto(`/tenants/${String(id)}`)
    const details = tenantDetails(desk, account.name)
    await details.getByRole('button', { name: 'Give Document' }).click()
    const give = desk.getByRole('dialog', { name: 'Give Document' })
    await give.getByLabel('What it is').selectOption('gasSafety')
    await give.getByLabel('File', { exact: true }).setInputFiles({ name: 'gas.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
    await give.getByRole('button', { name: 'Give Document' }).click()
    await expect(toast(desk, 'Document given')).toBeVisible()
    await expect(details.getByText('not opened yet', { exact: false })).toBeVisible()

    await expect(async () => {
      await page.goto('/tenant-dashboard')
      await expect(page.getByText('Linden Avenue')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    const rent = page.getByRole('region', { name: 'Rent', exact: true })
    await expect(rent.getByText('£150.00')).toBeVisible()
    await expect(rent.getByText(/^Next rent £1,150\.00 on/)).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), rent.getByRole('button', { name: 'Statement PDF' }).click()])
    expect(file.suggestedFilename()).toContain('.pdf')
    await isAccessible(page)
    await page.getByRole('region', { name: 'Documents' }).getByRole('button').first().click()
    await expect(async () => {
      await desk.reload()
      await expect(details.getByText('opened', { exact: false }).first()).not.toContainText('not opened yet', { timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await context.close()
  })
})

signedIn('none of the screens of rent is wider than the page', { tag: '@any-width' }, async ({ page, account }) => {
  const token = await tokenOf(account)
  const id = await letHome(token)
  await startRent(token, id)
  await postEntry(token, id, { amount: '1000.00', reference: 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'.repeat(2).slice(0, 60) })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [`/tenants/${String(id)}`, '/tenants?show=arrears', '/tenants/bank', '/']) {
      await page.goto(path)
      await expect(page.getByText(path === '/tenants/bank' ? 'No bank file yet' : 'James Adeyemi').filter({ visible: true }).first()).toBeVisible()
      const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
      expect(widths.page, `${path} at ${String(width)} px`).toBeLessThanOrEqual(widths.window)
    }
  }
})
