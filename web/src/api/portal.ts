import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { invalidate } from './invalidations'
import { useIdempotencyKey } from './useIdempotencyKey'

/** The homes of a tenant. */
export type Portal = Schema<'TenantPortal'>
/** One of the tenancies that the account has confirmed. */
export type PortalTenancy = Schema<'PortalTenancy'>
/** A home that waits for the account's word. */
export type TenancyToConfirm = Schema<'TenancyToConfirm'>

/** One of the account's tenancies; without an id the one that was confirmed first. */
export const portalQuery = (tenancyId?: number) => api.queryOptions('get', '/api/tenant-portal', tenancyId === undefined ? {} : { params: { query: { tenancyId } } })

/** Says whether a home is the account's. */
export function useConfirmTenancy() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'ConfirmationBody'>) => client.POST('/api/tenant-portal/confirmations', { params: { header: keyFor(body) }, body }),
    // What the account may see elsewhere, its ledger and documents for one, hangs on the answer.
    onSettled: () => invalidate(cache, ['tenants', 'maintenance-requests']),
  })
}
