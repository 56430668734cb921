import type { QueryClient } from '@tanstack/react-query'
import { invalidate, type When } from './invalidations'
import { tokenStore } from './token'

const settle = 150
const firstPause = 2_000
const longestPause = 60_000

/**
 * Keeps what is on the screen current: listens to the server's changes and marks what shows them as stale. Returns what ends it.
 *
 * The stream goes by its cookie, which lives as long as the access token. Nobody being there must end a session, so the
 * stream never renews anything: it waits for the next renewal, and then catches up.
 */
export function startLive(cache: QueryClient): () => void {
  const changed = new Set<string>()
  let source: EventSource | undefined
  let flush: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause
  let isFirst = true

  const catchUp = () => void cache.invalidateQueries({ refetchType: fetching() })

  const open = () => {
    clearTimeout(retry)
    source?.close()
    source = new EventSource('/api/events', { withCredentials: true })
    source.addEventListener('open', () => {
      pause = firstPause
      // A new stream cannot say what it has seen, so there may be a gap behind it.
      if (!isFirst) catchUp()
      isFirst = false
    })
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      changed.add(resourceOf(event))
      flush ??= setTimeout(() => {
        flush = undefined
        void invalidate(cache, changed, fetching())
        changed.clear()
      }, settle)
    })
    source.addEventListener('resync', catchUp)
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      retry = setTimeout(open, pause)
      pause = Math.min(pause * 2, longestPause)
    })
  }

  open()
  const stopWatching = tokenStore.subscribe(() => {
    if (tokenStore.get() !== null && source?.readyState === EventSource.CLOSED) open()
  })
  return () => {
    stopWatching()
    clearTimeout(flush)
    clearTimeout(retry)
    source?.close()
  }
}

/** Fetching at once is only for a token that is still good: nothing here may renew one. */
function fetching(): When {
  return tokenStore.expiresWithin(30_000) ? 'none' : 'active'
}

function resourceOf(event: MessageEvent<string>): string {
  const data: unknown = JSON.parse(event.data)
  return typeof data === 'object' && data !== null && 'resource' in data ? String(data.resource) : ''
}
