import type { QueryClient } from '@tanstack/react-query'
import type { paths } from './schema'

/** A call that reads. */
type Read = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths]

/** Which reads show a resource: they are stale once it changed, here or anywhere else. */
export const readsOf: Record<string, readonly Read[]> = {
  properties: ['/api/properties', '/api/properties/{id}', '/api/rooms/{propertyId}', '/api/dashboard/analytics'],
}

/** Whether reads that a screen shows now are fetched at once, or only when they are next needed. */
export type When = 'active' | 'none'

/** Marks what shows `resources` as stale. */
export function invalidate(cache: QueryClient, resources: Iterable<string>, when: When = 'active'): Promise<void> {
  const stale = new Set<unknown>([...resources].flatMap((resource) => readsOf[resource] ?? []))
  return cache.invalidateQueries({ refetchType: when, predicate: ({ queryKey }) => stale.has(queryKey[1]) })
}
