import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { arrearsQuery } from '@/api/arrears'
import { api, client, type Schema } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { analyticsQuery, propertyQuery, propertySearchQuery, roomsQuery, type Property } from '@/api/properties'
import { currentTenantsQuery, homeTenantsQuery, previousTenantsQuery, tenantAnalyticsQuery, tenantQuery, type Tenant, type TenantFilter } from '@/api/tenants'
import { arrearsPagesQuery, type ArrearsSort } from '@/api/rent'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

// Arriving data is rendered in slices: hundreds of rows at once would hold a slow phone for as long as all of them take.
export const useCurrentTenants = (filter: TenantFilter) => useDeferredValue(useInfiniteQuery({ ...currentTenantsQuery(filter), placeholderData: keepPreviousData }))
export const usePreviousTenants = (filter: TenantFilter) => useDeferredValue(useInfiniteQuery({ ...previousTenantsQuery(filter), placeholderData: keepPreviousData }))

export const useAnalytics = () => useQuery(tenantAnalyticsQuery())
export const usePortfolio = () => useQuery(analyticsQuery())

/** Returns what all owe together. */
export const useArrears = () => useQuery(arrearsQuery())

/** Returns the tenants who owed something on a day, the oldest arrears first unless another order is asked for. */
export const useArrearsPages = (asOf: string | undefined, sort: ArrearsSort | undefined) => useInfiniteQuery({ ...arrearsPagesQuery(asOf, sort), placeholderData: keepPreviousData })

/** One tenant, unless the address names none. */
export const useTenant = (id: number | undefined) => useQuery({ ...tenantQuery(id ?? 0), enabled: id !== undefined })

/** Returns the tenants who live in a home or are to move in, once one is chosen. */
export const useHomeTenants = (propertyId: number | null) => useQuery({ ...homeTenantsQuery(propertyId ?? 0), enabled: propertyId !== null })

/** The properties whose name or postcode holds what was typed. */
export const usePropertySearch = (search: string) => useQuery({ ...propertySearchQuery(search), placeholderData: keepPreviousData })

/** A property, once one is chosen. */
export const useHome = (id: number | null) => useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null })

/** A shared house's rooms, once one is chosen. */
export const useRooms = (id: number | null) => useQuery({ ...roomsQuery(id ?? 0), enabled: id !== null })

/** Reads what is known already of a home, for the rules of a form. */
export function useKnownHome(): (id: number | null) => { home: Property | undefined; tenants: Tenant[] | undefined } {
  const cache = useQueryClient()
  return (id) => ({ home: cache.getQueryData(propertyQuery(id ?? 0).queryKey), tenants: cache.getQueryData(homeTenantsQuery(id ?? 0).queryKey) })
}

const sharedHouses = () => api.queryOptions('get', '/api/properties', { params: { query: { propertyType: 'HMO', pageSize: 100 } } })
const byId = (houses: readonly Property[]): ReadonlyMap<number, Property> => new Map(houses.map((house) => [house.id, house]))

/** The shared houses with their rooms, by id, as far as a page of them goes. */
export const useSharedHouses = (isWanted: boolean) => useQuery({ ...sharedHouses(), select: byId, enabled: isWanted }).data

/** A write that concerns tenants: with the key of its body; what shows them, and the homes that they live in, is read again. */
function useWrite<Input>(send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<{ data?: Tenant }>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (input: Input) => (await send(input, keyFor(input))).data,
    onSuccess: (tenant) => {
      if (tenant) cache.setQueryData(tenantQuery(tenant.id).queryKey, tenant)
      return invalidate(cache, ['tenants', 'properties'])
    },
  })
}

/** The row as it was read: the server refuses to change another one (412). */
const unchanged = ({ version }: { version: number }) => ({ 'If-Match': `"${String(version)}"` })

export const useAddTenant = () => useWrite((body: Schema<'TenantBody'>, header) => client.POST('/api/tenants', { params: { header }, body }))

export const useEditTenant = () =>
  useWrite(({ row, body }: { row: Pick<Tenant, 'id' | 'version'>; body: Schema<'TenantChangeBody'> }, header) =>
    client.PATCH('/api/tenants/{id}', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

export const useStartTenancy = () =>
  useWrite((row: Pick<Tenant, 'id' | 'version'>, header) =>
    client.POST('/api/tenants/{id}/start', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } } }),
  )

export const useEndTenant = () =>
  useWrite(({ row, body }: { row: Pick<Tenant, 'id' | 'version'>; body: Schema<'TenantEndBody'> }, header) =>
    client.POST('/api/tenants/{id}/end', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

/** Mails a tenant a link to the portal; the one before is dead. Each press is one mail. */
export function useInviteToPortal() {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ id, ...press }: { id: number; pressedAt: number }) =>
      client.POST('/api/tenants/{id}/portal-invitation', { params: { path: { id }, header: keyFor({ id, ...press }) } }),
  })
}

/** Returns the acts on a tenant's tenancy that were taken back. */
export const useTakenBack = (id: number) => useQuery(api.queryOptions('get', '/api/tenants/{id}/taken-back', { params: { path: { id } } }))
