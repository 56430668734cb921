import { randomUUID } from 'node:crypto'

/** An account type as the API spells it. */
export type Role = 'Landlord' | 'Tenant' | 'Employer' | 'Guarantor'

export interface Account {
  name: string
  email: string
  password: string
  role: Role
}

/** What a verification mail holds. */
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

/** Adds a property behind the browser's back, as another device of the landlord would. */
export async function addProperty(token: string, property: Record<string, unknown>): Promise<void> {
  const usual = { name: 'Priory Gardens', address: '25 Priory Gardens, York', postcode: 'YO1 7QW', propertyType: 'House' }
  const rest = { bedrooms: 3, bathrooms: 1, status: 'Occupied', monthlyRent: '1000.00', photos: [] }
  await expectOk('/api/properties', { ...usual, ...rest, ...property }, token)
}

/** The newest verification mail to an address, once there are `count` of them. */
export async function mailTo(address: string, count = 1): Promise<Mail> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const mails = (await readInbox()).filter(({ to }) => to.some((person) => person.address === address))
    const text = mails.at(-1)?.text
    if (mails.length >= count && text !== undefined) return read(text)
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error(`no mail number ${String(count)} to ${address} within 20 s`)
}

/** The link and the code stand alone on a line each. */
function read(text: string): Mail {
  const link = /^https?:\/\/\S+\/verify-email\?token=\S+$/m.exec(text)?.[0]
  const code = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)?.[0]
  if (link === undefined || code === undefined) throw new Error(`a mail without link or code: ${text}`)
  return { link, code }
}

async function readInbox(): Promise<{ to: { address: string }[]; text: string }[]> {
  const reply = await fetch(new URL('/email', setting('LINTEL_E2E_INBOX')))
  return (await reply.json()) as { to: { address: string }[]; text: string }[]
}

async function expectOk(path: string, body: object, token?: string): Promise<unknown> {
  const reply = await fetch(new URL(path, base()), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${await reply.text()}`)
  return reply.json()
}

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}
