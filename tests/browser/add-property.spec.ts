import { card, describe, openAddProperty, save, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const about = { name: 'Marlowe Court', address: '12 Marlowe Court, Canterbury', postcode: 'CT1 2QR', type: 'Flat' }

signedIn('each mistake is listed, leads to its field and is cleared by mending', async ({ page }) => {
  const dialog = await openAddProperty(page)
  await save(dialog)
  const summary = dialog.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Name is required.',
    'Address is required.',
    'Postcode is required.',
    'Choose a property type.',
  ])
  await summary.getByRole('link', { name: 'Postcode is required.' }).click()
  await expect(dialog.getByLabel('Postcode')).toBeFocused()

  await describe(dialog, { ...about, postcode: 'nowhere' })
  await dialog.getByLabel('Service charge per month').fill('-5')
  await dialog.getByLabel('Ground rent per month').fill('much')
  await dialog.getByLabel('Day').fill('31')
  await dialog.getByLabel('Month', { exact: true }).fill('2')
  await dialog.getByLabel('Year', { exact: true }).fill('2020')
  await save(dialog)
  await expect(dialog.getByLabel('Postcode')).toHaveAccessibleDescription('Enter a valid UK postcode.')
  await expect(dialog.getByLabel('Service charge per month')).toHaveAccessibleDescription('The amount must not be negative.')
  await expect(dialog.getByLabel('Ground rent per month')).toHaveValue('much')
  await expect(dialog.getByRole('group', { name: 'Purchase date' })).toContainText('Enter a real date')

  await dialog.getByLabel('Postcode').fill('CT1 2QR')
  await expect(dialog.getByLabel('Postcode')).not.toHaveAttribute('aria-invalid')
})

signedIn.describe('the server', () => {
  signedIn.use({ expectedErrors: refused(422) })

  signedIn('refuses at its field what the form let pass, and takes the mended form', async ({ page }) => {
    const dialog = await openAddProperty(page)
    await describe(dialog, about)
    await dialog.getByLabel('Purchase price').fill('99999999999')
    await save(dialog)
    await expect(toast(page, 'Error')).toBeVisible()
    await expect(dialog.getByLabel('Purchase price')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel('Purchase price')).toHaveAccessibleDescription(/\S/)
    await expect(dialog.getByLabel('Name')).toHaveValue(about.name)

    await dialog.getByLabel('Purchase price').fill('164950')
    await save(dialog)
    await expect(dialog).toBeHidden()
    await expect(card(page, about.name)).toBeVisible()
  })
})
