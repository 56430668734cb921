import type { Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { addProperty, addTenant, somebody, tokenOf } from './support/lintel'
import { heading, toast } from './support/screens'
import { expect, signedIn } from './support/test'

const path = '/tenant-application-link'
const house = {
  name: 'Ashmead House',
  address: '212 Ashmead Road, Bristol',
  postcode: 'BS6 7QD',
  propertyType: 'HMO',
  hmoRooms: 2,
  hmoRoomRentals: { 1: '575.00', 2: '610.00' },
  hmoRoomOccupancy: ['Vacant', 'Vacant'],
}

/** Chooses a home; until the copy of the homes has followed the portfolio its link cannot be made, and the button says so. */
async function made(page: Page): Promise<string> {
  const link = page.getByLabel('Link', { exact: true })
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Make Link' })
    if (await again.isVisible()) await again.click()
    await expect(link).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  return link.inputValue()
}

signedIn.describe('Invite Tenants', () => {
  // Before a home is known to the service of tenancies, its link is refused.
  signedIn.use({ expectedErrors: /^Failed to load resource: the server responded with a status of (404|409) /, permissions: ['clipboard-read', 'clipboard-write'] })

  signedIn('makes a home’s link, which opens the form, is copied and is revoked', async ({ page, browser, account }) => {
    const token = await tokenOf(account)
    const property = await addProperty(token, { name: 'The Old Bakery', status: 'Vacant', monthlyRent: '925.00' })
    await page.goto(path)
    await expect(heading(page, 'Invite Tenants')).toBeVisible()
    await expect(page.getByText('No live links')).toBeVisible()
    await page.getByLabel('Property', { exact: true }).selectOption(String(property))
    const link = await made(page)
    expect(new URL(link).pathname).toBe('/tenant-signup')
    expect(new URL(link).searchParams.get('propertyId')).toBe(String(property))
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/The rent is £925 per month\./)
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(new RegExp(link.replace(/[?.]/g, '\\$&')))
    await isAccessible(page)

    await page.getByRole('button', { name: 'Copy Link' }).click()
    await expect(toast(page, 'Link Copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible()

    const applicant = await (await browser.newContext()).newPage()
    await applicant.goto(link)
    await expect(applicant.getByRole('heading', { level: 1 })).toBeVisible()
    const live = page.getByRole('region', { name: 'Live links' })
    await page.reload()
    await expect(live.getByText(/^Last opened/)).toBeVisible()

    await live.getByRole('button', { name: 'Revoke the link to The Old Bakery for Anyone with the link' }).click()
    const question = page.getByRole('alertdialog', { name: 'Revoke the link to The Old Bakery?' })
    await isAccessible(page)
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect(toast(page, 'Link revoked')).toBeVisible()
    await expect(page.getByText('No live links')).toBeVisible()
    await applicant.goto(link)
    await expect(applicant.getByRole('alert')).toBeVisible()
    await applicant.context().close()
  })

  signedIn('is for a vacant room of a shared house, and says if there is none', { tag: '@any-width' }, async ({ page, account }) => {
    const token = await tokenOf(account)
    const property = await addProperty(token, house)
    await addTenant(token, { propertyId: property, roomNumber: '1', name: 'Marta Kowalczyk', tenancyRent: '575.00' })
    await page.goto(`${path}?property=${String(property)}`)
    // An only vacant room is chosen with its house; a home of the address waits for a press.
    await expect(page.getByRole('radio', { name: /Room 2/ })).toBeChecked()
    expect(await made(page)).toContain('&roomId=')
    await addTenant(token, { propertyId: property, roomNumber: '2', name: 'Daniel Osei', tenancyRent: '610.00' })
    await expect(page.getByText('No vacant rooms available.')).toBeVisible()
    await expect(page.getByText('All rooms in this HMO property are currently occupied.')).toBeVisible()
  })

  signedIn('mails a person a link of their own', { tag: '@any-width' }, async ({ page, account }) => {
    const { name, email } = somebody('Tenant')
    const property = await addProperty(await tokenOf(account), { name: 'The Old Bakery', status: 'Vacant' })
    await page.goto(`${path}?property=${String(property)}`)
    await made(page)
    const person = page.getByRole('region', { name: 'For one person' })
    await person.getByLabel('Name').fill(name)
    await person.getByLabel('Email').fill(email)
    await person.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(toast(page, 'Invitation sent')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Live links' }).getByText(name)).toBeVisible()
  })

  signedIn('is not wider than a phone', { tag: '@any-width' }, async ({ page, account }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'
    const property = await addProperty(await tokenOf(account), { name: place, address: `25 ${place}, ${place}`, status: 'Vacant' })
    await page.goto(`${path}?property=${String(property)}`)
    await made(page)
    await expect(page.getByRole('region', { name: 'Live links' }).getByText('Not used yet')).toBeVisible()
    const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
    expect(widths.page).toBeLessThanOrEqual(widths.window)
  })
})
