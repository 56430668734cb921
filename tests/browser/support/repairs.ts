import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { ask, mailedLink } from './lintel'

/** A call as at another device; repeated while the home or the tenancy is not yet known where it is needed. */
async function call(token: string, method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<Record<string, unknown>> {
  const send = () =>
    ask(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
  let reply: Record<string, unknown> = {}
  await expect(async () => {
    const answer = await send()
    reply = (await answer.json()) as Record<string, unknown>
    const isEarly = ['HOME_NOT_FOUND', 'ROOM_NOT_FOUND', 'TENANCY_NOT_LINKED'].includes(String(reply.reason))
    if (!answer.ok && !isEarly) throw new Error(`${path}: ${String(answer.status)} ${JSON.stringify(reply)}`)
    expect(answer.ok).toBe(true)
  }).toPass({ timeout: 30_000, intervals: [200] })
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
