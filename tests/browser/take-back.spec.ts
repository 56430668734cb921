import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { act, addInspection, addProperty, addTenant, ask, dayFromNow, sellProperty, tokenOf } from './support/lintel'
import { anApplicant, apply, fillDay, invitation } from './support/letting'
import { dayOf, recordDeposit, startRent } from './support/rent'
import { card, propertyDetails, toast } from './support/screens'
import { expect, signedIn } from './support/test'
import { tick } from './support/tick'

const tenantDetails = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Tenant Details ${name}` })

/** A home with one tenant, since before today. */
async function letHome(token: string, tenant: Record<string, unknown> = {}): Promise<{ home: number; tenant: number }> {
  const home = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
  return { home, tenant: await addTenant(token, { propertyId: home, name: 'James Adeyemi', ...tenant }) }
}

/** Says why in the dialog that is open, and takes it back. */
async function takeBack(page: Page, title: string, button: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('heading', { name: /^What has followed/ })).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog.getByText('Say why, in 2 to 500 characters.').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
}

/** Presses Undo in the toast that is there, as the keyboard does. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toast(page, 'Undone')).toBeVisible()
}

signedIn('the end of a tenancy is undone at once, and taken back with a reason', async ({ page, account }) => {
  const token = await tokenOf(account)
  const { tenant } = await letHome(token)
  await page.goto(`/tenants/${String(tenant)}`)
  const details = tenantDetails(page, 'James Adeyemi')
  const end = page.getByRole('dialog', { name: 'End Tenancy' })
  const record = async () => {
    await details.getByRole('button', { name: 'End Tenancy' }).click()
    await expect(end.getByRole('group', { name: 'Last day' }).getByLabel('Day')).toHaveValue('')
    await fillDay(end.getByRole('group', { name: 'Last day' }), dayFromNow(40))
    await end.getByRole('button', { name: 'End Tenancy' }).click()
    await expect(toast(page, /^Tenancy ends on/)).toBeVisible()
  }
  await record()
  await undo(page)
  await expect(details.getByRole('region', { name: 'The end of this tenancy' })).toBeHidden()

  await record()
  const ending = details.getByRole('region', { name: 'The end of this tenancy' })
  await expect(ending).toContainText('Last day')
  await isAccessible(page)
  await ending.getByRole('button', { name: 'Take back the end' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back the end of the tenancy' })
  await tick(dialog.getByRole('radio', { name: /James and I agree/ }))
  await takeBack(page, 'Take back the end of the tenancy', 'Take back the end', 'He stays after all')
  await expect(toast(page, 'The end is taken back')).toBeVisible()
  await expect(ending).toBeHidden()
  await expect(details.getByRole('region', { name: 'Taken back' })).toContainText('He stays after all')
})

signedIn('an end with a following tenancy is not taken back before that one', async ({ page, account }) => {
  const token = await tokenOf(account)
  const { home, tenant } = await letHome(token)
  await act(token, `/api/tenants/${String(tenant)}/end`, { leaseEnd: dayFromNow(-3) })
  const next = await addTenant(token, { propertyId: home, name: 'Priya Raman', leaseStart: dayFromNow(-1) })
  await page.goto(`/tenants/${String(tenant)}`)
  await tenantDetails(page, 'James Adeyemi').getByRole('button', { name: 'Take back the end' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back the end of the tenancy' })
  await expect(dialog.getByText('Not possible yet')).toBeVisible()
  await expect(dialog).toContainText('Priya Raman')
  await isAccessible(page)
  await dialog.getByRole('link', { name: 'Open the tenant' }).click()
  await expect(page).toHaveURL(new RegExp(`/tenants/${String(next)}$`))
})

signedIn('a change of the rent and the return of a deposit are taken back', async ({ page, account }) => {
  const token = await tokenOf(account)
  const first = dayFromNow(-20)
  const { tenant } = await letHome(token, { leaseStart: first })
  await startRent(token, tenant, first)
  const later = new Date(`${first}T12:00:00Z`)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + 3)
  later.setUTCDate(dayOf(first))
  await act(token, `/api/tenants/${String(tenant)}/rent-changes`, { effectiveDate: later.toISOString().slice(0, 10), monthlyRent: '1100.00' })
  await recordDeposit(token, tenant, { amount: '1300.00', receivedDate: first })
  await act(token, `/api/tenants/${String(tenant)}/deposit/return`, { returnDate: dayFromNow(0), returned: '1300.00' })

  await page.goto(`/tenants/${String(tenant)}`)
  const details = tenantDetails(page, 'James Adeyemi')
  await details.getByRole('button', { name: /^More for the change from/ }).click()
  await page.getByRole('menuitem', { name: 'Take back the change' }).click()
  await takeBack(page, 'Take back the change of the rent', 'Take back the change', 'Not agreed')
  await expect(toast(page, 'The change is taken back')).toBeVisible()
  await expect(details.getByRole('button', { name: /^More for the change from/ })).toBeHidden()

  await details.getByRole('button', { name: 'Take back the return' }).click()
  await takeBack(page, 'Take back the return of the deposit', 'Take back the return', 'The transfer failed')
  await expect(toast(page, 'The return is taken back')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Record Return' })).toBeVisible()
  await expect(details.getByRole('region', { name: 'Taken back' })).toContainText('The transfer failed')
})

signedIn('a sold home comes back with its rooms and inspections', async ({ page, account }) => {
  const token = await tokenOf(account)
  const home = await addProperty(token, { name: 'Ashmead House', propertyType: 'HMO', hmoRooms: 2, hmoRoomRentals: { 1: '575.00', 2: '610.00' }, hmoRoomOccupancy: ['Vacant', 'Vacant'] })
  await addInspection(token, { propertyId: home, inspectionDate: dayFromNow(30) })
  await sellProperty(token, home, { salePrice: '268500.00', purchasePrice: '164000.00', saleDate: dayFromNow(0) })
  await page.goto('/sold-properties')
  await page.getByRole('link', { name: 'Ashmead House' }).click()
  await page.getByRole('dialog', { name: 'Sold Property Ashmead House' }).getByRole('button', { name: 'Take back the sale' }).click()
  await takeBack(page, 'Take back the sale', 'Take back the sale', 'The buyer stepped back')
  await expect(toast(page, 'The sale is taken back')).toBeVisible()
  const details = propertyDetails(page, 'Ashmead House')
  await expect(details).toContainText('£610')
  await expect(page).toHaveURL(new RegExp(`/portfolio/${String(home)}$`))
  await page.goto('/sold-properties')
  await expect(page.getByRole('heading', { name: 'No Properties Sold' })).toBeVisible()
  await page.goto('/portfolio')
  await expect(card(page, 'Ashmead House')).toBeVisible()
})

signedIn('a completed inspection is planned again', async ({ page, account }) => {
  const token = await tokenOf(account)
  const home = await addProperty(token, { name: 'Linden Avenue' })
  const inspection = await addInspection(token, { propertyId: home, inspectionDate: dayFromNow(0) })
  const path = `/api/property-inspections/${String(inspection)}`
  const read = await ask(path, { headers: { authorization: `Bearer ${token}` } })
  await act(token, `${path}/complete`, { notes: 'Fine', issuesFound: 'The gutter leaks' }, { 'if-match': read.headers.get('etag') ?? '' })
  await page.goto('/portfolio/compliance?kind=completed')
  await page.getByRole('button', { name: /^More, / }).first().click()
  await page.getByRole('menuitem', { name: 'Take back' }).click()
  await takeBack(page, 'Take back the completed inspection', 'Take back', 'It was another home')
  await expect(toast(page, 'The inspection is planned again')).toBeVisible()
  const after = await ask(path, { headers: { authorization: `Bearer ${token}` } })
  expect(((await after.json()) as { status: string }).status).toBe('Scheduled')
})

signedIn('a waived reference is wanted again, and nobody is emailed', async ({ page, account }) => {
  const token = await tokenOf(account)
  const { url, propertyId } = await invitation(token)
  const applicant = anApplicant()
  const { id } = await apply(url, applicant, propertyId)
  await page.goto(`/landlord-applications/${String(id)}`)
  const waive = page.getByRole('button', { name: /^Waive ?, / }).first()
  await waive.click()
  const dialog = page.getByRole('dialog', { name: 'Go on without this reference?' })
  await dialog.getByLabel('Reason').fill('Known for years')
  await dialog.getByRole('button', { name: 'Waive' }).click()
  await expect(toast(page, 'Reference Waived')).toBeVisible()
  await undo(page)

  await waive.click()
  await dialog.getByLabel('Reason').fill('Known for years')
  await dialog.getByRole('button', { name: 'Waive' }).click()
  await page.getByRole('button', { name: /^Ask for it after all/ }).click()
  await takeBack(page, 'Ask for the reference after all', 'Ask for it after all', 'The insurer wants it')
  await expect(toast(page, 'The reference is wanted again')).toBeVisible()
  await expect(waive).toBeVisible()
})

signedIn('a tenant who was added by mistake goes, and the home is free again', async ({ page, account }) => {
  const token = await tokenOf(account)
  const { tenant } = await letHome(token)
  await page.goto(`/tenants/${String(tenant)}`)
  await tenantDetails(page, 'James Adeyemi').getByRole('button', { name: 'Added by mistake' }).click()
  await takeBack(page, 'Delete a tenant added by mistake', 'Delete this tenant', 'The wrong home')
  await expect(toast(page, 'Tenant deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/tenants$/)
  await expect(page.getByText('No active tenants', { exact: true })).toBeVisible()
})

signedIn('an import is taken back but for what was changed since', async ({ page, account }) => {
  const token = await tokenOf(account)
  const rows = ['Name,Address,Postcode,Property type,Monthly rent,Status', 'House 1,"1 Wharf Lane, Leeds",LS10 1JR,House,1001.00,Vacant', 'House 2,"2 Wharf Lane, Leeds",LS10 1JR,House,1002.00,Vacant']
  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'Import or export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'terrace.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await dialog.getByRole('button', { name: 'Import 2 properties' }).click()
  await expect(dialog.getByText('2 properties were added to your portfolio.')).toBeVisible()
  const headers = { authorization: `Bearer ${token}` }
  const listed = (await (await ask('/api/properties', { headers })).json()) as { id: number; name: string }[]
  const kept = listed.find(({ name }) => name === 'House 2')?.id ?? 0
  const path = `/api/properties/${String(kept)}`
  const read = await ask(path, { headers })
  const changed = await ask(path, { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json', 'if-match': read.headers.get('etag') ?? '' }, body: JSON.stringify({ bedrooms: 4 }) })
  expect(changed.status).toBe(200)
  await dialog.getByRole('button', { name: 'Take back the import' }).click()
  const asked = page.getByRole('dialog', { name: 'Take back the import' })
  await expect(asked.getByRole('listitem').filter({ hasText: 'House 1' })).toContainText('Goes')
  await expect(asked.getByRole('listitem').filter({ hasText: 'House 2' })).toContainText('Stays')
  await takeBack(page, 'Take back the import', 'Take back the import', 'The wrong file')
  await expect(toast(page, 'The import is taken back')).toBeVisible()
  await expect(card(page, 'House 2')).toBeVisible()
  await expect(card(page, 'House 1')).toBeHidden()
})
