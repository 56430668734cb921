import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { fillDay } from './support/letting'
import { addInspection, addProperty, dayFromNow, tokenOf } from './support/lintel'
import { png } from './support/pictures'
import { addRequest } from './support/repairs'
import { figure, heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768
/** The line of a request: a card on phones, else a row. */
const line = (page: Page, title: string): Locator =>
  page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'All Requests' }).getByRole(isPhone(page) ? 'article' : 'row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const request = (page: Page, title: string): Locator => page.getByRole('dialog', { name: new RegExp(`^Request #\\d+.*${title}$`) })

signedIn.use({ expectedErrors: refused(404, 409, 412, 422) })

signedIn('without requests nothing is urgent; the landlord adds one with a photo', async ({ page, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Ashmead House' })
  await page.goto('/maintenance')
  await expect(heading(page, 'Maintenance')).toBeVisible()
  await expect(page.getByText('No urgent requests')).toBeVisible()
  await expect(page.getByText('No maintenance requests', { exact: true })).toBeVisible()
  await isAccessible(page)
  // Once this one is there, the home is known where maintenance is kept.
  await addRequest(token, { propertyId })
  await page.getByRole('link', { name: 'Add Request' }).click()
  const add = page.getByRole('dialog', { name: 'Add Request' })
  await add.getByRole('button', { name: 'Add Request' }).click()
  await expect(add.getByRole('alert').getByText('Choose a property.')).toBeVisible()
  await add.getByLabel('Property', { exact: true }).fill('Ashmead House, YO1 7QW')
  await add.getByLabel('Category').selectOption('Heating & hot water')
  await add.getByLabel('Title').fill('No hot water')
  await add.getByLabel('Description').fill('The boiler shows F.28.')
  await add.getByLabel('Priority').selectOption('High')
  await add.getByLabel(/^Photos/).and(page.locator('input')).setInputFiles(png('boiler.png'))
  await expect(add.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await isAccessible(page)
  await add.getByRole('button', { name: 'Add Request' }).click()
  const dialog = request(page, 'No hot water')
  await expect(dialog.getByRole('button', { name: 'Open photo: Problem 1' })).toBeVisible()
  // It comes with the bearer header, and is painted.
  await expect.poll(() => dialog.locator('img').first().evaluate((photo: HTMLImageElement) => photo.naturalWidth)).toBeGreaterThan(0)
  await isAccessible(page)

  await dialog.getByRole('button', { name: 'Open photo: Problem 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Problem 1, photo 1 of 1' })).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('article', { name: 'No hot water' }).first()).toBeVisible()
  await expect(figure(page, 'Urgent')).toContainText('1')
  await expect(line(page, 'Tap drips')).toContainText('Medium')
})

signedIn('a request is taken up, assigned, completed at a cost, and reopened', async ({ page, otherDevice, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Ashmead House' })
  const id = await addRequest(token, { propertyId, title: 'No hot water', category: 'Heating & hot water', priority: 'High' })
  await otherDevice.goto('/maintenance')

  await page.goto('/maintenance/contractors')
  await expect(heading(page, 'Contractors')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Add Contractor' }).click()
  const form = page.getByRole('dialog', { name: 'Add Contractor' })
  await form.getByLabel('Name').fill('Severnside Heating Ltd')
  await form.getByLabel('Trade').selectOption('Gas engineer')
  await form.getByLabel('Phone').fill('0117 496 0155')
  await form.getByRole('button', { name: 'Add Contractor' }).click()
  await expect(form.getByRole('alert').getByText('Enter the Gas Safe registration number.')).toBeVisible()
  await form.getByLabel(/^Registration/).fill('Gas Safe 512904')
  await isAccessible(page)
  await form.getByRole('button', { name: 'Add Contractor' }).click()
  await expect(toast(page, 'Contractor Added')).toBeVisible()

  await page.goto(`/maintenance/${String(id)}`)
  const dialog = request(page, 'No hot water')
  await dialog.getByRole('button', { name: 'Start Work' }).click()
  await expect(toast(page, 'Request Updated')).toBeVisible()
  await expect(dialog.getByLabel('Status')).toHaveValue('In Progress')
  await dialog.getByLabel('Assigned to').selectOption({ label: account.name })
  await expect(dialog.getByText(`Assigned to ${account.name}`)).toBeVisible()
  await dialog.getByLabel('Firm').selectOption({ label: 'Severnside Heating Ltd, Gas engineer' })
  await expect(dialog.getByRole('link', { name: /0117 496 0155/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Visit' }).click()
  const visit = page.getByRole('dialog', { name: 'Book Visit' })
  await fillDay(visit.getByRole('group', { name: 'Date' }), dayFromNow(3))
  await isAccessible(page)
  await visit.getByRole('button', { name: 'Book Visit' }).click()
  await expect(toast(page, 'Visit Booked')).toBeVisible()
  await dialog.getByLabel('Comment', { exact: true }).fill('The engineer brings a new valve.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('article').getByText('The engineer brings a new valve.')).toBeVisible()
  await expect(dialog.getByText('Severnside Heating Ltd named as contractor')).toBeVisible()
  await isAccessible(page)

  await dialog.getByRole('button', { name: 'Add Cost' }).click()
  const cost = page.getByRole('dialog', { name: 'Add Cost' })
  await cost.getByLabel('What it was for').fill('Call-out')
  await cost.getByLabel('Amount with VAT').fill('85')
  await cost.getByRole('button', { name: 'Add Cost' }).click()
  await expect(toast(page, 'Cost Added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Complete Request' }).click()
  const end = page.getByRole('dialog', { name: 'Complete Request' })
  await end.getByLabel(/^What was done/).fill('New valve fitted')
  await end.getByLabel(/^Cost with VAT/).fill('151.88')
  await end.getByLabel(/^Photo after/).and(page.locator('input')).setInputFiles(png('after.png'))
  await isAccessible(page)
  await end.getByRole('button', { name: 'Complete Request' }).click()
  await expect(toast(page, 'Request Completed')).toBeVisible()
  await expect(dialog.getByText('£236.88')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open photo: After repair 1' })).toBeVisible()
  await expect(otherDevice.getByText('No urgent requests')).toBeVisible()

  await dialog.getByRole('button', { name: 'Reopen Request' }).click()
  await expect(dialog.getByLabel('Status')).toHaveValue('Open')
  await expect(otherDevice.getByRole('article', { name: 'No hot water' }).first()).toBeVisible()
})

signedIn('the list is filtered in the address, and a request is called off', async ({ page, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Ashmead House' })
  await addRequest(token, { propertyId, title: 'Tap drips' })
  const id = await addRequest(token, { propertyId, title: 'Gate latch', category: 'Garden & exterior', priority: 'Low' })
  await page.goto('/maintenance')
  await page.getByRole('searchbox').fill('latch')
  await expect(line(page, 'Tap drips')).toHaveCount(0)
  await expect(line(page, 'Gate latch')).toBeVisible()
  await expect(page).toHaveURL(/search=latch/)
  await page.reload()
  await line(page, 'Gate latch').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/maintenance/${String(id)}\\?search=latch`))
  const dialog = request(page, 'Gate latch')
  await dialog.getByRole('button', { name: 'Cancel Request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Request' }).click()
  await expect(toast(page, 'Request Updated')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(line(page, 'Gate latch')).toContainText('Cancelled')
})

signedIn('what an inspection requires becomes a request by one press', async ({ page, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Ashmead House' })
  await addRequest(token, { propertyId })
  await addInspection(token, { propertyId, inspectionDate: dayFromNow(0), inspectionTime: '11:45' })
  await page.goto('/portfolio/compliance?kind=inspections')
  await page.getByRole('button', { name: /^Complete.*at 11:45/ }).click()
  const outcome = page.getByRole('dialog', { name: 'Complete Inspection' })
  await outcome.getByLabel(/^Action required/).fill('Fit a fan in the bathroom.')
  await outcome.getByRole('button', { name: 'Complete Inspection' }).click()
  await expect(toast(page, 'Inspection Completed')).toBeVisible()
  await page.goto('/portfolio/compliance?kind=completed')
  const done = page.getByRole('listitem').filter({ hasText: 'at 11:45' })
  await expect(done).toBeVisible()
  // On a phone a row opens.
  const opener = done.locator('button[aria-expanded]:not([aria-haspopup])')
  if (await opener.isVisible()) await opener.click()
  await done.getByRole('button', { name: /^Raise Request/ }).click()
  await expect(request(page, 'Fit a fan in the bathroom.')).toBeVisible()
  await expect(page.getByText('An inspection asked for this.')).toBeVisible()
})

signedIn('neither the list nor a request is wider than the page', { tag: '@any-width' }, async ({ page, account }) => {
  const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: word, address: `25 ${word}, ${word}` })
  const id = await addRequest(token, { propertyId, title: word, description: word, priority: 'High' })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/maintenance', `/maintenance/${String(id)}`, '/maintenance/contractors']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: path.endsWith('s') ? 1 : 2 }).first()).toBeVisible()
      const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
      expect(widths.page, `${path} at ${String(width)} px`).toBeLessThanOrEqual(widths.window)
    }
  }
})
