import { traceparent } from '@/lib/trace'
import { rethrow } from '@/lib/unreached'
import { backgroundHeader } from './presence'
import { tokenStore } from './token'

/** The outcome of a renewal: a new token, the end of the session, or no usable answer. */
export type Renewal = { outcome: 'renewed' } | { outcome: 'ended' } | { outcome: 'failed'; response: Response }

let running: Promise<Renewal> | undefined
let renewedAt = -Infinity

/**
 * Renews the access token with the refresh cookie; calls that come while one runs share it. In the background it does not count
 * as use of the session, and fails once the session timeout is over.
 */
export function renewToken({ isBackground = false } = {}): Promise<Renewal> {
  running ??= renew(isBackground).finally(() => {
    running = undefined
  })
  return running
}

/** Returns whether the last renewal is so recent that another would not help: this computer's clock is wrong. */
export function renewedJustNow(): boolean {
  return performance.now() - renewedAt < 60_000
}

async function renew(isBackground: boolean): Promise<Renewal> {
  const before = tokenStore.get()
  const response = await globalThis
    .fetch(new URL('/api/auth/refresh', location.origin), {
      method: 'POST',
      credentials: 'include',
      headers: { traceparent: traceparent(), ...(isBackground && { [backgroundHeader]: '1' }) },
    })
    .catch(rethrow)
  // Somebody logged out while we asked: that counts.
  if (tokenStore.get() === null && before !== null) return { outcome: 'ended' }
  if (response.ok) {
    const { token } = (await response.json()) as { token: string }
    renewedAt = performance.now()
    tokenStore.set(token)
    return { outcome: 'renewed' }
  }
  if (response.status >= 500 || response.status === 429) return { outcome: 'failed', response }
  tokenStore.set(null)
  return { outcome: 'ended' }
}
