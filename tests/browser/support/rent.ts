import { randomUUID } from 'node:crypto'
import { addTenant, ask, dayFromNow } from './lintel'

/** A call as at another device. */
async function call(token: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await ask(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const said = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${JSON.stringify(said)}`)
  return said
}

/** The day of the month of a day that the API writes. */
export const dayOf = (day: string): number => Number(day.slice(8))

/** Charges rent behind the browser's back: monthly, from a day on, due on its day of the month. */
export async function startRent(token: string, tenantId: number, firstDay = dayFromNow(-20)): Promise<void> {
  await call(token, 'POST', `/api/tenants/${String(tenantId)}/rent`, { period: 'monthly', dueDay: dayOf(firstDay), firstDay, proRata: 'days-of-year' })
}

/** Writes an entry behind the browser's back; its id. */
export async function postEntry(token: string, tenantId: number, entry: Record<string, unknown>): Promise<number> {
  const usual = { kind: 'receipt', date: dayFromNow(0), method: 'bank-transfer' }
  const { entry: posted } = (await call(token, 'POST', `/api/tenants/${String(tenantId)}/ledger`, { ...usual, ...entry })) as { entry: { id: number } }
  return posted.id
}

/** The ids of a tenant's entries of one kind, the oldest first. */
export async function entriesOf(token: string, tenantId: number, kind: string): Promise<number[]> {
  const reply = await ask(`/api/tenants/${String(tenantId)}/ledger`, { headers: { authorization: `Bearer ${token}` } })
  const { entries } = (await reply.json()) as { entries: { id: number; kind: string }[] }
  return entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
}

/** Records a deposit behind the browser's back. */
export async function recordDeposit(token: string, tenantId: number, deposit: Record<string, unknown>): Promise<void> {
  await call(token, 'PUT', `/api/tenants/${String(tenantId)}/deposit`, deposit)
}

/** Tenants of one tenancy, with what each pays of the rent; the sum is charged monthly since 75 days. */
export async function letTogether(token: string, propertyId: number, tenants: readonly { name: string; email: string; share: string }[]): Promise<{ tenancyId: number; ids: number[] }> {
  const rent = tenants.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0)
  const leaseStart = dayFromNow(-75)
  const first = await addTenant(token, { propertyId, name: tenants[0]?.name, email: tenants[0]?.email, leaseStart, tenancyRent: (rent / 100).toFixed(2) })
  const tenancyId = Number((await call(token, 'GET', `/api/tenants/${String(first)}`))['tenancyId'])
  const ids = [first]
  for (const { name, email, share } of tenants.slice(1)) ids.push(Number((await call(token, 'POST', '/api/tenants', { tenancyId, name, email, phone: '07700 900202', rentAmount: share }))['id']))
  await call(token, 'PUT', `/api/tenancies/${String(tenancyId)}/shares`, { from: leaseStart, shares: tenants.map(({ share }, index) => ({ tenantId: ids[index], share })) })
  await startRent(token, first, leaseStart)
  return { tenancyId, ids }
}

/** Records behind the browser's back that a tenant asked for a pet; the id of the request. */
export async function addPetRequest(token: string, tenantId: number, request: Record<string, unknown>): Promise<number> {
  const { petRequests } = (await call(token, 'POST', `/api/tenants/${String(tenantId)}/pet-requests`, { pet: 'A cat', requestDate: dayFromNow(-9), ...request })) as { petRequests: { id: number }[] }
  return petRequests[0]?.id ?? 0
}

/** Records behind the browser's back that the tenants of a tenancy were given a paper. */
export const recordPaper = (token: string, tenantId: number, paper: 'informationSheet' | 'writtenStatement'): Promise<unknown> =>
  call(token, 'PUT', `/api/tenants/${String(tenantId)}/papers`, { paper, deliveryDate: dayFromNow(-9) })

/** Records behind the browser's back that an applicant paid a holding deposit. */
export const recordHolding = (token: string, applicationId: number): Promise<unknown> =>
  call(token, 'PUT', `/api/tenant-applications/${String(applicationId)}/holding-deposit`, { amount: '100.00', receivedDate: dayFromNow(-3) })

/** A bank's file with payments, each a day, an amount and who paid. */
export function bankFile(payments: readonly { day: string; amount: string; payer: string }[]): { name: string; mimeType: string; buffer: Buffer } {
  const rows = payments.map(({ day, amount, payer }) => `${day.split('-').reverse().join('/')},${payer},${amount}`)
  return { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(['Date,Description,Amount', ...rows, ''].join('\n')) }
}

const written = (days: number): string => dayFromNow(days).split('-').reverse().join('/')

/** A bank's file whose columns Lintel does not know. */
export const unknownBankFile = {
  name: 'account-activity.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Posted,Other party,Narrative,Value,Ind,Running',
      `${written(-19)},J ADEYEMI,LINDEN AVENUE,1150.00,X,1150.00`,
      `${written(-18)},TRENTSIDE COUNCIL,HB SCHEDULE 4711,1200.00,X,2350.00`,
      `${written(-17)},PRIYA RAMAN,OVERPAID,50.00,Y,2300.00`,
    ].join('\n'),
  ),
}
