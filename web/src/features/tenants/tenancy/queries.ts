import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import type { NewEntry, ReversalReason } from '@/api/rent'
import { tenancyRentQuery, type SharesBody } from '@/api/tenancyRent'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** A tenancy's rent as of a day; the figures before stay until the new ones are there. */
export const useTenancyRent = (id: number | undefined, asOf?: string) => useQuery({ ...tenancyRentQuery(id ?? 0, asOf), enabled: id !== undefined, placeholderData: keepPreviousData })

/** Takes an entry back by a second one that cancels it. */
export function useTakeBack() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ tenantId, reverses, date, reason }: { tenantId: number; reverses: number; date: string; reason: ReversalReason }) => {
      const body: NewEntry = { kind: 'reversal', date, reverses, reason }
      const { data } = await client.POST('/api/tenants/{id}/ledger', { params: { path: { id: tenantId }, header: keyFor(body) }, body })
      return data
    },
    onSuccess: () => invalidate(cache, ['tenants', 'bank-statements']),
  })
}

/** Sets the shares of a tenancy from a day on. */
export function useSetShares(id: number) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: SharesBody) => client.PUT('/api/tenancies/{id}/shares', { params: { path: { id }, header: keyFor(body) }, body }),
    onSuccess: () => invalidate(cache, ['tenants']),
  })
}
