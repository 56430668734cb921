import { isAccessible } from './support/accessible'
import { addProperty, addTenant, confirmHome, signUp, tokenOf } from './support/lintel'
import { chooseHugePhoto, png } from './support/pictures'
import { changeRequest } from './support/repairs'
import { figure, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.describe('a tenant', () => {
  // Until a tenancy is linked to the account there is no portal to be read.
  signedIn.use({ role: 'Tenant', expectedErrors: new RegExp(`${refused(404, 409, 422).source}|net::ERR_INTERNET_DISCONNECTED`) })

  signedIn('reports with a photo, reads advice, follows it, confirms or reopens', async ({ page, account }) => {
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
    // The urgency follows from the answers, and from the text.
    await report.getByLabel('Category').selectOption('Heating & hot water')
    await report.getByRole('radiogroup', { name: 'Is all the heating or hot water gone?' }).getByText('Yes').click()
    await expect(async () => {
      await report.getByRole('radiogroup', { name: /especially at risk/ }).getByText('No').click()
      await report.getByRole('radiogroup', { name: /especially at risk/ }).getByText('Yes').click()
      await expect(report.getByText(/You’ll hear from us by/)).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    await expect(report.getByText('High', { exact: true })).toBeVisible()
    await isAccessible(page)
    await report.getByRole('button', { name: 'Answer differently' }).click()
    await expect(report.getByText(/You’ll hear from us by/)).toBeHidden()
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
    await expect(advice.getByRole('link', { name: '0800 111 999' })).toHaveAttribute('href', 'tel:0800111999')
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

    // A change by the landlord shows at once.
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

  signedIn('keeps a report over a reload and offline, and sends 48 megapixels', async ({ page, account }) => {
    signedIn.slow()
    const token = await tokenOf(await signUp())
    const property = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
    await addTenant(token, { propertyId: property, name: account.name, email: account.email })
    await confirmHome(await tokenOf(account))
    const report = page.getByRole('dialog', { name: 'Report a Problem' })
    await expect(async () => {
      await page.goto('/tenant-dashboard?report=problem')
      await expect(report).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await report.getByLabel('Category').selectOption('Damp & mould')
    await report.getByLabel('Title').fill('Mould in the bedroom')
    await report.getByLabel('Description').fill('Since last winter.')
    await report.getByLabel('Yes, with notice').check()
    await page.reload()
    await expect(report.getByText('What you typed is still here')).toBeVisible()
    await expect(report.getByLabel('Title')).toHaveValue('Mould in the bedroom')

    const photos = report.getByLabel(/^Photos/).and(page.locator('input'))
    await photos.setInputFiles({ name: 'IMG_4471.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') })
    await expect(report.getByRole('alert')).toContainText('IMG_4471.heic is in the HEIC format')
    await photos.evaluate(chooseHugePhoto)
    await expect(report.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await isAccessible(page)

    await page.context().setOffline(true)
    await expect(report.getByText('You’re offline')).toBeVisible()
    await report.getByRole('button', { name: 'Send later' }).click()
    await expect(report.getByText('Waiting to be sent')).toBeVisible()
    await isAccessible(page)
    const sent = page.waitForRequest(/\/attachments$/)
    await page.context().setOffline(false)
    expect((await (await sent).sizes()).requestBodySize, 'the photo was made smaller').toBeLessThan(2 * 1024 * 1024)
    const dialog = page.getByRole('dialog', { name: /Mould in the bedroom$/ })
    await dialog.getByRole('button', { name: 'Open photo: Problem 1' }).click()
    const photo = page.getByRole('img', { name: 'Problem 1' })
    await expect.poll(() => photo.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight])).toEqual([1200, 1600])
    expect(await photo.evaluate(colourAtTop), 'the photo stands upright').toBe('red')
  })

  signedIn('sees nothing of what is not theirs', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/maintenance')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.goto('/tenant-dashboard/requests/1')
    await expect(page.getByText('This request is not yours to see')).toBeVisible()
  })
})

/** Returns the colour of the upper quarter of a picture. */
function colourAtTop(picture: SVGElement | HTMLElement): string {
  const canvas = document.createElement('canvas')
  canvas.width = 10
  canvas.height = 10
  const context = canvas.getContext('2d')
  if (context === null || !(picture instanceof HTMLImageElement)) throw new Error('The page cannot draw')
  context.drawImage(picture, 0, 0, 10, 10)
  const [red = 0, , blue = 0] = context.getImageData(5, 2, 1, 1).data
  return red > blue ? 'red' : 'blue'
}
