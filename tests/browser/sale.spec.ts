import { addProperty, tokenOf } from './support/lintel'
import { card, figure, heading, propertyDetails, toast } from './support/screens'
import { expect, signedIn } from './support/test'

signedIn('a property is sold, leaves the portfolio, and is listed with figures', async ({ page, account }) => {
  const token = await tokenOf(account)
  await addProperty(token, { name: 'Chandos Street', purchasePrice: '164000.00', purchaseDate: '2017-07-10' })
  await addProperty(token, { name: 'Linden Avenue' })
  await page.goto('/portfolio')
  await card(page, 'Chandos Street').getByRole('link', { name: 'Chandos Street', exact: true }).click()
  await propertyDetails(page, 'Chandos Street').getByRole('button', { name: 'Sell Property' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sell Property' })
  const complete = dialog.getByRole('button', { name: 'Complete Sale' })
  await expect(complete).toBeDisabled()
  await expect(dialog.getByLabel('Purchase price')).toHaveValue('164,000.00')
  await dialog.getByLabel('Sale price').fill('268500')
  await dialog.getByLabel('Purchase tax').fill('5000')
  await dialog.getByLabel('Fees to sell').fill('4,800')
  await dialog.getByLabel('Deposit').fill('41000')
  // 268,500 − 4,800 − (164,000 + 5,000): the deposit is not added.
  const figures = dialog.getByRole('region', { name: 'Your return' })
  await expect(figures).toContainText('+£94,700.00')
  await expect(figures).toContainText('£169,000.00')
  await expect(complete).toBeEnabled()
  await complete.click()
  await expect(toast(page, 'Property sold successfully')).toBeVisible()
  await expect(toast(page, 'Property sold for £268,500. Profit tracking saved.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(card(page, 'Linden Avenue')).toBeVisible()
  await expect(card(page, 'Chandos Street')).toBeHidden()

  await page.goto('/sold-properties')
  await expect(heading(page, 'Sold Properties')).toBeVisible()
  await expect(figure(page, 'Net profit')).toContainText('+£94,700')
  await expect(figure(page, 'Total sales')).toContainText('1 property')
  await page.getByRole('button', { name: /^Profit/ }).click()
  await expect(page).toHaveURL(/sort=profit/)
  await page.getByRole('link', { name: 'Chandos Street' }).click()
  const sale = page.getByRole('dialog', { name: 'Sold Property Chandos Street' })
  await expect(sale.getByRole('region', { name: 'Result' })).toContainText('+£94,700.00')
  await expect(sale).toContainText('Not added to the investment')
})

signedIn('nothing was sold yet', async ({ page }) => {
  await page.goto('/sold-properties')
  await expect(page.getByRole('heading', { name: 'No Properties Sold' })).toBeVisible()
})
