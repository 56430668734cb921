import { randomUUID } from 'node:crypto'
import { ask, dayFromNow } from './lintel'

/** A call as at another device. */
async function call(token: string, method: 'POST' | 'PUT', path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await ask(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
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
