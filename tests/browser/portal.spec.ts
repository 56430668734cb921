import { isAccessible } from './support/accessible'
import { addProperty, addTenant, base, confirmHome, dayFromNow, mailedLink, signUp, somebody, tokenOf } from './support/lintel'
import { letTogether, postEntry } from './support/rent'
import { figure, heading, logIn, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

const portalInvitation = /^https?:\/\/\S+\/portal-invitation\?token=\S+$/m

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

    // The account says whose home it is: until then it is told where the home is and who lets it, and nothing else.
    await expect(async () => {
      await page.reload()
      await expect(heading(page, 'Is this your home?')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText('212 Ashmead Road, Bristol BS6\u00a07QD')).toBeVisible()
    await expect(page.getByText('£560')).toHaveCount(0)
    await isAccessible(page)
    await page.getByRole('link', { name: 'Not sure? Decide later' }).click()
    await page.getByRole('link', { name: /^Answer for 212 Ashmead Road/ }).click()
    await page.getByRole('button', { name: 'Yes, this is my home' }).click()
    await expect(page.getByText('Ashmead House')).toBeVisible()
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
  signedIn('stays with the home that the tenant confirmed', async ({ page, account, browser, viewport }) => {
    signedIn.slow()
    const [helen, eve] = [await signUp(), await signUp()]
    const [hers, eves] = [await tokenOf(helen), await tokenOf(eve)]
    const home = await addProperty(hers, { name: 'Linden Avenue', address: '88 Linden Avenue, Manchester', postcode: 'M21 9QJ', status: 'Vacant' })
    await addTenant(hers, { propertyId: home, name: account.name, email: account.email })
    await confirmHome(await tokenOf(account))
    // A stranger, with a first day long before.
    const other = await addProperty(eves, { name: 'Low Road', address: '1 Low Road, Leeds', postcode: 'LS1 1AA', status: 'Vacant' })
    const entry = await addTenant(eves, { propertyId: other, name: account.name, email: account.email, leaseStart: '2001-01-01' })

    await page.goto('/tenant-dashboard')
    await expect(page.getByText('Linden Avenue', { exact: true })).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('link', { name: /^Answer for 1 Low Road/ })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText('Linden Avenue', { exact: true })).toBeVisible()

    const context = await browser.newContext({ baseURL: base(), viewport, storageState: { cookies: [], origins: [] } })
    const desk = await context.newPage()
    await desk.goto('/')
    await logIn(desk, eve)
    await expect(heading(desk, 'Executive Dashboard')).toBeVisible()
    await desk.goto(`/tenants/${String(entry)}`)
    await expect(desk.getByText('Waits for an answer')).toBeVisible()

    await page.getByRole('link', { name: /^Answer for 1 Low Road/ }).click()
    await expect(heading(page, 'Is this your home?')).toBeVisible()
    await page.getByRole('button', { name: 'No, it isn’t' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'No, it isn’t' }).click()
    // It is sent once it can be undone no more.
    await expect(page.getByText('88 Linden Avenue, Manchester M21\u00a09QJ')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('link', { name: /^Answer for/ })).toHaveCount(0)
    await expect(async () => {
      await desk.reload()
      await expect(desk.getByText('Not confirmed')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await context.close()
  })

  signedIn('shows joint tenants their own rent and payments, and the joint debt', async ({ page, account, browser, viewport }) => {
    signedIn.slow()
    const token = await tokenOf(await signUp())
    const ruth = await signUp('Tenant')
    const home = await addProperty(token, { name: 'Linden Avenue', address: '88 Linden Avenue, Manchester', postcode: 'M21 9QJ', status: 'Vacant' })
    const { ids } = await letTogether(token, home, [
      { name: account.name, email: account.email, share: '650.01' },
      { name: ruth.name, email: ruth.email, share: '499.99' },
    ])
    await confirmHome(await tokenOf(account))
    await confirmHome(await tokenOf(ruth))
    // Three months of £1,150 are due. One pays all of the second share as well, the other a penny less than hers, once.
    await postEntry(token, ids[0] ?? 0, { amount: '1300.01', date: dayFromNow(-40) })
    await postEntry(token, ids[1] ?? 0, { amount: '499.98', date: dayFromNow(-39) })

    const context = await browser.newContext({ baseURL: base(), viewport, storageState: { cookies: [], origins: [] } })
    const hers = await context.newPage()
    await hers.goto('/')
    await logIn(hers, ruth)
    await page.goto('/tenant-dashboard')
    const together = '£1,650.01'
    for (const [portal, share, own, paid, others] of [
      [page, '£650.01', ['£650.01', '£650.01', '£650.01'], '−£1,300.01', '£999.99'],
      [hers, '£499.99', ['£499.99', '£499.99', '£499.99'], '−£499.98', '£650.02'],
    ] as const) {
      const rent = portal.getByRole('region', { name: 'Rent', exact: true })
      await expect(rent.getByRole('definition')).toHaveText([...own.slice(0, 2), paid, ...own.slice(2), others, together])
      await expect(rent.getByRole('term').nth(-2)).toHaveText('Others in your tenancy')
      await expect(rent.getByRole('term').last()).toHaveText('Owed today, by all of you together')
      await expect(portal.getByText(`${share} per month`)).toBeVisible()
      await expect(portal.getByText('Your share of £1,150 per month')).toBeVisible()
      await expect(rent.getByText(new RegExp(`^Next rent ${share.replace('.', '\\.')} on `))).toBeVisible()
      await isAccessible(portal)
    }
    await context.close()
  })

  signedIn('shows the home of an invitation to the account that follows it', async ({ page, account, browser, viewport }) => {
    signedIn.slow()
    const helen = await signUp()
    const hers = await tokenOf(helen)
    const home = await addProperty(hers, { name: 'Linden Avenue', address: '88 Linden Avenue, Manchester', postcode: 'M21 9QJ', status: 'Vacant' })
    // Another address than the account's.
    const { email } = somebody('Tenant')
    const entry = await addTenant(hers, { propertyId: home, name: account.name, email })

    const context = await browser.newContext({ baseURL: base(), viewport, storageState: { cookies: [], origins: [] } })
    const desk = await context.newPage()
    await desk.goto('/')
    await logIn(desk, helen)
    await expect(heading(desk, 'Executive Dashboard')).toBeVisible()
    await desk.goto(`/tenants/${String(entry)}`)
    await desk.getByRole('button', { name: 'Invite to Portal' }).click()
    await desk.getByRole('dialog', { name: 'Invite to the portal' }).getByRole('button', { name: 'Send invitation' }).click()
    await expect(toast(desk, 'Invitation sent')).toBeVisible()

    const { pathname, search } = new URL(await mailedLink(email, portalInvitation))
    await page.goto(pathname + search)
    await expect(heading(page, 'Is this your home?')).toBeVisible()
    await expect(page).toHaveURL(/\/portal-invitation$/)
    await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: 'Yes, this is my home' }).click()
    await expect(toast(page, 'Home added')).toBeVisible()
    await expect(page.getByText('Linden Avenue', { exact: true })).toBeVisible()
    await expect(async () => {
      await desk.reload()
      await expect(desk.getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expect(desk.getByRole('button', { name: 'Invite to Portal' })).toHaveCount(0)

    // It worked once; a stranger is told so.
    const stranger = await browser.newContext({ baseURL: base(), viewport, storageState: { cookies: [], origins: [] } })
    const late = await stranger.newPage()
    await late.goto(pathname + search)
    await expect(heading(late, 'This invitation was used')).toBeVisible()
    await isAccessible(late)
    await stranger.close()
    await context.close()
  })
})
