import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { addProperty, addTenant, dayFromNow, tokenOf } from './support/lintel'
import { bankFile, entriesOf, postEntry, startRent } from './support/rent'
import { heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768
const lines = (page: Page): Locator => page.getByRole('list', { name: 'Lines', exact: true }).getByRole('listitem')
const written = (iso: string): string => iso.split('-').reverse().join('/')

/** A tenant of £1,150 a month in a home of their own, whose rent is charged; the id. */
async function letHome(token: string, name: string, home: string): Promise<number> {
  const propertyId = await addProperty(token, { name: home, status: 'Vacant' })
  const email = `${name.replace(' ', '.').toLowerCase()}@mail.example`
  const id = await addTenant(token, { propertyId, name, email, leaseStart: dayFromNow(-20) })
  await startRent(token, id)
  return id
}

/** Opens what becomes of a line: on a phone in a sheet. */
async function opened(page: Page, line: Locator): Promise<Locator> {
  if (!isPhone(page)) return line
  await line.getByRole('button', { name: /, [-−]?£/ }).click()
  return page.getByRole('dialog')
}

async function done(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
}

signedIn.describe('a file of an unknown layout', () => {
  // The server says that it needs the columns, and the browser notes the refusal.
  signedIn.use({ expectedErrors: refused(422) })

  signedIn('has its columns named once; lines are matched, split and undone', async ({ page, account }) => {
    const token = await tokenOf(account)
    const first = await letHome(token, 'James Adeyemi', 'Linden Avenue')
    const second = await letHome(token, 'Priya Raman', 'Victoria Terrace')
    const rows = [
      ['Account activity, account ending 4471', '', '', '', '', ''],
      ['Posted', 'Other party', 'Narrative', 'Value', 'Ind', 'Running'],
      [written(dayFromNow(-19)), 'J ADEYEMI', 'LINDEN AVENUE', '1150.00', 'X', '1150.00'],
      [written(dayFromNow(-18)), 'TRENTSIDE COUNCIL', 'HB SCHEDULE 4711', '1200.00', 'X', '2350.00'],
      [written(dayFromNow(-17)), 'PRIYA RAMAN', 'OVERPAID', '50.00', 'Y', '2300.00'],
      [written(dayFromNow(-16)), 'DIY BARN', 'CARD 0423', '62.35', 'Y', '2237.65'],
    ]
    const file = { name: 'account-activity.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.map((row) => row.join(',')).join('\n')) }
    await page.goto('/tenants/bank')
    await expect(page).toHaveURL(/\/portfolio\/bank$/)
    await expect(heading(page, 'Bank')).toBeVisible()
    await expect(page.getByText('No bank file yet')).toBeVisible()
    await isAccessible(page)
    await page.getByLabel('Bank file').setInputFiles(file)

    const naming = page.getByRole('dialog', { name: 'Which column is which?' })
    await expect(naming.getByRole('combobox').first()).toBeVisible()
    for (const [column, meaning] of [
      ['Posted', 'date'],
      ['Other party', 'payer'],
      ['Narrative', 'reference'],
      ['Value', 'amount'],
      ['Ind', 'flag'],
      ['Running', 'balance'],
    ] as const) {
      const choice = naming.getByLabel(`Column ${column}`)
      // A column that is ignored stands folded on a phone.
      if (!(await choice.isVisible())) await naming.getByRole('button', { name: /^Ignored/ }).click()
      await choice.selectOption(meaning)
    }
    await naming.getByRole('combobox', { name: 'Which comes first, day or month?' }).selectOption('dayFirst')
    await isAccessible(page)
    await naming.getByRole('combobox', { name: 'Account', exact: true }).selectOption('new')
    await naming.getByLabel('Name of the account').fill('Current account')
    await naming.getByLabel('Name of this layout').fill('Aldergate Business')
    await naming.getByRole('button', { name: 'Read 4 Lines' }).click()
    await expect(toast(page, 'account-activity.csv was read as Aldergate Business')).toBeVisible()
    await expect(lines(page)).toHaveCount(4)

    // Matched: the name and the amount are his.
    const rent = lines(page).filter({ hasText: 'J ADEYEMI' })
    await expect(rent).toContainText('James Adeyemi')
    await rent.getByRole('checkbox').check()

    // Split between two tenants, until all of it is given out.
    const council = lines(page).filter({ hasText: 'TRENTSIDE COUNCIL' })
    if (isPhone(page)) {
      await council.getByRole('button', { name: /, £/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Split' }).click()
    } else {
      await council.getByRole('button', { name: /^More for/ }).click()
      await page.getByRole('menuitem', { name: 'Split' }).click()
    }
    const split = isPhone(page) ? page.getByRole('dialog', { name: 'Split payment' }) : council
    const whose = async (part: number, name: string) => {
      await split.getByLabel(`Tenant, Part ${String(part)}`, { exact: true }).selectOption('another')
      const field = split.getByLabel(`Name of the tenant, Tenant, Part ${String(part)}`)
      await field.fill(name.split(' ')[0] ?? '')
      const option = field.locator('xpath=following-sibling::datalist/option').first()
      await expect(option).toHaveAttribute('value', new RegExp(`^${name}`))
      await field.fill((await option.getAttribute('value')) ?? '')
    }
    await whose(1, 'James Adeyemi')
    await split.getByLabel('Amount, Part 1').fill('50')
    await expect(split.getByText(/is not given out/)).toBeVisible()
    await split.getByRole('button', { name: 'Add Part' }).click()
    await whose(2, 'Priya Raman')
    await expect(split.getByText('£1,200.00 of £1,200.00')).toBeVisible()
    await isAccessible(page)
    if (isPhone(page)) await split.getByRole('button', { name: 'Save Split' }).click()
    else await council.getByRole('checkbox', { name: /^Confirm/ }).check()

    // Given back to who paid too much.
    const back = await opened(page, lines(page).filter({ hasText: 'OVERPAID' }))
    await back.getByLabel(/^Whose it is/).selectOption(String(second))
    await expect(back.getByLabel(/^What it is for/)).toHaveValue('refund')
    await done(page)

    const card = await opened(page, lines(page).filter({ hasText: 'DIY BARN' }))
    await card.getByLabel(/^Whose it is/).selectOption('none')
    await done(page)
    await isAccessible(page)

    await page.getByRole('button', { name: 'Confirm 4 Lines' }).click()
    await expect(toast(page, '4 lines confirmed')).toBeVisible()
    await expect(page.getByText(/receipts, 1 refund, 1 put aside\.$/)).toBeVisible()
    await expect(page.getByText('There is nothing to decide.')).toBeVisible()
    expect(await entriesOf(token, second, 'refund')).toHaveLength(1)
    expect(await entriesOf(token, first, 'receipt')).toHaveLength(2)

    // All of it goes back at once, and the lines are to decide again.
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(toast(page, '4 lines to decide again')).toBeVisible()
    await expect(lines(page)).toHaveCount(4)
    expect(await entriesOf(token, second, 'reversal')).toHaveLength(2)

    // The same file adds nothing, and is read by itself.
    await page.getByLabel('Bank file').setInputFiles(file)
    await expect(page.getByText('account-activity.csv has nothing new')).toBeVisible()
    await isAccessible(page)
  })
})

signedIn('a bank’s payments become receipts when confirmed, and only once', async ({ page, account }) => {
  const token = await tokenOf(account)
  const id = await letHome(token, 'James Adeyemi', 'Linden Avenue')
  await page.goto('/portfolio/bank')
  const file = bankFile([
    { day: dayFromNow(-19), amount: '1150.00', payer: 'J ADEYEMI RENT' },
    { day: dayFromNow(-3), amount: '12.34', payer: 'REFUND OF A SHOP' },
  ])
  await page.getByLabel('Bank file').setInputFiles(file)
  await expect(page.getByText('november.csv was read')).toBeVisible()
  await expect(lines(page)).toHaveCount(2)
  const shop = await opened(page, lines(page).filter({ hasText: '£12.34' }))
  await shop.getByLabel(/^Whose it is/).selectOption('none')
  await done(page)
  await lines(page).filter({ hasText: '£1,150.00' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Confirm 2 Lines' }).click()
  await expect(toast(page, '2 lines confirmed')).toBeVisible()
  await expect(page.getByText('There is nothing to decide.')).toBeVisible()
  await page.getByLabel('Bank file').setInputFiles(file)
  await expect(page.getByText('november.csv has nothing new')).toBeVisible()

  // A wrong match is undone by a reversal, at any device: the payment is there to be decided again.
  const [receipt] = await entriesOf(token, id, 'receipt')
  await postEntry(token, id, { kind: 'reversal', amount: '1150.00', method: null, reverses: receipt, reference: 'Not his' })
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page).first()).toContainText('J ADEYEMI RENT')
})
