import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'

/** A tenant, with the fields of the tenancy that they are part of. */
export type Tenant = Schema<'Tenant'>

/** The orders that people choose besides the one by home. */
export type TenantSort = Exclude<Schema<'TenantSort'>, 'home'>

/** The filter of a list of tenants; what is left out does not restrict it. */
export interface TenantFilter {
  propertyId?: number
  search?: string
  /** The order; by home unless given. */
  sort?: TenantSort
}

/** The tenants who live there or are to move in. */
const CURRENT = 'Active,Upcoming'
/** The tenants who have left. */
const PREVIOUS = 'Ended'

const pageSize = 200

const pagesQuery = (leaseStatus: string, filter: TenantFilter) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes tenants finds it.
    queryKey: ['get', '/api/tenants', { params: { query: { ...filter, leaseStatus } } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, leaseStatus, ...(pageParam !== null && { pageSize, pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/tenants', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Queries the tenants who live there or are to move in, by property and room. Up to 10,000 come at once: their groups and sums need all of them. */
export const currentTenantsQuery = (filter: TenantFilter) => pagesQuery(CURRENT, filter)

/** Queries the tenants who have left. */
export const previousTenantsQuery = (filter: TenantFilter) => pagesQuery(PREVIOUS, filter)

/** Queries the tenants who live in a home, or are to move in. */
export const homeTenantsQuery = (propertyId: number) =>
  api.queryOptions('get', '/api/tenants', { params: { query: { propertyId, leaseStatus: CURRENT } } })

/** Queries the tenants who have left a home, the last first. */
export const homeLeaversQuery = (propertyId: number) =>
  api.queryOptions('get', '/api/tenants', { params: { query: { propertyId, leaseStatus: PREVIOUS } } })

/** The last day of whoever lived last in a home, or in a room of it. */
export const vacantSince = (leavers: readonly Tenant[] | undefined, roomNumber: string | null): string | null =>
  leavers?.find((tenant) => tenant.roomNumber === roomNumber)?.leaveDate ?? null

/** Queries who can be called at each of these homes: at most 100. */
export const tenantsToCallQuery = (propertyIds: number[]) => api.queryOptions('get', '/api/tenants-to-call', { params: { query: { propertyIds: propertyIds.join(',') } } })

/** One tenant. */
export const tenantQuery = (id: number) => api.queryOptions('get', '/api/tenants/{id}', { params: { path: { id } } })

/** The figures of the cards, as the server has them. */
export const tenantAnalyticsQuery = () => api.queryOptions('get', '/api/tenants/analytics')
