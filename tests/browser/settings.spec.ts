import type { Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { addProperty, tokenOf } from './support/lintel'
import { card, heading, toast } from './support/screens'
import { expect, signedIn } from './support/test'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Opens a sub-page from the menu of cards. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) }).click()
  await expect(heading(page, name)).toBeVisible()
}

signedIn('the profile is saved as a whole, names the person, and guards changes', async ({ page }) => {
  await open(page, 'Profile')
  await page.getByLabel('First name').fill('Adaeze')
  await page.getByLabel('Company').fill('Okafor Lettings')
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Company')).toHaveValue('Okafor Lettings')
  await save(page).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Adaeze')
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await expect(page.getByText(/^Adaeze .*, Okafor Lettings$/)).toBeVisible()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await expect(page.getByText(/^Adaeze /).last()).toBeVisible()
  await expect(page.getByText('Okafor Lettings', { exact: true })).toBeVisible()
})

signedIn('the dashboard asks who the landlord is, and the settings keep it', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Agreements and statements need a name and an address for notices.')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Add details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who is the landlord?' })
  await dialog.getByLabel('Landlord’s name').fill("Aoife O'Kafor")
  await dialog.getByRole('button', { name: 'Add a joint landlord' }).click()
  await dialog.getByLabel('Joint landlord 2', { exact: true }).fill('Dev Okafor')
  await dialog.getByLabel(/^Trading as/).fill('Okafor Lettings')
  await dialog.getByLabel('Address for notices').fill('4 Queen Charlotte Court, Bristol BS1 4HE')
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Landlord Saved')).toBeVisible()
  await expect(page.getByText(/^Aoife O.Kafor and Dev Okafor, trading as Okafor Lettings$/)).toBeVisible()
  await page.goto('/')
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  await expect(page.getByText('Who is the landlord?')).toHaveCount(0)
})

signedIn('mails to tenants are switched by kind; those of the law stay on', async ({ page }) => {
  await open(page, 'Notifications')
  const receipts = page.getByRole('switch', { name: 'Receipts' })
  await expect(receipts).toBeChecked()
  await page.getByText('Receipts', { exact: true }).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await page.getByRole('button', { name: 'See the text: Receipts' }).click()
  await expect(page.getByRole('dialog', { name: 'Receipts' })).toContainText('Hello Sam Taylor')
  await isAccessible(page)
  await page.getByRole('dialog', { name: 'Receipts' }).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('switch', { name: 'Somebody comes' })).toBeDisabled()
  await page.reload()
  await expect(receipts).not.toBeChecked()
})

signedIn('currency and date format act at once, everywhere', { tag: '@any-width' }, async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Priory Gardens', monthlyRent: '1250.00' })
  await page.goto('/portfolio')
  await expect(card(page, 'Priory Gardens')).toContainText('£1,250')
  await open(page, 'Property Settings')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('Date format').selectOption('YYYY-MM-DD')
  await save(page).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await page.goto('/portfolio')
  await expect(card(page, 'Priory Gardens')).toContainText('€1,250')
})

signedIn('another device is seen and signed out', { tag: '@any-width' }, async ({ page, otherDevice }) => {
  await otherDevice.goto('/')
  await expect(heading(otherDevice, 'Executive Dashboard')).toBeVisible()
  await open(page, 'Security')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(toast(page, 'Other Devices Signed Out')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
  await otherDevice.goto('/portfolio')
  await expect(heading(otherDevice, 'Sign in to Lintel')).toBeVisible()
})

for (const role of ['Tenant', 'Employer', 'Guarantor'] as const) {
  signedIn.describe(`a ${role}`, () => {
    signedIn.use({ role })

    signedIn('has settings, of what concerns them', { tag: '@any-width' }, async ({ page }) => {
      await open(page, 'Display Settings')
      await expect(page.getByLabel('Currency')).toBeVisible()
      await expect(page.getByLabel('Default inspection frequency')).toBeHidden()
      await open(page, 'Security')
      await expect(page.getByLabel('Session timeout')).toBeVisible()
      await expect(page.getByLabel('Automatic data backup')).toBeHidden()
    })
  })
}
