import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'

/** A property of the portfolio. */
export type Property = Schema<'Property'>

/** The sums over the portfolio. */
export type Analytics = Schema<'DashboardAnalytics'>

/** The newest properties, so many. */
export const recentPropertiesQuery = (pageSize: number) => api.queryOptions('get', '/api/properties', { params: { query: { pageSize } } })

/** The filter and order of a list of properties; what is left out does not restrict it. */
export interface PropertyFilter {
  search?: string
  propertyType?: Property['propertyType']
  status?: Property['status']
  sort?: string
}

const pageSize = 100

/** The portfolio page by page, filtered and sorted by the server. */
export const propertyPagesQuery = (filter: PropertyFilter) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes properties finds it.
    queryKey: ['get', '/api/properties', { params: { query: filter } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/properties', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** One property. */
export const propertyQuery = (id: number) =>
  api.queryOptions('get', '/api/properties/{id}', { params: { path: { id } } })

/** The rooms of a shared house. */
export const roomsQuery = (propertyId: number) => api.queryOptions('get', '/api/rooms/{propertyId}', { params: { path: { propertyId } } })

/** The properties whose name or address holds what was typed. */
export const propertySearchQuery = (search: string) =>
  api.queryOptions('get', '/api/properties', { params: { query: { ...(search && { search }), pageSize: 20 } } })

/** The sums over the portfolio. */
export const analyticsQuery = () => api.queryOptions('get', '/api/dashboard/analytics')
