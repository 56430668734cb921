import type { QueryClient } from '@tanstack/react-query'
import { invalidate, invalidateAll } from './invalidations'
import { markGone } from './leaving'
import { isUnattended } from './presence'
import { renewedJustNow, renewToken } from './renewal'
import { tokenStore } from './token'

/** The time for which changes are gathered before what shows them is read again, in milliseconds. */
const settle = 150
/** The same while changes keep coming, as from an import: the server is not asked anew several times a second. */
const settleLonger = 1_000
/** The longest wait for a reading before the next begins. */
const readingPatience = 5_000
const firstPause = 2_000
const longestPause = 60_000

/**
 * Keeps what is on the screen current: listens to the server's changes and marks what shows them as stale. Returns what ends it.
 *
 * The stream goes by its cookie, which lives as long as the access token. When it is turned away the token is renewed, in the
 * background if nobody is there: so the stream goes on until the session timeout, and then the tab is signed out.
 *
 * When more tabs are open than the server has streams for, it closes the oldest stream. That tab comes back when somebody turns to
 * it, or with its next token, and then fetches everything anew.
 */
export function startLive(cache: QueryClient): () => void {
  const changed = new Set<string>()
  let source: EventSource | undefined
  let flush: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let readAt = -settleLonger
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause
  let isFirst = true

  const catchUp = () => void invalidateAll(cache)

  const readAgain = async () => {
    flush = undefined
    isReading = true
    const now = [...changed]
    changed.clear()
    await Promise.race([invalidate(cache, now).catch(() => undefined), new Promise((over) => setTimeout(over, readingPatience))])
    isReading = false
    readAt = performance.now()
    if (changed.size > 0 && source !== undefined) readLater()
  }
  const readLater = () => {
    flush = setTimeout(() => void readAgain(), performance.now() - readAt < settleLonger ? settleLonger : settle)
  }

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
      const { resource, id, gone } = read(event)
      if (gone === true && resource === 'properties') markGone(cache, Number(id))
      changed.add(String(resource))
      if (!isReading && flush === undefined) readLater()
    })
    source.addEventListener('resync', catchUp)
    // To come back at once would close another tab's stream, which would do the same.
    source.addEventListener('displaced', () => source?.close())
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      retry = setTimeout(() => void comeBack(), pause)
      pause = Math.min(pause * 2, longestPause)
    })
  }

  const reopen = () => {
    if (tokenStore.get() !== null && source?.readyState === EventSource.CLOSED) open()
  }

  const comeBack = async () => {
    if (!renewedJustNow()) await renewToken({ isBackground: isUnattended() })
    reopen()
  }

  open()
  const stopWatching = tokenStore.subscribe(reopen)
  addEventListener('focus', reopen)
  return () => {
    stopWatching()
    removeEventListener('focus', reopen)
    clearTimeout(flush)
    clearTimeout(retry)
    source?.close()
    source = undefined
  }
}

/** Reads the server's message of a change. */
function read(event: MessageEvent<string>): { resource?: unknown; id?: unknown; gone?: unknown } {
  const data: unknown = JSON.parse(event.data)
  return typeof data === 'object' && data !== null ? data : {}
}
