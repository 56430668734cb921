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

/** The home of an invitation to the portal, by the token of its link. */
export const portalInvitationQuery = (token: string) => api.queryOptions('get', '/api/portal-invitations/{token}', { params: { path: { token } } })

/** Says that the home of an invitation is the signed-in account's. */
export function useAcceptPortalInvitation(token: string) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async () => {
      const { data } = await client.POST('/api/portal-invitations/{token}/accept', { params: { path: { token }, header: keyFor({ token }) } })
      return data
    },
    onSuccess: () => invalidate(cache, ['tenants', 'maintenance-requests']),
  })
}
