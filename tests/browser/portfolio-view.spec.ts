import { isAccessible } from './support/accessible'
import { addProperty, tokenOf } from './support/lintel'
import { card } from './support/screens'
import { expect, signedIn } from './support/test'

signedIn.skip(({ viewport }) => viewport !== null && viewport.width < 768, 'mobile screens have one way to show the list')

signedIn('the portfolio is a table, sorted, filtered, and kept over a reload', async ({ page, account }) => {
  const token = await tokenOf(account)
  for (const [name, monthlyRent, propertyType] of [
    ['Bell Court', '1150.00', 'House'],
    ['Ashmead Road', '925.00', 'Studio'],
    ['Corn Exchange', '1475.00', 'House'],
  ]) {
    await addProperty(token, { name, monthlyRent, propertyType })
  }
  await page.goto('/portfolio')
  await expect(card(page, 'Bell Court')).toBeVisible()
  // With the keyboard: the group is one stop, and arrows choose.
  await page.getByRole('radio', { name: 'Grid' }).focus()
  await page.keyboard.press('ArrowRight')
  const table = page.getByRole('table', { name: 'Your properties' })
  const names = table.getByRole('rowheader').getByRole('link')
  await expect(names).toHaveText(['Corn Exchange', 'Ashmead Road', 'Bell Court'])
  await expect(page.getByRole('article')).toHaveCount(0)
  await isAccessible(page)

  await table.getByRole('button', { name: 'Rent' }).click()
  await expect(names).toHaveText(['Corn Exchange', 'Bell Court', 'Ashmead Road'])
  await expect(table.getByRole('columnheader', { name: 'Rent' })).toHaveAttribute('aria-sort', 'descending')
  await table.getByRole('button', { name: 'Rent' }).click()
  await expect(names).toHaveText(['Ashmead Road', 'Bell Court', 'Corn Exchange'])
  await page.getByLabel('Property type').selectOption('House')
  await expect(names).toHaveText(['Bell Court', 'Corn Exchange'])

  await page.reload()
  await expect(names).toHaveText(['Bell Court', 'Corn Exchange'])
  await expect(page).toHaveURL('/portfolio?sort=rent&type=House')
  await names.first().click()
  await expect(page.getByRole('dialog', { name: 'Property Details Bell Court' })).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/portfolio')
  await expect(table.getByRole('columnheader')).toHaveText(['Property', 'Status', 'Rent', 'Profit'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(card(page, 'Bell Court')).toBeVisible()
  await expect(table).toHaveCount(0)
})
