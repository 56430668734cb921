import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { addProperty, addTenant, dayFromNow, tokenOf } from './support/lintel'
import { figure, heading, propertyDetails, toast } from './support/screens'
import { expect, signedIn } from './support/test'

const house = {
  name: 'Ashmead House',
  address: '212 Ashmead Road, Bristol',
  postcode: 'BS6 7QD',
  propertyType: 'HMO',
  hmoRooms: 3,
  hmoRoomRentals: { 1: '575.00', 2: '590.00', 3: '610.00' },
  hmoRoomOccupancy: ['Vacant', 'Vacant', 'Vacant'],
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768
/** The line of a tenant: a card on phones, else a row. */
const line = (page: Page, name: string): Locator =>
  page.getByRole(isPhone(page) ? 'article' : 'row').filter({ has: page.getByRole('link', { name, exact: true }) })
const tenantDetails = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Tenant Details ${name}` })

async function type(day: Locator, iso: string): Promise<void> {
  const [year = '', month = '', date = ''] = iso.split('-')
  await day.getByLabel('Day').fill(date)
  await day.getByLabel('Month').fill(month)
  await day.getByLabel('Year').fill(year)
}

/** The texts of the specification, where there is nobody yet. */
signedIn('without tenants the lists say so, and lead to the form', async ({ page }) => {
  await page.goto('/tenants')
  await expect(heading(page, 'Tenants')).toBeVisible()
  await expect(page.getByText('No active tenants', { exact: true })).toBeVisible()
  await expect(page.getByText('No previous tenants', { exact: true })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('region', { name: 'Active Tenants' }).getByRole('link', { name: 'Add Tenant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Tenant' })
  await dialog.getByRole('button', { name: 'Add Tenant' }).click()
  await expect(dialog.getByRole('alert').getByText('Choose a property.')).toBeVisible()
  await expect(dialog.getByRole('alert').getByText('Name must be at least 2 characters')).toBeVisible()
  await isAccessible(page)
})

signedIn('a landlord adds who lives in a room, edits them, and ends the tenancy', async ({ page, account }) => {
  const token = await tokenOf(account)
  const property = await addProperty(token, house)
  // Once this one is there, the home is known where tenancies are kept.
  await addTenant(token, { propertyId: property, roomNumber: '1', name: 'Marta Kowalczyk', tenancyRent: '575.00' })
  await page.goto(`/tenants?add=tenant&property=${String(property)}`)
  const add = page.getByRole('dialog', { name: 'Add Tenant' })
  await expect(add.getByLabel('Property', { exact: true })).toHaveValue('Ashmead House, BS6 7QD')
  await add.getByLabel('Room', { exact: true }).selectOption({ label: 'Room 2, vacant, £590' })
  await expect(add.getByLabel('Rent per month')).toHaveValue('590.00')
  await add.getByLabel('Name', { exact: true }).fill('Daniel Osei')
  await add.getByRole('textbox', { name: 'Email' }).fill('daniel@mail.example')
  await add.getByLabel('Phone').fill('07700 900264')
  await type(add.getByRole('group', { name: 'First day' }), dayFromNow(-40))
  await add.getByRole('button', { name: 'Add Tenant' }).click()
  await expect(toast(page, 'Tenant Added')).toBeVisible()

  const row = line(page, 'Daniel Osei')
  await expect(row).toContainText('Room 2')
  await expect(row).toContainText('£590')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: /^07700 900264/ })).toHaveAttribute('href', 'tel:07700900264')
  await expect(figure(page, 'Active Tenants')).toContainText('2')
  await expect(figure(page, isPhone(page) ? 'Total Rent' : 'Monthly Rent Income')).toContainText('£1,165')
  await expect(figure(page, 'Occupied Properties')).toContainText('1')
  // On a phone the toast lies beside the menu's button while it is there.
  await expect(toast(page, 'Tenant Added')).toBeHidden()
  await isAccessible(page)

  await row.getByRole('link', { name: 'Daniel Osei', exact: true }).click()
  const dialog = tenantDetails(page, 'Daniel Osei')
  await expect(dialog.getByText('£590.00')).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Edit Details' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Tenant' })
  await edit.getByLabel('Phone').fill('07700 900265')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Tenant Updated')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^07700 900265/ })).toBeVisible()

  await dialog.getByRole('button', { name: 'End Tenancy' }).click()
  const end = page.getByRole('dialog', { name: 'End Tenancy' })
  await type(end.getByRole('group', { name: 'Last day' }), dayFromNow(60))
  await end.getByRole('button', { name: 'End Tenancy' }).click()
  await expect(toast(page, /^Tenancy ends on/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change the last day' }).click()
  await type(end.getByRole('group', { name: 'Last day' }), dayFromNow(-1))
  await end.getByRole('button', { name: 'End Tenancy' }).click()
  await expect(toast(page, 'Tenancy ended')).toBeVisible()
  await expect(dialog.getByText('This tenant has left. The history stays.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: 'Previous Tenants' }).getByRole('link', { name: 'Daniel Osei', exact: true })).toBeVisible()
  await expect(line(page, 'Marta Kowalczyk')).toBeVisible()
})

signedIn('Property Details says who lives there, and what is written is found', { tag: '@any-width' }, async ({ page, account }) => {
  const token = await tokenOf(account)
  const shared = await addProperty(token, house)
  const whole = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
  await addTenant(token, { propertyId: shared, roomNumber: '1', name: 'Marta Kowalczyk', tenancyRent: '575.00' })
  await addTenant(token, { propertyId: whole, name: 'James Adeyemi' })

  await page.goto(`/portfolio/${String(shared)}`)
  const details = propertyDetails(page, 'Ashmead House')
  await expect(details.getByRole('row', { name: /Marta Kowalczyk/ })).toContainText('Occupied')
  await details.getByRole('region', { name: 'Tenants' }).getByRole('link', { name: 'Marta Kowalczyk', exact: true }).click()
  await expect(tenantDetails(page, 'Marta Kowalczyk')).toBeVisible()

  await page.goto('/tenants')
  await expect(page.getByText(/HMO, 1 of 3 rooms let/)).toBeVisible()
  await page.getByRole('searchbox').fill('Adeyemi')
  await expect(line(page, 'Marta Kowalczyk')).toHaveCount(0)
  await expect(line(page, 'James Adeyemi')).toBeVisible()
  await expect(page).toHaveURL(/search=Adeyemi/)
  await page.reload()
  await expect(line(page, 'James Adeyemi')).toBeVisible()
})

signedIn('an upcoming tenancy starts on its day, and every open screen follows', { tag: '@any-width' }, async ({ page, otherDevice, account }) => {
  const token = await tokenOf(account)
  const property = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
  await addTenant(token, { propertyId: property, name: 'James Adeyemi', leaseStart: dayFromNow(20) })
  await otherDevice.goto('/tenants')
  await page.goto('/tenants')
  const upcoming = page.getByRole('region', { name: 'Upcoming Tenants' })
  await expect(upcoming.getByRole('link', { name: 'James Adeyemi' })).toBeVisible()
  await expect(upcoming.getByRole('button')).toHaveCount(0)

  // The move is brought forward.
  await upcoming.getByRole('link', { name: 'James Adeyemi' }).click()
  const dialog = tenantDetails(page, 'James Adeyemi')
  await dialog.getByRole('button', { name: 'Edit Details' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Tenant' })
  await type(edit.getByRole('group', { name: 'First day' }), dayFromNow(0))
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Tenant Updated')).toBeVisible()
  await dialog.getByRole('button', { name: /^Start Tenancy ?, James Adeyemi$/ }).click()
  await expect(toast(page, 'Tenancy started')).toBeVisible()
  await expect(dialog.getByText('Active', { exact: true })).toBeVisible()
  await expect(otherDevice.getByRole('region', { name: 'Upcoming Tenants' })).toBeHidden()
  await expect(line(otherDevice, 'James Adeyemi')).toBeVisible()
})

signedIn('neither the list nor the details are wider than the page', { tag: '@any-width' }, async ({ page, account }) => {
  const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'
  const token = await tokenOf(account)
  const property = await addProperty(token, { ...house, name: place, address: `25 ${place}, ${place}` })
  const id = await addTenant(token, { propertyId: property, roomNumber: '1', name: place, email: `${place.toLowerCase()}@mail.example`, tenancyRent: '575.00' })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/tenants', `/tenants/${String(id)}`]) {
      await page.goto(path)
      await expect(page.getByText(place, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
      expect(widths.page, `${path} at ${String(width)} px`).toBeLessThanOrEqual(widths.window)
    }
    expect(await page.getByRole('dialog').evaluate((whole) => whole.scrollWidth - whole.clientWidth), `the dialog at ${String(width)} px`).toBe(0)
  }
})
