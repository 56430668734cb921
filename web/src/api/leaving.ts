import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors'

/** What a call may name a property by. */
interface Ids {
  id?: unknown
  propertyId?: unknown
}

const leavingOf = new WeakMap<QueryClient, Set<unknown>>()

/**
 * Says that a property is being deleted or sold. Until its screen is closed it is not asked for again, whoever tells of the
 * change first, the reply or the stream: there would be nothing to find. What is asked already is given up. Returns what takes
 * it back, when it stays after all.
 */
export function markLeaving(cache: QueryClient, propertyId: number): () => void {
  const leaving = note(cache, propertyId)
  void cache.cancelQueries({ predicate: (query) => isLeaving(cache, query) })
  return () => void leaving.delete(propertyId)
}

function note(cache: QueryClient, propertyId: number): Set<unknown> {
  const leaving = leavingOf.get(cache) ?? new Set()
  leavingOf.set(cache, leaving.add(propertyId))
  return leaving
}

/**
 * Says that a property was deleted or sold elsewhere. It is not asked for again, and its screen hears of it as it would of the
 * server's answer. Where it leaves by our own doing, whoever does it says so.
 */
export function markGone(cache: QueryClient, propertyId: number): void {
  if (leavingOf.get(cache)?.has(propertyId)) return
  note(cache, propertyId)
  const query = cache.getQueryCache().find({ queryKey: ['get', '/api/properties/{id}', { params: { path: { id: propertyId } } }] })
  query?.setState({ status: 'error', error: new ApiError(404, '', 'Not Found') })
}

/** Whether a query asks for a property that is leaving, or for what belongs to it. */
export function isLeaving(cache: QueryClient, { queryKey: [, path, init] }: Pick<Query, 'queryKey'>): boolean {
  const leaving = leavingOf.get(cache)
  if (leaving === undefined || typeof path !== 'string') return false
  const { params } = (init ?? {}) as { params?: { path?: Ids; query?: Ids } }
  const id = path.startsWith('/api/properties/{id}') ? params?.path?.id : (params?.path?.propertyId ?? params?.query?.propertyId)
  return leaving.has(id)
}
