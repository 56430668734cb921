import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { api } from '@/api/client'
import { analyticsQuery, propertyPagesQuery, type PropertyFilter } from '@/api/properties'
import { duesOf, type Due } from './due'

/**
 * The list that a filter asks for; the one before stays until it is there. What arrives is rendered in slices: a hundred rows at
 * once would hold a slow phone for as long as all of them take.
 */
export const usePropertyPages = (filter: PropertyFilter) =>
  useDeferredValue(useInfiniteQuery({ ...propertyPagesQuery(filter), placeholderData: keepPreviousData }))

/** Returns whether there is no property at all, as far as is known. */
export function useIsEmpty(): boolean {
  return useQuery({ ...analyticsQuery(), select: ({ activeProperties }) => activeProperties === 0 }).data ?? false
}

export const useAnalytics = () => useDeferredValue(useQuery(analyticsQuery()))

/** Everything that is due or soon will be: little beside all certificates there are. */
const pressing = () => api.queryOptions('get', '/api/property-certificates', { params: { query: { state: 'Expired,ExpiringSoon,RenewalDue' } } })
const overdue = () => api.queryOptions('get', '/api/property-inspections/overdue')

/** The due work of a property's card: `null` for nothing, `undefined` while it is loaded. */
export type KnownDue = Due | 'failed' | null | undefined

/** Returns the due work of each property. Arriving data is rendered in slices, as the list is. */
export function useDues(): (propertyId: number) => KnownDue {
  const certificates = useQuery(pressing())
  const inspections = useQuery(overdue())
  const hasFailed = [certificates, inspections].some(({ data, isError }) => data === undefined && isError)
  const dues = useMemo(
    () => (certificates.data && inspections.data ? duesOf(certificates.data, inspections.data) : undefined),
    [certificates.data, inspections.data],
  )
  const dueOf = useCallback((id: number): KnownDue => (hasFailed ? 'failed' : dues && (dues.get(id) ?? null)), [dues, hasFailed])
  return useDeferredValue(dueOf)
}
