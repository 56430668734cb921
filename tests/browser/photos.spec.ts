import { addProperty, tokenOf } from './support/lintel'
import { png } from './support/pictures'
import { card, propertyDetails, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ expectedErrors: refused(422) })

signedIn('photos are uploaded, checked, put in order and shown on the card', async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Priory Gardens' })
  await page.goto('/portfolio')
  await card(page, 'Priory Gardens').getByRole('link', { name: 'Priory Gardens', exact: true }).click()
  const dialog = propertyDetails(page, 'Priory Gardens')
  await dialog.getByRole('button', { name: 'Edit Details' }).click()
  const photos = dialog.getByRole('group', { name: 'Photos' })
  await photos.locator('input[type=file]:not([capture])').setInputFiles([png('front.png'), png('back.png')])
  await expect(photos.getByRole('img')).toHaveCount(2)
  await expect(toast(page, 'Image uploaded')).toBeVisible()
  await expect.poll(() => photos.getByRole('img').first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await photos.locator('input[type=file]:not([capture])').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') })
  await expect(toast(page, 'Invalid file type')).toBeVisible()
  await expect(photos.getByRole('img')).toHaveCount(2)

  const cover = await photos.getByRole('img').nth(1).getAttribute('src')
  await photos.getByRole('button', { name: 'Move photo 2 forward' }).click()
  await expect(photos.getByRole('img').first()).toHaveAttribute('src', cover ?? '')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Property Updated')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show photo 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Photo 1 of 2' }).getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card(page, 'Priory Gardens').locator('img')).toHaveAttribute('src', new RegExp((cover ?? '').replace(/\?.*/, '')))
})
