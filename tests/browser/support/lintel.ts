import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'

/** An account type as the API spells it. */
export type Role = 'Landlord' | 'Tenant' | 'Employer' | 'Guarantor'

export interface Account {
  name: string
  email: string
  password: string
  role: Role
}

/** The contents of a verification mail. */
export interface Mail {
  link: string
  code: string
}

/** A new person nobody has heard of: tests share one installation and must not meet. */
export function somebody(role: Role = 'Landlord'): Account {
  const id = randomUUID().slice(0, 8)
  return { name: `Robin Field ${id}`, email: `robin.${id}@lintel.example`, password: `quiet-harbour-${id}`, role }
}

/** The address of the installation under test. */
export const base = (): string => setting('LINTEL_E2E_URL')

/** A verified account, made through the real API and the real mail; of the usual name or another. */
export async function signUp(role: Role = 'Landlord', name?: string): Promise<Account> {
  const usual = somebody(role)
  const account = { ...usual, name: name ?? usual.name }
  await expectOk('/api/auth/signup', account)
  const { link } = await mailTo(account.email)
  await expectOk('/api/auth/verify-email', { token: new URL(link).searchParams.get('token') })
  return account
}

/** An account whose address nobody has verified yet. */
export async function signUpUnverified(): Promise<Account> {
  const account = somebody()
  await expectOk('/api/auth/signup', account)
  await mailTo(account.email)
  return account
}

/** An access token of a session of its own. */
export async function tokenOf({ email, password }: Account): Promise<string> {
  const { token } = (await expectOk('/api/auth/login', { email, password })) as { token: string }
  return token
}

/** Adds a property behind the browser's back, as another device of the landlord would; its id. */
export async function addProperty(token: string, property: Record<string, unknown>): Promise<number> {
  const usual = { name: 'Priory Gardens', address: '25 Priory Gardens, York', postcode: 'YO1 7QW', propertyType: 'House' }
  const rest = { bedrooms: 3, bathrooms: 1, status: 'Occupied', monthlyRent: '1000.00', photos: [] }
  return idOf(await expectOk('/api/properties', { ...usual, ...rest, ...property }, token))
}

/** Sells a property behind the browser's back, as it stands. */
export async function sellProperty(token: string, id: number, sale: Record<string, unknown>): Promise<void> {
  const path = `/api/properties/${String(id)}`
  const reply = await ask(path, { headers: { authorization: `Bearer ${token}` } })
  await expectOk(`${path}/sell`, sale, token, { 'if-match': reply.headers.get('etag') ?? '' })
}

/** Says behind the browser's back that the home whose landlord typed the account's address is the account's; `token` is the tenant's. */
export async function confirmHome(token: string): Promise<void> {
  await expect(async () => {
    const reply = await ask('/api/tenant-portal', { headers: { authorization: `Bearer ${token}` } })
    const { toConfirm = [] } = (await reply.json()) as { toConfirm?: { tenancyId: number }[] }
    const [asked] = toConfirm
    if (asked === undefined) throw new Error(`nothing to confirm: ${String(reply.status)}`)
    await expectOk('/api/tenant-portal/confirmations', { tenancyId: asked.tenancyId, mine: true }, token)
  }).toPass({ timeout: 20_000, intervals: [200] })
}

/** Adds a tenant to a property behind the browser's back, from a day on; their id. */
export async function addTenant(token: string, tenant: Record<string, unknown>): Promise<number> {
  const usual = { name: 'Priya Raman', email: 'priya@mail.example', phone: '07700 900201', leaseStart: dayFromNow(-30), tenancyRent: '1150.00' }
  return idOf(await expectOk('/api/tenants', { ...usual, ...tenant }, token))
}

/** Schedules an inspection of a property behind the browser's back; its id. */
export async function addInspection(token: string, inspection: Record<string, unknown>): Promise<number> {
  return idOf(await expectOk('/api/property-inspections', { inspectionTime: '10:00', notes: null, ...inspection }, token))
}

/** Adds a certificate to a property behind the browser's back; its id. */
export async function addCertificate(token: string, certificate: Record<string, unknown>): Promise<number> {
  return idOf(await expectOk('/api/property-certificates', { certificateType: 'EPC', ...certificate }, token))
}

/** Imports properties behind the browser's back, to the end. */
export async function importProperties(token: string, csv: Buffer): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const sent = await ask('/api/property-imports', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
    body: new Uint8Array(csv),
  })
  const found = (await sent.json()) as { id: number; state: string; problems: unknown }
  if (!sent.ok) throw new Error(`import: ${String(sent.status)} ${JSON.stringify(found)}`)
  await expectOk(`/api/property-imports/${String(found.id)}/apply`, {}, token)
  const state = async () => {
    const reply = await ask(`/api/property-imports/${String(found.id)}`, { headers })
    return ((await reply.json()) as { state: string }).state
  }
  await expect.poll(state, { timeout: 60_000, intervals: [200] }).toBe('Imported')
}

/** Changes some of an account's settings behind the browser's back. */
export async function changeSettings(token: string, settings: Record<string, unknown>): Promise<void> {
  await expectOk('/api/user-settings', settings, token)
}

/** Calls the API as another system does, with its key, and returns the response. */
export async function callWithKey(key: string, method: 'GET' | 'POST', path: string): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
  const reply = await ask(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
  return { status: reply.status, body: await reply.json() }
}

/** The sessions of the same person at other devices. */
export async function otherSessions(token: string): Promise<{ lastUsedAt: string }[]> {
  const reply = await ask('/api/sessions', { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`sessions: ${String(reply.status)} ${await reply.text()}`)
  return ((await reply.json()) as { current: boolean; lastUsedAt: string }[]).filter(({ current }) => !current)
}

/** Ends them, as their owner may from any device. */
export async function endOtherSessions(token: string): Promise<void> {
  await expectOk('/api/sessions/end-others', {}, token)
}

/** Calls the API behind the browser's back, and returns the answer. */
export const act = (token: string, path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> =>
  expectOk(path, body, token, { 'idempotency-key': randomUUID(), ...headers })

const idOf = (reply: unknown): number => (reply as { id: number }).id

/** The day so many days from today in London, as the API writes it. */
export function dayFromNow(days: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' }).format(new Date(Date.now() + days * 86_400_000))
}

/** Uploads a file as another device would; its address. */
export async function upload(token: string, name: string, content: Uint8Array, query = ''): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>], { type: 'text/html' }), name)
  const headers = { authorization: `Bearer ${token}` }
  const reply = await ask(`/api/upload${query}`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`upload: ${String(reply.status)} ${await reply.text()}`)
  return ((await reply.json()) as { url: string }).url
}

const verifyLink = /^https?:\/\/\S+\/verify-email\?token=\S+$/m
const resetLink = /^https?:\/\/\S+\/reset-password\?token=\S+$/m
const confirmLink = /^https?:\/\/\S+\/confirm-email\?token=\S+$/m
const inviteLink = /^https?:\/\/\S+\/accept-invite\?token=\S+$/m

/** The newest verification mail to an address, once there are `count` of them. */
export async function mailTo(address: string, count = 1): Promise<Mail> {
  return read(await textTo(address, verifyLink, count))
}

/** The link of the newest mail to an address that sets a new password. */
export const resetLinkTo = (address: string): Promise<string> => linkTo(address, resetLink)

/** The link of the newest mail to an address that makes it a sign-in address. */
export const confirmLinkTo = (address: string): Promise<string> => linkTo(address, confirmLink)

/** The link of the newest invitation to an address; with an owner, they invite it as Manager first, as at another device. */
export async function inviteLinkTo(address: string, owner?: Account): Promise<string> {
  if (owner !== undefined) await expectOk('/api/invitations', { email: address, grade: 'Manager' }, await tokenOf(owner))
  return linkTo(address, inviteLink)
}

/** Makes somebody with an account a member of an owner's organisation, as at another device. */
export async function joinAs(member: Account, owner: Account): Promise<void> {
  const link = new URL(await inviteLinkTo(member.email, owner))
  await expectOk('/api/auth/accept-invite', { token: link.searchParams.get('token') }, await tokenOf(member))
}

/** The link of the newest mail of a kind to an address. */
export const mailedLink = (address: string, kind: RegExp): Promise<string> => linkTo(address, kind)

async function linkTo(address: string, kind: RegExp): Promise<string> {
  const text = await textTo(address, kind, 1)
  const link = kind.exec(text)?.[0]
  if (link === undefined) throw new Error(`a mail without its link: ${text}`)
  return link
}

/** Mails of another kind (word of a new device, say) may lie between them. */
async function textTo(address: string, kind: RegExp, count: number): Promise<string> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const mails = (await mailsTo(address)).filter(({ text }) => kind.test(text))
    const text = mails.at(-1)?.text
    if (mails.length >= count && text !== undefined) return text
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error(`no mail number ${String(count)} to ${address} within 20 s`)
}

/** The link and the code stand alone on a line each. */
function read(text: string): Mail {
  const link = verifyLink.exec(text)?.[0]
  const code = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)?.[0]
  if (link === undefined || code === undefined) throw new Error(`a mail without link or code: ${text}`)
  return { link, code }
}

/** The inbox picks them out: towards the end of a run all mails together are megabytes. */
async function mailsTo(address: string): Promise<{ text: string }[]> {
  const reply = await fetch(new URL(`/email?to.address=${encodeURIComponent(address)}`, setting('LINTEL_E2E_INBOX')))
  return (await reply.json()) as { text: string }[]
}

/**
 * The API's answer. A machine that is too busy to give one is asked again, changes under the same key, as integrators are told to.
 */
export async function ask(path: string, request: { method?: string; headers?: Record<string, string>; body?: string | FormData | Uint8Array<ArrayBuffer> } = {}): Promise<Response> {
  const headers = { ...(request.method !== undefined && { 'idempotency-key': randomUUID() }), ...request.headers }
  const send = () => fetch(new URL(path, base()), { ...request, headers })
  let reply = await send()
  for (let again = 0; again < 10 && [503, 504].includes(reply.status); again += 1) {
    await sleep(1_000)
    reply = await send()
  }
  return reply
}

async function expectOk(path: string, body: object, token?: string, headers: Record<string, string> = {}): Promise<unknown> {
  const all = { 'content-type': 'application/json', ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const reply = await ask(path, { method: 'POST', headers: all, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${await reply.text()}`)
  return reply.status === 204 ? undefined : reply.json()
}

/** Returns a setting that says where the installation under test is. */
export function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}
