import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { addProperty, ask, dayFromNow, mailedLink, somebody, type Account } from './lintel'

/** A shared house with two rooms free. */
const house = {
  name: 'Ashmead House',
  address: '212 Ashmead Road, Bristol',
  postcode: 'BS6 7QD',
  propertyType: 'HMO',
  status: 'Vacant',
  hmoRooms: 2,
  hmoRoomRentals: { 1: '575.00', 2: '610.00' },
  hmoRoomOccupancy: ['Vacant', 'Vacant'],
}

/** A call of another device; it may be refused until the home is known to the service of tenancies. */
async function call(path: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** A link that invites to apply for the shared house's second room; `more` is said of the house, and with the link. */
export async function invitation(token: string, more: { home?: object; link?: object } = {}): Promise<{ url: string; propertyId: number; roomId: number }> {
  const propertyId = await addProperty(token, { ...house, ...more.home })
  const rooms = await ask(`/api/rooms/${String(propertyId)}`, { headers: { authorization: `Bearer ${token}` } })
  const found = (await rooms.json()) as { id: number; roomNumber: string }[]
  const roomId = found.find(({ roomNumber }) => roomNumber === '2')?.id ?? 0
  let url = ''
  await expect(async () => {
    const reply = await call('/api/invites', { propertyId, roomId, ...more.link }, token)
    expect(reply.status).toBe(201)
    url = ((await reply.json()) as { url: string }).url
  }).toPass({ timeout: 30_000 })
  return { url, propertyId, roomId }
}

/** Somebody who applies, with those whom they name. */
export interface Applicant extends Account {
  guarantor: Account
  employer: Account
}

export const anApplicant = (): Applicant => ({ ...somebody('Tenant'), guarantor: somebody('Guarantor'), employer: somebody('Employer') })

/** Applies by the link as at another device, to move in on a day; the private link to the status. */
export async function apply(url: string, applicant: Applicant, propertyId: number, moveInDate = dayFromNow(30)): Promise<{ id: number; statusUrl: string }> {
  const reply = await call('/api/tenant-signup', {
    invite: new URL(url).searchParams.get('invite'),
    name: applicant.name,
    email: applicant.email,
    phone: '020 7946 0184',
    address: 'Flat 2, 19 Sedgefield Road, Bristol',
    propertyId,
    roomNumber: '2',
    employmentStatus: 'full-time',
    employerName: 'Severn Analytics Ltd',
    employerPhone: '0117 496 0182',
    employerEmail: applicant.employer.email,
    position: 'Data analyst',
    monthlyIncome: '2150.00',
    guarantorName: applicant.guarantor.name,
    guarantorPhone: '020 7946 0734',
    guarantorEmail: applicant.guarantor.email,
    guarantorRelationship: 'parent',
    moveInDate,
  })
  if (reply.status !== 201) throw new Error(`tenant-signup: ${String(reply.status)} ${await reply.text()}`)
  return (await reply.json()) as { id: number; statusUrl: string }
}

/** The link of the newest mail that invites somebody to apply. */
export const inviteLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/tenant-signup\?\S*invite=\S+$/m)

/** The link of the newest mail to a guarantor or an employer. */
export const referenceLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/(?:guarantor|employer)-verify\/\S+$/m)

/** The link of the newest mail that asks somebody to sign an agreement. */
export const agreementLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/agreement\?token=\S+$/m)

/** The link of the newest mail that leads back to a half-filled form. */
export const draftLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/tenant-signup\?\S*draft=\S+$/m)

/** The link of the newest mail that leads to an application's status. */
export const statusLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/tenant-status\?token=\S+$/m)

/** Types a day into the three boxes of a group. */
export async function fillDay(group: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  await group.getByLabel('Day').fill(date)
  await group.getByLabel('Month').fill(month)
  await group.getByLabel('Year').fill(year)
}

/** Draws a line on the signature pad that is open. */
export async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('group', { name: 'Signature' }).locator('canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('There is no pad to sign on')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(box.x + 40 + step * 15, box.y + 60 + (step % 3) * 22)
  await page.mouse.up()
}
