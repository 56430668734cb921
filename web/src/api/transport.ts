import { renewedJustNow, renewToken } from './renewal'
import { tokenStore } from './token'
import { traceparent } from '@/lib/trace'

/** Calls that need no session: a 401 of theirs is an answer, not the end of one. */
const open = new Set([
  '/api/auth/login',
  '/api/auth/signup',
  '/api/auth/refresh',
  '/api/auth/logout',
  '/api/auth/verify-email',
  '/api/auth/verify-manual',
  '/api/auth/resend-verification',
])

const margin = 20_000

/**
 * Sends a request with the session's token. A token about to run out is renewed first, and a 401 renews it and repeats the
 * request once; both only because a person caused this request, never by a timer.
 */
export async function send(request: Request): Promise<Response> {
  if (open.has(new URL(request.url).pathname)) return attempt(request)
  if (tokenStore.expiresWithin(margin) && !renewedJustNow()) await renewToken()
  const again = request.clone()
  const used = tokenStore.get()
  const response = await attempt(request)
  if (response.status !== 401 || used === null) return response
  // Another call or tab may have renewed it in the meantime.
  const renewal = tokenStore.get() === used ? await renewToken() : { outcome: 'renewed' as const }
  if (renewal.outcome === 'failed') return renewal.response.clone()
  return renewal.outcome === 'renewed' ? attempt(again) : response
}

function attempt(request: Request): Promise<Response> {
  const token = tokenStore.get()
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
  request.headers.set('traceparent', traceparent())
  // Looked up at each call, so that tests can stand in for it.
  return globalThis.fetch(request)
}
