import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { Schema } from '@/api/client'
import { aSummary } from './complianceFactories'
import { aLandlord, anActMail, someTenantMails } from './mailFactories'
import { someRequestFigures } from './maintenanceFactories'
import { someWays } from './notificationFactories'
import { aBankMonth, aHoldingDeposit, arrearsList, noDuties, noLedger } from './rentFactories'
import { someTenantFigures } from './tenantFactories'
import { aToken, aUser, someAnalytics, someFigures, someMonths, someSettings } from './factories'

/** The server of all tests: what is asked of it and not named here fails the test. */
export const server = setupServer(
  http.get('*/api/auth/me', () => HttpResponse.json(aUser())),
  http.get('*/api/user-settings', () => HttpResponse.json(someSettings())),
  http.get('*/api/members', () => HttpResponse.json([])),
  http.get('*/api/api-keys', () => HttpResponse.json([])),
  http.get('*/api/organisations', () => HttpResponse.json([{ ...aUser().organisation, active: true }])),
  http.get('*/api/security-log', () => HttpResponse.json([])),
  http.get('*/api/two-factor', () => HttpResponse.json({ enabled: false, since: null, recoveryCodesLeft: 0 })),
  http.get('*/api/sessions', () => HttpResponse.json([])),
  http.get('*/api/properties', () => HttpResponse.json([])),
  http.get('*/api/properties/nation', () => HttpResponse.json({ nation: 'England', otherNation: null, reason: null })),
  http.get('*/api/dashboard/analytics', () => HttpResponse.json(someAnalytics())),
  http.get('*/api/dashboard/series', () => HttpResponse.json(someMonths())),
  // The certificates and inspections of Property Details; none of them unless a test says otherwise.
  http.get('*/api/property-certificates', () => HttpResponse.json([])),
  http.get('*/api/property-inspections', () => HttpResponse.json([])),
  http.get('*/api/property-inspections/overdue', () => HttpResponse.json([])),
  http.get('*/api/properties/:id/inspection-settings', () =>
    HttpResponse.json({ frequencyMonths: 6, reminderDays: 7, autoSchedule: true, version: 1 }),
  ),
  http.get('*/api/properties/:id/history', () => HttpResponse.json([])),
  // Nobody lives anywhere unless a test says otherwise.
  http.get('*/api/tenants-to-call', () => HttpResponse.json([])),
  http.get('*/api/tenants', () => HttpResponse.json([])),
  http.get('*/api/tenants/analytics', () => HttpResponse.json(someTenantFigures())),
  // No rent is charged, no deposit recorded, no paper owed, no pet asked for and no document given unless a test says otherwise.
  http.get('*/api/tenants/:id/ledger', () => HttpResponse.json(noLedger())),
  http.get('*/api/tenants/:id/deposit', () => HttpResponse.json(null)),
  http.get('*/api/tenants/:id/duties', () => HttpResponse.json(noDuties())),
  http.get('*/api/tenants/:id/documents', () => HttpResponse.json([])),
  // The landlord is known, tenants get their mails, and what an act would send is a receipt.
  http.get('*/api/organisation/landlord', () => HttpResponse.json(aLandlord())),
  http.get('*/api/organisation/tenant-mails', () => HttpResponse.json(someTenantMails())),
  http.get('*/api/organisation/tenant-mails/:kind', () => HttpResponse.json(anActMail().mail)),
  http.get('*/api/tenants/:id/mails', () => HttpResponse.json([])),
  http.get('*/api/tenants/:id/mails/:kind', () => HttpResponse.json(anActMail())),
  // Nothing was taken back.
  http.get('*/api/tenants/:id/taken-back', () => HttpResponse.json([])),
  http.get('*/api/properties/:id/taken-back', () => HttpResponse.json([])),
  http.get('*/api/tenant-applications/:id/holding-deposit', () => HttpResponse.json(aHoldingDeposit())),
  http.get('*/api/arrears', () => HttpResponse.json(arrearsList())),
  http.get('*/api/tenancy-deadlines', () => HttpResponse.json([])),
  http.get('*/api/bank-statements', () => HttpResponse.json([])),
  http.get('*/api/bank-lines', () => HttpResponse.json([])),
  http.get('*/api/bank-accounts', () => HttpResponse.json([])),
  http.get('*/api/bank-layouts', () => HttpResponse.json([])),
  http.get('*/api/bank-months', () => HttpResponse.json(aBankMonth())),
  http.get('*/api/tenant-portal', () => problem(404, { reason: 'TENANCY_NOT_LINKED' })),
  http.get('*/api/tenant-portal/certificates', () => HttpResponse.json([])),
  // Nothing is to be repaired, and nobody comes to see a home, unless a test says otherwise.
  http.get('*/api/maintenance-requests', () => HttpResponse.json([])),
  http.get('*/api/maintenance-requests/analytics', () => HttpResponse.json(someRequestFigures())),
  http.get('*/api/maintenance-requests/:id/comments', () => HttpResponse.json([])),
  http.get('*/api/contractors', () => HttpResponse.json([])),
  http.get('*/api/property-viewings', () => HttpResponse.json([])),
  http.get('*/api/property-viewings/analytics', () => HttpResponse.json({ upcoming: 0, completed: 0, cancelled: 0, total: 0, today: 0, successRate: 0 })),
  http.get('*/api/property-viewings/clashes', () => HttpResponse.json({ viewings: [], inspections: [], occupied: false, shortNotice: false })),
  // Nothing was told, sent or kept, and every way works, unless a test says otherwise.
  http.get('*/api/notifications', () => HttpResponse.json([])),
  http.get('*/api/notifications/unread-count', () => HttpResponse.json({ unread: 0 })),
  http.get('*/api/notification-ways', () => HttpResponse.json(someWays())),
  http.get('*/api/phone', () => HttpResponse.json({ endsWith: '456', verified: true })),
  http.get('*/api/push-subscriptions', () => HttpResponse.json([])),
  http.get('*/api/deliveries', () => HttpResponse.json([])),
  http.get('*/api/backups', () => HttpResponse.json([])),
  // Nothing is for sale and nothing is kept unless a test says otherwise.
  http.get('*/api/investment-properties', () => HttpResponse.json([], { headers: { 'lintel-count': '0' } })),
  http.get('*/api/saved-searches', () => HttpResponse.json([])),
  http.get('*/api/listing-imports', () => HttpResponse.json([])),
  http.get('*/api/reference-requests', () => HttpResponse.json([])),
  http.get('*/api/invites', () => HttpResponse.json([])),
  http.post('*/api/properties/preview', () => HttpResponse.json(someFigures())),
  http.get('*/api/compliance/summary', () => HttpResponse.json(aSummary())),
  http.post('*/api/auth/login', () => HttpResponse.json({ token: aToken(), user: aUser() })),
  http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
)

/** A refusal as the gateway writes it. */
export function problem(status: number, said: Partial<Schema<'Problem'>> = {}): HttpResponse<Schema<'Problem'>> {
  const body = { type: 'about:blank', title: '', status, detail: '', reason: '', traceId: 'trace', ...said }
  return HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** The requests: their bodies, headers and queries, in their order. */
interface Requests {
  bodies: unknown[]
  headers: Headers[]
  queries: Record<string, string>[]
}

/** Answers a call, and keeps what was asked. */
export function answer(
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  reply: (count: number) => Response | Promise<Response>,
): Requests {
  const asked: Requests = { bodies: [], headers: [], queries: [] }
  server.use(
    http[method](`*${path}`, async ({ request }) => {
      const text = await request.text()
      // A form with a file stays as it was sent.
      const isJson = request.headers.get('content-type')?.includes('json') ?? false
      asked.bodies.push(text === '' ? undefined : isJson ? JSON.parse(text) : text)
      asked.headers.push(request.headers)
      asked.queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return reply(asked.headers.length)
    }),
  )
  return asked
}
