import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { anApplicant, apply, invitation, type Applicant } from './letting'
import { ask, dayFromNow } from './lintel'

/** A call as at another device. */
async function call(token: string, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData
  const reply = await ask(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), ...(!isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const said = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${JSON.stringify(said)}`)
  return said
}

/** Somebody's application, with its id. */
export interface Approved {
  id: number
  statusUrl: string
  tom: Applicant
}

/** Approves an application behind the browser's back. */
export const approveBehind = (token: string, id: number): Promise<unknown> => call(token, 'PATCH', `/api/tenant-applications/${String(id)}`, { status: 'Approved' })

/** Ends the tenancy of the organisation's only tenant behind the browser's back, today. */
export async function endTenancy(token: string): Promise<void> {
  const tenants = (await call(token, 'GET', '/api/tenants')) as unknown as { id: number }[]
  await call(token, 'POST', `/api/tenants/${String(tenants[0]?.id)}/end`, { leaseEnd: dayFromNow(0), emailTenant: true })
}

/** An application that the landlord has approved behind the browser's back. */
export async function approved(token: string): Promise<Approved> {
  const { url, propertyId } = await invitation(token)
  const tom = anApplicant()
  const applied = await apply(url, tom, propertyId)
  await approveBehind(token, applied.id)
  return { ...applied, tom }
}

/** Records behind the browser's back that an applicant may rent. */
export async function mayRent(token: string, id: number): Promise<void> {
  const check = new FormData()
  const said = { method: 'manual', document: 'British passport', checkDate: dayFromNow(0), checker: 'Robin Field' }
  for (const [name, value] of Object.entries(said)) check.set(name, value)
  await call(token, 'POST', `/api/tenant-applications/${String(id)}/right-to-rent`, check)
}

/** Issues behind the browser's back the agreement that is proposed, of this landlord. */
export async function issue(token: string, id: number, landlordName = 'Helen Okafor'): Promise<void> {
  const path = `/api/tenant-applications/${String(id)}/agreement`
  const { terms } = (await call(token, 'GET', `${path}/proposal`)) as { terms: Record<string, unknown> & { rentTerms: Record<string, unknown> } }
  const { period, dueDay, proRata } = terms.rentTerms
  const issued = await call(token, 'POST', path, {
    ...terms,
    landlordName,
    landlordAddress: '4 Queen Charlotte Court, Bristol BS1 4HE',
    deposit: terms['deposit'] ?? '0.00',
    rentTerms: { period, dueDay, proRata },
  })
  expect(issued['state']).toBe('issued')
}
