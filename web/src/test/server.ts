import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { Schema } from '@/api/client'
import { aToken, aUser, someAnalytics, someSettings } from './factories'

/** The server of all tests: what is asked of it and not named here fails the test. */
export const server = setupServer(
  http.get('*/api/auth/me', () => HttpResponse.json(aUser())),
  http.get('*/api/user-settings', () => HttpResponse.json(someSettings())),
  http.get('*/api/properties', () => HttpResponse.json([])),
  http.get('*/api/dashboard/analytics', () => HttpResponse.json(someAnalytics())),
  http.post('*/api/auth/login', () => HttpResponse.json({ token: aToken(), user: aUser() })),
  http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
)

/** A refusal as the gateway writes it. */
export function problem(status: number, said: Partial<Schema<'Problem'>> = {}): HttpResponse<Schema<'Problem'>> {
  const body = { type: 'about:blank', title: '', status, detail: '', reason: '', traceId: 'trace', ...said }
  return HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** Answers a call, and keeps what was asked: the bodies and headers of the requests in their order. */
export function answer(
  method: 'get' | 'post',
  path: string,
  reply: (count: number) => Response | Promise<Response>,
): { bodies: unknown[]; headers: Headers[] } {
  const asked: { bodies: unknown[]; headers: Headers[] } = { bodies: [], headers: [] }
  server.use(
    http[method](`*${path}`, async ({ request }) => {
      const text = await request.text()
      asked.bodies.push(text === '' ? undefined : JSON.parse(text))
      asked.headers.push(request.headers)
      return reply(asked.headers.length)
    }),
  )
  return asked
}
