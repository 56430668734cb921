import { backgroundHeader, isUnattended } from './presence'
import { renewedJustNow, renewToken } from './renewal'
import { tokenStore } from './token'
import { traceparent } from '@/lib/trace'
import { rethrow } from '@/lib/unreached'

/** Calls that need no session: a 401 of theirs is an answer, not the end of one. */
const open = new Set([
  '/api/auth/login',
  '/api/auth/login/verify',
  '/api/auth/signup',
  '/api/auth/refresh',
  '/api/auth/logout',
  '/api/auth/verify-email',
  '/api/auth/verify-manual',
  '/api/auth/resend-verification',
])

const margin = 20_000

/** Replies that were asked for before what shows them was there: for whom, and when. */
const ahead = new Map<string, { reply: Promise<Response>; subject: string | null; askedAt: number }>()

/** The time for which an unclaimed reply is current, in milliseconds: a slow phone's start. */
const aheadFor = 30_000

/** Asks for `path` ahead of time: who first asks for it then gets this reply; whoever else reads it reads a copy. */
export function askAhead(path: string): void {
  const request = new Request(new URL(path, location.origin), { credentials: 'include' })
  const reply = deliver(request)
  // Whoever takes it learns of its failure.
  reply.catch(() => undefined)
  ahead.set(request.url, { reply, subject: tokenStore.subject(), askedAt: performance.now() })
}

/** Forgets what was asked ahead and nobody took: tests share this module, and none is to be given another's reply. */
export const forgetAhead = (): void => ahead.clear()

/** Sends a request with the session's token, or gives the reply that was asked for ahead of time. */
export function send(request: Request): Promise<Response> {
  const early = request.method === 'GET' ? ahead.get(request.url) : undefined
  ahead.delete(request.url)
  const isGood = early?.subject === tokenStore.subject() && performance.now() - early.askedAt < aheadFor
  return isGood ? early.reply : deliver(request)
}

/**
 * A token about to run out is renewed first, and a 401 renews it and repeats the request once. What is read while nobody is
 * there says so, and so do its renewals: it does not keep the session alive.
 */
async function deliver(request: Request): Promise<Response> {
  if (open.has(new URL(request.url).pathname)) return attempt(request)
  const isBackground = request.method === 'GET' && isUnattended()
  if (isBackground) request.headers.set(backgroundHeader, '1')
  if (tokenStore.expiresWithin(margin) && !renewedJustNow()) await renewToken({ isBackground })
  const again = request.clone()
  const used = tokenStore.get()
  const response = await attempt(request)
  if (response.status !== 401 || used === null) return response
  // Another call or tab may have renewed it in the meantime.
  const renewal = tokenStore.get() === used ? await renewToken({ isBackground }) : { outcome: 'renewed' as const }
  if (renewal.outcome === 'failed') return renewal.response.clone()
  return renewal.outcome === 'renewed' ? attempt(again) : response
}

function attempt(request: Request): Promise<Response> {
  const token = tokenStore.get()
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
  request.headers.set('traceparent', traceparent())
  // Looked up at each call, so that tests can stand in for it.
  return globalThis.fetch(request).catch(rethrow)
}
