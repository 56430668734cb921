import { isAccessible } from './support/accessible'
import { addCertificate, addInspection, addProperty, dayFromNow, tokenOf } from './support/lintel'
import { approved } from './support/agreements'
import { importListings } from './support/listings'
import { withTextMessages } from './support/phone'
import { addPetRequest, letTogether, recordDeposit } from './support/rent'
import { card, describe, heading, openAddProperty, propertyDetails, save } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

test.describe('signed out', () => {
  test.use({ expectedErrors: refused(404) })

  test('login and sign-up with its mistakes', async ({ page }) => {
    await page.goto('/')
    await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
    await isAccessible(page)
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('There is a problem')).toBeVisible()
    await isAccessible(page)
  })

  test('verification by code and by a link that is none', async ({ page }) => {
    await page.goto('/manual-verify')
    await page.getByLabel('Verification code').fill('AAAA-BBBB')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByLabel('Verification code')).toHaveAttribute('aria-invalid', 'true')
    await isAccessible(page)
    await page.goto('/verify-email?token=nonsense')
    await expect(heading(page, 'Verification Failed')).toBeVisible()
    await isAccessible(page)
    await page.goto('/forgot-password')
    await expect(heading(page, 'Forgot your password?')).toBeVisible()
    await isAccessible(page)
    await page.goto('/unsubscribe?token=nonsense')
    await expect(heading(page, 'This link no longer works')).toBeVisible()
    await isAccessible(page)
    await page.goto('/reset-password?token=nonsense')
    await expect(heading(page, 'Choose a new password')).toBeVisible()
    await isAccessible(page)
  })
})

signedIn('an empty portfolio, the open dialog with mistakes, Page Not Found', async ({ page }) => {
  const dialog = await openAddProperty(page)
  await describe(dialog, { name: '', address: '', postcode: '', type: 'HMO' })
  await dialog.getByLabel('Rent of room 1').fill('much')
  await save(dialog)
  await expect(dialog.getByText('There is a problem')).toBeVisible()
  await isAccessible(page)
  await page.goto('/portfolio')
  await expect(page.getByText('No Properties Yet')).toBeVisible()
  await isAccessible(page)
  await page.goto('/nowhere')
  await expect(heading(page, 'Page Not Found')).toBeVisible()
  await isAccessible(page)
})

signedIn('Dashboard, Portfolio and the menu with properties in every state', async ({ page, account }) => {
  const token = await tokenOf(account)
  for (const status of ['Vacant', 'Under Renovation', 'Under Maintenance', 'Occupied']) await addProperty(token, { name: status, status })
  await page.goto('/')
  await expect(page.getByText('Occupancy', { exact: true })).toBeVisible()
  await isAccessible(page)
  await page.goto('/portfolio')
  await expect(card(page, 'Vacant')).toBeVisible()
  await isAccessible(page)
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) {
    await menu.click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await isAccessible(page)
  }
})

signedIn('a shared house’s details and edit mode, Sell Property, Sold Properties', async ({ page, account }) => {
  const rooms = { hmoRooms: 2, hmoRoomRentals: { 1: '480', 2: '520' }, hmoRoomOccupancy: ['Occupied', 'Vacant'] }
  await addProperty(await tokenOf(account), { name: 'Ashmead House', propertyType: 'HMO', status: null, ...rooms, fixedTermEndDate: '2020-01-31' })
  await page.goto('/portfolio')
  await card(page, 'Ashmead House').getByRole('link', { name: 'Ashmead House', exact: true }).click()
  const dialog = propertyDetails(page, 'Ashmead House')
  await expect(dialog.getByText('1 of 2 rooms occupied')).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Sell Property' }).click()
  await expect(page.getByRole('dialog', { name: 'Sell Property' })).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Edit Details' }).click()
  await expect(dialog.getByLabel('Address')).toBeVisible()
  await isAccessible(page)
  await page.goto('/sold-properties')
  await expect(page.getByText('No Properties Sold')).toBeVisible()
  await isAccessible(page)
})

signedIn('certificates in every state, and their dialog with mistakes', async ({ page, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Priory Gardens' })
  const states = { EPC: -3, 'Gas Safety': 2, EICR: 20, PAT: 200 }
  for (const [certificateType, days] of Object.entries(states)) await addCertificate(token, { propertyId, certificateType, expiryDate: dayFromNow(days) })
  await page.goto('/portfolio/compliance?kind=certificates')
  await expect(page.getByText('Expires in 2 days')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Add Certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Certificate' })
  await dialog.getByRole('button', { name: 'Add Certificate' }).click()
  await expect(dialog.getByText('There is a problem')).toBeVisible()
  await isAccessible(page)
})

signedIn('what each home needs, and one cell of it', async ({ page, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Priory Gardens' })
  for (const [certificateType, days] of Object.entries({ EPC: -3, EICR: 20 })) await addCertificate(token, { propertyId, certificateType, expiryDate: dayFromNow(days) })
  await page.goto('/portfolio/compliance')
  const gas = page.getByRole('button', { name: 'Priory Gardens, Gas Safety: Missing, Gas not known' })
  await expect(gas).toBeVisible()
  await isAccessible(page)
  await gas.click()
  const dialog = page.getByRole('dialog', { name: 'Gas Safety' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose an answer first.')).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Not needed' }).click()
  await expect(page.getByRole('dialog', { name: 'Not needed here' })).toBeVisible()
  await isAccessible(page)
})

signedIn('inspections, Complete Inspection and Schedule All', async ({ page, account }) => {
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Priory Gardens' })
  for (const days of [-3, 5]) await addInspection(token, { propertyId, inspectionDate: dayFromNow(days) })
  await page.goto('/portfolio/compliance?kind=inspections')
  await expect(page.getByText('3 days overdue')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: /^Complete/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Complete Inspection' })).toBeVisible()
  await isAccessible(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Schedule All' }).click()
  await expect(page.getByRole('button', { name: 'Book 1 inspection' })).toBeVisible()
  await isAccessible(page)
})

signedIn('Property Search and its imports', async ({ page, account }) => {
  await importListings(await tokenOf(account))
  await page.goto('/property-search')
  await expect(page.getByRole('heading', { name: '3 Properties Found' })).toBeVisible()
  await isAccessible(page)
  await page.goto('/property-search/imports')
  await expect(page.getByText('Finished', { exact: true })).toBeVisible()
  await isAccessible(page)
})

signedIn('Settings and their sub-pages', async ({ page }) => {
  signedIn.slow()
  await page.goto('/settings')
  await expect(page.getByText('GBP, DD/MM/YYYY')).toBeVisible()
  await isAccessible(page)
  for (const [path, title] of [
    ['profile', 'Profile'],
    ['notifications', 'Notifications'],
    ['property', 'Property Settings'],
    ['security', 'Security'],
  ] as const) {
    await page.goto(`/settings/${path}`)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    await isAccessible(page)
  }
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications', exact: true })).toBeVisible()
  await isAccessible(page)
})

signedIn('the number for text messages, and the code that proves it', async ({ page }) => {
  await withTextMessages(page)
  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Verify number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify Your Number' })
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(dialog.getByText('Enter the six digits of the message.').first()).toBeVisible()
  await isAccessible(page)
})

signedIn('papers, pets, a deposit above the cap, and the rent of joint tenants', async ({ page, account }) => {
  const token = await tokenOf(account)
  const { tenancyId, ids } = await letTogether(token, await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' }), [
    { name: 'James Adeyemi', email: 'james@mail.example', share: '650.01' },
    { name: 'Ruth Adeyemi', email: 'ruth@mail.example', share: '499.99' },
  ])
  const [first = 0] = ids
  await addPetRequest(token, first, { pet: 'A cat' })
  await recordDeposit(token, first, { amount: '1900.00', receivedDate: dayFromNow(-20) })
  await page.goto(`/tenants/tenancies/${String(tenancyId)}`)
  await page.getByRole('button', { name: 'Change: Shares of the rent' }).click()
  await expect(page.getByText('The shares add up to £1,150.00.')).toBeVisible()
  await isAccessible(page)
  await page.goto(`/tenants/${String(first)}`)
  await expect(page.getByText('More than a deposit may be', { exact: true })).toBeVisible()
  await expect(page.getByText('A cat', { exact: true })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Answer or edit: A cat' }).click()
  await page.getByLabel('Answer', { exact: true }).selectOption('refused')
  await page.getByRole('dialog', { name: 'Edit Request' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('There is a problem')).toBeVisible()
  await isAccessible(page)
})

signedIn('a holding deposit with mistakes', async ({ page, account }) => {
  const { id } = await approved(await tokenOf(account))
  await page.goto(`/landlord-applications/${String(id)}`)
  await page.getByRole('button', { name: 'Record Holding Deposit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Holding Deposit' })
  await dialog.getByLabel('What became of it').selectOption('kept')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('There is a problem')).toBeVisible()
  await isAccessible(page)
})

signedIn('Rules, unfolded and filtered to nothing', async ({ page }) => {
  await page.goto('/rules')
  await expect(page.getByText('Rules in use')).toBeVisible()
  await isAccessible(page)
  const more = page.getByLabel('More about Highest deposit, Scotland')
  await more.click()
  await expect(page.getByText('£900 a month: £1,800.00.')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: /^Show \d+ more of Notices$/ }).click()
  await expect(page.getByText('Grounds at once').first()).toBeVisible()
  await isAccessible(page)
  await page.goto('/rules?search=nonsense')
  await expect(page.getByText('No rules match your filters')).toBeVisible()
  await isAccessible(page)
})

signedIn('the question of which nation a home stands in', async ({ page, account }) => {
  const id = await addProperty(await tokenOf(account), { name: 'Chester Road', address: '4 Chester Road, Broughton', postcode: 'CH4 0AA' })
  await page.goto(`/portfolio/${String(id)}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'It is in England' })).toBeVisible()
  await isAccessible(page)
  await page.goto('/')
  await expect(page.getByText('Occupancy', { exact: true })).toBeVisible()
  await isAccessible(page)
})

signedIn('returns after tax', async ({ page, account }) => {
  await importListings(await tokenOf(account))
  await page.goto('/property-search')
  await page.getByRole('article').filter({ hasText: '31 Alma Street' }).getByRole('link', { name: /^Analyse ROI/ }).click()
  await page.getByRole('switch', { name: 'Count my income tax' }).check()
  await page.getByRole('textbox', { name: 'Your other income', exact: true }).fill('45,000')
  await expect(page.getByRole('region', { name: 'After Income Tax' })).toBeVisible()
  await isAccessible(page)
})

signedIn.describe('of a tenant', () => {
  // The browser's note that no tenancy is linked.
  signedIn.use({ role: 'Tenant', expectedErrors: refused(404) })
  signedIn('the portal', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await isAccessible(page)
  })
})
