import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { arrearsQuery } from '@/api/arrears'
import { api } from '@/api/client'
import { summaryQuery, type ComplianceSummary } from '@/api/compliance'
import { deadlinesQuery } from '@/api/deadlines'
import { landlordQuery } from '@/api/landlord'
import { analyticsQuery, recentPropertiesQuery } from '@/api/properties'
import { tenantsToCallQuery } from '@/api/tenants'
import { recentCount } from './model'

/** Dashboard queries are never stale by time, are not fetched again on focus, not retried and not polled (docs/reference/screens/dashboard.md S1 7). */
const dashboard = { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } as const

// Arriving data is rendered in slices: at once it would hold a slow phone for as long as all of it takes.
export const useAnalytics = () => useDeferredValue(useQuery({ ...analyticsQuery(), ...dashboard }))
export const useRecentProperties = () => useDeferredValue(useQuery({ ...recentPropertiesQuery(recentCount), ...dashboard }))
export const useSummary = () => useDeferredValue(useQuery({ ...summaryQuery(), ...dashboard }))

export const useLandlord = () => useQuery({ ...landlordQuery(), ...dashboard, staleTime: 0 })

export const useArrears = () => useDeferredValue(useQuery({ ...arrearsQuery(), ...dashboard }))
export const useDeadlines = () => useDeferredValue(useQuery({ ...deadlinesQuery(), ...dashboard }))

/** The portfolio at the end of each of the last twelve months, oldest first. */
export const seriesQuery = () => api.queryOptions('get', '/api/dashboard/series', { params: { query: { months: 12 } } })
export const useSeries = () => useDeferredValue(useQuery({ ...seriesQuery(), ...dashboard }))

/** The homes of the inspections that the dashboard shows. */
const homesToCall = (summary: ComplianceSummary | undefined): number[] => {
  const shown = summary === undefined ? [] : [...summary.overdueInspections.items, ...summary.upcomingInspections]
  return [...new Set(shown.map(({ propertyId }) => propertyId))].sort((one, other) => one - other)
}

/** The tenant who can be called at a property: one call asks for all homes that the dashboard shows. */
export function useTenantToCall(propertyId: number) {
  const homes = homesToCall(useSummary().data)
  const { data, isPending } = useQuery({ ...tenantsToCallQuery(homes), ...dashboard, enabled: homes.length > 0 })
  return { tenant: data?.find((tenant) => tenant.propertyId === propertyId), isPending }
}
