import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { ask, mailedLink } from './lintel'

/** A call as at another device. */
async function call(token: string, method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await ask(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  const reply = (await answer.json()) as Record<string, unknown>
  expect(answer.ok, `${path}: ${String(answer.status)} ${JSON.stringify(reply)}`).toBe(true)
  return reply
}

/** Books a viewing behind the browser's back; its id. */
export async function addViewing(token: string, viewing: Record<string, unknown>): Promise<number> {
  const usual = { viewerName: 'Noah Petrov', viewerEmail: 'noah@mail.example', viewerPhone: '07700 900512', viewingTime: '10:00' }
  return Number((await call(token, 'POST', '/api/property-viewings', { ...usual, ...viewing })).id)
}

/** Adds a maintenance request behind the browser's back, as a landlord or a tenant would; its id. */
export async function addRequest(token: string, request: Record<string, unknown>): Promise<number> {
  const usual = { title: 'Tap drips', description: 'About once a second.', category: 'Plumbing & leaks' }
  return Number((await call(token, 'POST', '/api/maintenance-requests', { ...usual, ...request })).id)
}

/** Changes one as it stands. */
export const changeRequest = async (token: string, id: number, change: Record<string, unknown>): Promise<unknown> =>
  call(token, 'PATCH', `/api/maintenance-requests/${String(id)}`, change)

/** The link of the newest mail to a viewer. */
export const viewingLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/viewings\/\S+$/m)

/** Adds a contractor with an address, and names them for a request. */
export async function giveToContractor(token: string, requestId: number, contractor: { name: string; email: string }): Promise<void> {
  const { id } = await call(token, 'POST', '/api/contractors', { trade: 'Plumber', phone: '0113 496 0101', ...contractor })
  await changeRequest(token, requestId, { contractorId: id })
}

/** The link of the newest mail to a contractor. */
export const jobLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/job\/\S+$/m)
