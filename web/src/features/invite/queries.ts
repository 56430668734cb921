import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { invitesQuery, type NewInvite } from '@/api/invites'
import { propertyQuery, roomsQuery, type Property } from '@/api/properties'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { Choice } from './model'
import type { offerBody } from './offer'

export const useInvites = () => useQuery(invitesQuery())

const vacantStatuses = ['Vacant', 'Available', 'Partially Occupied'] as const
const pageSize = 100

/** The properties with a vacancy by name, and whether there are more than a list should have: those that hold what was typed. */
export function useVacantProperties(search: string) {
  return useQueries({
    queries: vacantStatuses.map((status) => ({
      ...api.queryOptions('get', '/api/properties', { params: { query: { status, pageSize, sort: 'name', ...(search && { search }) } } }),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => {
      const rows = results.flatMap(({ data }) => data ?? [])
      const byId = new Map(rows.map((property): [number, Property] => [property.id, property]))
      return {
        isLoaded: results.every(({ data }) => data !== undefined),
        error: results.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => results.forEach((result) => void result.refetch()),
        hasMore: results.some(({ data }) => data?.length === pageSize),
        properties: [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-GB')),
      }
    },
  })
}

/** A property, once one is chosen. */
export const useHome = (id: number | undefined) => useQuery({ ...propertyQuery(id ?? 0), enabled: id !== undefined })

/** A shared house's rooms, once one is chosen. */
export const useRooms = (id: number | undefined) => useQuery({ ...roomsQuery(id ?? 0), enabled: id !== undefined })

/** Makes a link; for somebody with an address, who gets it by mail. */
export function useMakeInvite() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  // A link that was made once may be wanted again: another link, not the same answer.
  const made = useRef(0)
  return useMutation({
    mutationFn: async (body: Choice & ReturnType<typeof offerBody> & { name?: string; email?: string }): Promise<NewInvite | undefined> => {
      const { data } = await client.POST('/api/invites', { params: { header: keyFor([body, made.current]) }, body })
      return data
    },
    onSuccess: () => {
      made.current += 1
      return invalidate(cache, ['invites'])
    },
  })
}

/** Ends a link at once. */
export function useRevokeInvite() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: number) => client.DELETE('/api/invites/{id}', { params: { path: { id }, header: keyFor(id) } }),
    onSuccess: () => invalidate(cache, ['invites']),
  })
}
