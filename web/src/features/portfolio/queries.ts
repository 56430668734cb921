import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { analyticsQuery, propertiesQuery } from '@/api/properties'

export const useProperties = () => useQuery(propertiesQuery())
export const useAnalytics = () => useQuery(analyticsQuery())

/** Adds a property; what shows properties is fetched again. */
export function useAddProperty() {
  const cache = useQueryClient()
  return api.useMutation('post', '/api/properties', { onSuccess: () => invalidate(cache, ['properties']) })
}
