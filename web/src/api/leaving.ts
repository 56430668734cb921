import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors'

/** The ids by which a call may name a property or a tenant. */
interface Ids {
  id?: unknown
  propertyId?: unknown
  tenantId?: unknown
}

/** The records that are leaving: "property 42", "tenant 5" or "sale 7". */
const leavingOf = new WeakMap<QueryClient, Set<string>>()
const property = (id: unknown) => `property ${String(id)}`
const tenant = (id: unknown) => `tenant ${String(id)}`
const sale = (id: unknown) => `sale ${String(id)}`

/**
 * Says that a property is being deleted or sold. Until its screen is closed it is not asked for again, whoever tells of the
 * change first, the reply or the stream: there would be nothing to find. What is asked already is given up. Returns what takes
 * it back, when it stays after all.
 */
export const markLeaving = (cache: QueryClient, propertyId: number): (() => void) => mark(cache, property(propertyId))

/** Says likewise that a tenant is being deleted. */
export const markTenantLeaving = (cache: QueryClient, tenantId: number): (() => void) => mark(cache, tenant(tenantId))

/** Says likewise that a sale is being taken back. */
export const markSaleLeaving = (cache: QueryClient, soldPropertyId: number): (() => void) => mark(cache, sale(soldPropertyId))

/** Says that a property that was sold is in the portfolio again. */
export const markBack = (cache: QueryClient, propertyId: number): void => void leavingOf.get(cache)?.delete(property(propertyId))

function mark(cache: QueryClient, what: string): () => void {
  const leaving = note(cache, what)
  void cache.cancelQueries({ predicate: (query) => isLeaving(cache, query) })
  return () => void leaving.delete(what)
}

function note(cache: QueryClient, what: string): Set<string> {
  const leaving = leavingOf.get(cache) ?? new Set()
  leavingOf.set(cache, leaving.add(what))
  return leaving
}

/**
 * Says that a property was deleted or sold elsewhere. It is not asked for again, and its screen hears of it as it would of the
 * server's answer. Where it leaves by our own doing, whoever does it says so.
 */
export function markGone(cache: QueryClient, propertyId: number): void {
  if (leavingOf.get(cache)?.has(property(propertyId))) return
  note(cache, property(propertyId))
  const query = cache.getQueryCache().find({ queryKey: ['get', '/api/properties/{id}', { params: { path: { id: propertyId } } }] })
  query?.setState({ status: 'error', error: new ApiError(404, '', 'Not Found') })
}

/** Returns whether a query asks for a property, a tenant or a sale that is leaving, or for what belongs to it. */
export function isLeaving(cache: QueryClient, { queryKey: [, path, init] }: Pick<Query, 'queryKey'>): boolean {
  const leaving = leavingOf.get(cache)
  if (leaving === undefined || typeof path !== 'string') return false
  const { params } = (init ?? {}) as { params?: { path?: Ids; query?: Ids } }
  const named = (start: string, by: 'propertyId' | 'tenantId') => (path.startsWith(start) ? params?.path?.id : (params?.path?.[by] ?? params?.query?.[by]))
  if (path.startsWith('/api/sold-properties/{id}')) return leaving.has(sale(params?.path?.id))
  return leaving.has(property(named('/api/properties/{id}', 'propertyId'))) || leaving.has(tenant(named('/api/tenants/{id}', 'tenantId')))
}
