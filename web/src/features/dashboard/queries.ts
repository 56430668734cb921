import { useQuery } from '@tanstack/react-query'
import { analyticsQuery, propertiesQuery } from '@/api/properties'

/** Dashboard queries are never stale by time, are not fetched again on focus and not retried (spec 1 section 7). */
const dashboard = { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } as const

export const useAnalytics = () => useQuery({ ...analyticsQuery(), ...dashboard })
export const useProperties = () => useQuery({ ...propertiesQuery(), ...dashboard })
