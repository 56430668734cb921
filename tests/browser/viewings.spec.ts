import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { fillDay } from './support/letting'
import { addProperty, dayFromNow, somebody, tokenOf } from './support/lintel'
import { addViewing, viewingLinkTo } from './support/repairs'
import { figure, heading, toast } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

const card = (page: Page, name: string): Locator => page.getByRole('article', { name })

signedIn.use({ expectedErrors: refused(404, 409, 412) })

signedIn('without viewings the list says so, and leads to the form', async ({ page }) => {
  await page.goto('/property-viewings')
  await expect(heading(page, 'Property Viewings')).toBeVisible()
  await expect(page.getByText('No upcoming viewings', { exact: true })).toBeVisible()
  await expect(figure(page, 'Success rate')).toContainText('0%')
  await isAccessible(page)
  await page.getByRole('link', { name: 'Book Viewing' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Book Viewing' })
  await dialog.getByRole('button', { name: 'Book Viewing' }).click()
  await expect(dialog.getByRole('alert').getByText('Choose a property.')).toBeVisible()
  await isAccessible(page)
})

signedIn('a viewing is booked, answered, moved, completed, and ends in an invite', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const viewer = somebody('Tenant')
  const propertyId = await addProperty(token, { name: 'The Old Bakery', address: '3b Tidy Lane, Brighton', postcode: 'BN1 4QX', status: 'Vacant' })
  const day = dayFromNow(3)
  // Once this one is there, the home is known where viewings are kept.
  await addViewing(token, { propertyId, viewingDate: day, viewerName: 'Marcus Webb' })

  await page.goto(`/property-viewings?book=viewing&property=${String(propertyId)}`)
  const book = page.getByRole('dialog', { name: 'Book Viewing' })
  await expect(book.getByLabel('Property', { exact: true })).toHaveValue('The Old Bakery, BN1 4QX')
  await book.getByLabel('Name', { exact: true }).fill(viewer.name)
  await book.getByLabel('Email').fill(viewer.email)
  await book.getByLabel('Phone').fill('07700 900812')
  await fillDay(book.getByRole('group', { name: 'Date' }), day)
  await book.getByLabel('Time', { exact: true }).fill('10:15')
  await expect(book.getByText('This time overlaps')).toBeVisible()
  await isAccessible(page)
  await book.getByRole('button', { name: 'Book Viewing' }).click()
  await expect(toast(page, 'The viewing is booked.')).toBeVisible()
  await expect(page.getByText('Two viewings overlap')).toBeVisible()
  const mine = card(page, viewer.name)
  await expect(mine).toContainText('3b Tidy Lane, Brighton BN1')
  await expect(mine).toContainText('Clash')
  await isAccessible(page)

  // The viewer asks for another time on their private page.
  const link = await viewingLinkTo(viewer.email)
  const context = await browser.newContext({ baseURL: new URL(link).origin, viewport, storageState: { cookies: [], origins: [] } })
  const visitor = await context.newPage()
  await visitor.clock.install()
  await visitor.goto(link)
  await expect(heading(visitor, 'Your viewing')).toBeVisible()
  await expect(visitor).toHaveURL(/\/viewings\/yours$/)
  await expect(visitor.getByText('10:15 to 10:45')).toBeVisible()
  await isAccessible(visitor)
  const [file] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: 'Calendar file' }).click()])
  expect(await readFile(await file.path(), 'utf8')).toContain('BEGIN:VCALENDAR')
  await visitor.getByRole('button', { name: 'Ask for Another Time' }).click()
  const wish = visitor.getByRole('dialog', { name: 'Ask for another time' })
  await fillDay(wish.getByRole('group', { name: 'Date' }), dayFromNow(4))
  await wish.getByLabel('Time', { exact: true }).fill('18:00')
  await wish.getByLabel(/^Message/).fill('After work')
  await isAccessible(visitor)
  await wish.getByRole('button', { name: 'Ask for This Time' }).click()
  await expect(visitor.getByText('You asked for another time')).toBeVisible()

  // The landlord sees it at once and takes it by one press.
  await expect(mine.getByText('“After work”')).toBeVisible()
  await mine.getByRole('button', { name: /^Move to/ }).click()
  await expect(toast(page, 'The viewing is rescheduled.')).toBeVisible()
  await expect(mine).toContainText('18:00')
  await expect(page.getByText('Two viewings overlap')).toBeHidden()

  // Live by asking every 30 seconds.
  await visitor.clock.fastForward(30_000)
  await expect(visitor.getByText('18:00 to 18:30')).toBeVisible()
  await visitor.getByRole('button', { name: 'Confirm Viewing' }).click()
  await expect(visitor.getByText('The viewing is confirmed', { exact: true })).toBeVisible()
  await expect(mine.getByText('Confirmed', { exact: true })).toBeVisible()
  await context.close()

  await mine.getByRole('button', { name: /^Mark Complete/ }).click()
  await expect(toast(page, 'The viewing is marked complete.')).toBeVisible()
  await expect(mine).toBeHidden()
  await page.getByRole('link', { name: /^Completed/ }).click()
  await mine.getByRole('button', { name: /^Continue to Move-in/ }).click()
  await expect(heading(page, 'Invite Tenants')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(viewer.name)
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(viewer.email)
  await page.goto('/property-viewings?tab=completed')
  await expect(card(page, viewer.name)).toContainText('Move-in Process Started')
  await expect(figure(page, 'Success rate')).toContainText('50%')
})

signedIn('a viewing is cancelled after a question, and open screens follow', { tag: '@any-width' }, async ({ page, otherDevice, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'The Old Bakery', status: 'Vacant' })
  await addViewing(token, { propertyId, viewingDate: dayFromNow(2) })
  await otherDevice.goto('/property-viewings')
  await page.goto('/property-viewings')
  await card(page, 'Noah Petrov').getByRole('button', { name: /^Cancel/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this viewing?' })
  await isAccessible(page)
  await question.getByRole('button', { name: 'Cancel Viewing' }).click()
  await expect(toast(page, 'The viewing is cancelled.')).toBeVisible()
  await expect(page.getByText('No upcoming viewings', { exact: true })).toBeVisible()
  await expect(otherDevice.getByText('No upcoming viewings', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(card(page, 'Noah Petrov')).toContainText('Cancelled')
})

signedIn('the second of two editors of a viewing is told, and sees its state', { tag: '@any-width' }, async ({ page, otherDevice, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'The Old Bakery', status: 'Vacant' })
  await addViewing(token, { propertyId, viewingDate: dayFromNow(2) })
  await page.goto('/property-viewings')
  await card(page, 'Noah Petrov').getByRole('button', { name: /^Reschedule/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule Viewing' })
  await dialog.getByLabel('Time', { exact: true }).fill('15:00')
  await otherDevice.goto('/property-viewings')
  await card(otherDevice, 'Noah Petrov').getByRole('button', { name: /^Confirm/ }).click()
  await expect(toast(otherDevice, 'The viewing is confirmed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('15:00')
})

test.describe('a link that is not good', () => {
  test.use({ expectedErrors: refused(404) })

  test('says so', async ({ page }) => {
    await page.goto('/viewings/nothing-of-ours')
    await expect(heading(page, 'Invalid Link')).toBeVisible()
    await expect(page.getByText('This viewing link is invalid or has expired.')).toBeVisible()
    await isAccessible(page)
  })
})

signedIn('nothing is wider than the page', { tag: '@any-width' }, async ({ page, account }) => {
  const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: place, address: `25 ${place}, ${place}`, status: 'Vacant' })
  await addViewing(token, { propertyId, viewingDate: dayFromNow(2), viewerName: place, viewerEmail: `${place.toLowerCase()}@mail.example`, notes: place })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/property-viewings')
    await expect(card(page, place)).toBeVisible()
    const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
    expect(widths.page, `at ${String(width)} px`).toBeLessThanOrEqual(widths.window)
  }
})
