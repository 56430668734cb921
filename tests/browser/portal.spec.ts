import { isAccessible } from './support/accessible'
import { addProperty, addTenant, signUp, tokenOf } from './support/lintel'
import { figure, heading } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.describe('the tenant portal', () => {
  // Until a tenancy is linked to the account there is none to be read.
  signedIn.use({ role: 'Tenant', expectedErrors: refused(404) })

  signedIn('opens once a landlord adds a tenant with the account’s address', async ({ page, account }) => {
    await page.goto('/tenant-dashboard')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Unable to load tenant information')).toBeVisible()
    await isAccessible(page)

    const landlord = await signUp()
    const token = await tokenOf(landlord)
    const property = await addProperty(token, {
      name: 'Ashmead House',
      address: '212 Ashmead Road, Bristol',
      postcode: 'BS6 7QD',
      propertyType: 'HMO',
      hmoRooms: 2,
      hmoRoomRentals: { 1: '575.00', 2: '560.00' },
      hmoRoomOccupancy: ['Vacant', 'Vacant'],
    })
    // The address counts without case.
    await addTenant(token, { propertyId: property, roomNumber: '2', name: account.name, email: account.email.toUpperCase(), tenancyRent: '560.00' })

    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Ashmead House')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    const isPhone = (page.viewportSize()?.width ?? 0) < 768
    await expect(heading(page, isPhone ? 'My Portal' : 'Tenant Portal')).toBeVisible()
    await expect(page.getByText('212 Ashmead Road, Bristol BS6\u00a07QD')).toBeVisible()
    await expect(page.getByText('Room 2', { exact: true })).toBeVisible()
    await expect(page.getByText('£560')).toBeVisible()
    await expect(page.getByText('HMO', { exact: true })).toBeVisible({ visible: !isPhone })
    await expect(figure(page, 'Open Issues')).toContainText('0')
    await expect(figure(page, 'Total Requests')).toContainText('0')
    await expect(page.getByText('No maintenance requests yet')).toBeVisible()
    await isAccessible(page)
    // It is where a tenant starts, too.
    await page.goto('/')
    await expect(page.getByText('Ashmead House')).toBeVisible()
  })
})
