import { isAccessible } from './support/accessible'
import { addProperty, addTenant, confirmHome, signUp, tokenOf } from './support/lintel'
import { png } from './support/pictures'
import { changeRequest } from './support/repairs'
import { figure, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.describe('a tenant', () => {
  // Until a tenancy is linked to the account there is no portal to be read.
  signedIn.use({ role: 'Tenant', expectedErrors: refused(404, 409, 422) })

  signedIn('reports with a photo, reads what to do at once, follows it, and confirms or reopens', async ({ page, account }) => {
    signedIn.slow()
    const landlord = await signUp()
    const token = await tokenOf(landlord)
    const property = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
    await addTenant(token, { propertyId: property, name: account.name, email: account.email })
    await confirmHome(await tokenOf(account))
    await expect(async () => {
      await page.goto('/tenant-dashboard')
      await expect(page.getByText('No maintenance requests yet')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })

    await page.getByRole('link', { name: 'Report a Problem' }).click()
    const report = page.getByRole('dialog', { name: 'Report a Problem' })
    await report.getByRole('button', { name: 'Report Problem' }).click()
    await expect(report.getByRole('alert').getByText('Choose a category.')).toBeVisible()
    await expect(report.getByRole('alert').getByText('Say whether somebody may come in.')).toBeVisible()
    await isAccessible(page)
    await report.getByLabel('Category').selectOption('Gas')
    await report.getByLabel('Title').fill('I smell gas by the boiler')
    await report.getByLabel('Description').fill('Since this morning.')
    await report.getByLabel('Yes, with notice').check()
    await report.getByLabel(/^Photos/).and(page.locator('input')).setInputFiles(png('boiler.png'))
    const advice = page.getByRole('alertdialog', { name: 'Do this now' })
    // The tenancy may not yet be known where maintenance is kept.
    await expect(async () => {
      await report.getByRole('button', { name: 'Report Problem' }).click()
      await expect(advice).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    await expect(advice.getByText(/0800 111 999/)).toBeVisible()
    await isAccessible(page)
    await advice.getByRole('button', { name: 'Open Request' }).click()

    const dialog = page.getByRole('dialog', { name: /I smell gas by the boiler$/ })
    await expect(page).toHaveURL(/\/tenant-dashboard\/requests\/\d+$/)
    const id = Number(/\d+$/.exec(page.url())?.[0])
    await expect(dialog.getByRole('button', { name: 'Open photo: Problem 1' })).toBeVisible()
    await expect(dialog.getByText('High', { exact: true })).toBeVisible()
    await isAccessible(page)
    await dialog.getByLabel('Comment', { exact: true }).fill('We have opened the windows.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByRole('article').getByText('We have opened the windows.')).toBeVisible()

    // What the landlord does shows at once.
    await changeRequest(token, id, { status: 'In Progress' })
    await expect(dialog.getByText('In Progress', { exact: true })).toBeVisible()
    await changeRequest(token, id, { status: 'Completed' })
    await dialog.getByRole('button', { name: 'No, Reopen It' }).click()
    await expect(toast(page, 'Request Reopened')).toBeVisible()
    await expect(dialog.getByText('Open', { exact: true })).toBeVisible()
    await changeRequest(token, id, { status: 'In Progress' })
    await changeRequest(token, id, { status: 'Completed' })
    await dialog.getByRole('button', { name: 'Yes, It Is Fixed' }).click()
    await expect(dialog.getByText(/^You confirmed on/)).toBeVisible()
    await isAccessible(page)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(figure(page, 'Open Issues')).toContainText('0')
    await expect(figure(page, 'Total Requests')).toContainText('1')
    await expect(page.getByRole('link', { name: 'I smell gas by the boiler' })).toBeVisible()
    await isAccessible(page)
  })

  signedIn('sees nothing of what is not theirs', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/maintenance')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.goto('/tenant-dashboard/requests/1')
    await expect(page.getByText('This request is not yours to see')).toBeVisible()
  })
})
