import type { Locator, Page } from '@playwright/test'
import { addProperty, tokenOf } from './support/lintel'
import { card, propertyDetails, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const saved = 'Property Updated'

/** The details of a property, opened from its card. */
async function open(page: Page, name: string): Promise<Locator> {
  await page.goto('/portfolio')
  await card(page, name).getByRole('link', { name, exact: true }).click()
  return propertyDetails(page, name)
}

async function edit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Edit Details' }).click()
  await expect(dialog.getByLabel('Address')).toBeVisible()
}

const save = (dialog: Locator): Promise<void> => dialog.getByRole('button', { name: 'Save', exact: true }).click()

/** The value beside a label of a section. */
const entry = (dialog: Locator, section: string, label: string): Locator =>
  dialog.getByRole('region', { name: section }).locator('dl > div').filter({ has: dialog.page().getByText(label, { exact: true }) }).locator('dd')

signedIn('a property is read, edited, found again under its address, and deleted', async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Priory Gardens', monthlyRent: '1000.00', purchasePrice: '200000.00' })
  const dialog = await open(page, 'Priory Gardens')
  await expect(entry(dialog, 'Financial Overview', 'Annual yield')).toHaveText('6.00%')
  await edit(dialog)
  await expect(dialog.getByRole('button', { name: 'Sell Property' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Delete Property' })).toBeDisabled()
  await dialog.getByLabel('Name').fill('Priory House')
  await dialog.getByLabel('Monthly rent').fill('£1,250.50')
  await dialog.getByLabel('Lender').fill('Severn & Wye')
  await dialog.getByLabel('Mortgage type').selectOption('Repayment')
  await dialog.getByLabel('Amount borrowed').fill('150000')
  await dialog.getByLabel('Outstanding balance').fill('112000')
  await dialog.getByLabel('Monthly payment').fill('820.10')
  await save(dialog)
  await expect(toast(page, saved)).toBeVisible()

  const renamed = propertyDetails(page, 'Priory House')
  await expect(entry(renamed, 'Financial Overview', 'Monthly profit')).toHaveText('+£430.40')
  await expect(entry(renamed, 'Mortgage Information', 'Paid off')).toHaveText('25.3%')
  await page.reload()
  await expect(entry(renamed, 'Financial Overview', 'Monthly rent')).toHaveText('£1,250.50')

  await renamed.getByRole('button', { name: 'Delete Property' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Priory House?' })
  await expect(question).toContainText('Are you sure you want to permanently delete this property? This cannot be undone.')
  await question.getByRole('button', { name: 'Delete Property' }).click()
  await expect(toast(page, 'Property deleted')).toBeVisible()
  await expect(page.getByText('No Properties Yet')).toBeVisible()
})

signedIn('a house becomes a shared house with the usual rooms and costs', async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Ashmead House' })
  const dialog = await open(page, 'Ashmead House')
  await edit(dialog)
  await dialog.getByLabel('Property type').selectOption('HMO')
  await expect(dialog.getByLabel('Rent of room 3 per month')).toHaveValue('480.00')
  await expect(dialog.getByLabel('Monthly rent')).toHaveAttribute('readonly')
  await dialog.getByRole('checkbox', { name: 'Room 2 is occupied' }).check()
  await save(dialog)
  await expect(toast(page, saved)).toBeVisible()
  await expect(dialog.getByText('1 of 3 rooms occupied')).toBeVisible()
  await expect(dialog.getByText('Partially Occupied')).toBeVisible()
  await expect(entry(dialog, 'HMO Operating Costs', 'Total operating costs')).toHaveText('£408.25')
  await expect(entry(dialog, 'Monthly Financial Breakdown', 'Monthly profit')).toHaveText('+£1,031.75')
  await expect(dialog.getByRole('region', { name: 'Monthly Financial Breakdown' })).toContainText('+£12,381.00')
})

signedIn.describe('two people', () => {
  signedIn.use({ expectedErrors: refused(412) })

  signedIn('who edit the same property decide what is kept, and lose nothing', async ({ page, otherDevice, account }) => {
    await addProperty(await tokenOf(account), { name: 'Priory Gardens', size: '90 sq m' })
    const [mine, theirs] = await Promise.all([open(page, 'Priory Gardens'), open(otherDevice, 'Priory Gardens')])
    await Promise.all([edit(mine), edit(theirs)])
    await mine.getByLabel('Size').fill('95 sq m')
    await mine.getByLabel('Lender').fill('Severn & Wye')
    await theirs.getByLabel('Size').fill('100 sq m')
    await theirs.getByLabel('Address').fill('26 Priory Gardens, York')
    await save(theirs)
    await expect(toast(otherDevice, saved)).toBeVisible()

    // It is told as soon as it happens, and what was typed stays.
    await expect(mine.getByText('This property has changed')).toBeVisible()
    await expect(mine.getByLabel('Size')).toHaveValue('95 sq m')
    await save(mine)
    const question = page.getByRole('alertdialog', { name: 'This property has changed' })
    await expect(question.getByRole('group', { name: 'Size' })).toContainText('Was: 90 sq m')
    await expect(question.getByRole('radio', { name: '100 sq m' })).toBeChecked()
    await question.getByRole('radio', { name: '95 sq m' }).check()
    await question.getByRole('button', { name: 'Save with these choices' }).click()
    await expect(toast(page, saved)).toBeVisible()

    for (const screen of [page, otherDevice]) {
      const dialog = propertyDetails(screen, 'Priory Gardens')
      await expect(dialog.getByText('26 Priory Gardens, York')).toBeVisible()
      await expect(entry(dialog, 'Property Overview', 'Size')).toHaveText('95 sq m')
      await expect(entry(dialog, 'Mortgage Information', 'Lender')).toHaveText('Severn & Wye')
    }
  })
})
