import { useQueryClient } from '@tanstack/react-query'
import { saveReply } from './bytes'
import { api, client, type Schema } from './client'
import { invalidate } from './invalidations'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

/** The homes of a tenant. */
export type Portal = Schema<'TenantPortal'>
/** One of the tenancies that the account has confirmed. */
export type PortalTenancy = Schema<'PortalTenancy'>
/** A home that waits for the account's word. */
export type TenancyToConfirm = Schema<'TenancyToConfirm'>

/** One of the account's tenancies; without an id the one that was confirmed first. */
export const portalQuery = (tenancyId?: number) => api.queryOptions('get', '/api/tenant-portal', tenancyId === undefined ? {} : { params: { query: { tenancyId } } })

/** A certificate of the home. */
export type HomeCertificate = Schema<'HomeCertificate'>

/** The certificates of the home of a tenancy that has not ended. */
export const ownCertificatesQuery = (tenancyId: number) => api.queryOptions('get', '/api/tenant-portal/certificates', { params: { query: { tenancyId } } })

/** The bytes of one. */
export async function readOwnCertificate(tenancyId: number, id: number): Promise<Blob> {
  const { data } = await client.GET('/api/tenant-portal/certificates/{id}/document', { params: { path: { id }, query: { tenancyId } }, parseAs: 'blob' })
  return data as unknown as Blob
}

/** Has the browser save all that the portal shows of a home, as one file. */
export const useDownloadHome = (tenancyId: number, name: string) =>
  useMutation({
    mutationFn: async () => saveReply(await client.GET('/api/tenant-portal/download', { params: { query: { tenancyId } }, parseAs: 'blob' }), name),
  })

/** A notice that the tenant may give. */
export type OwnNotice = Schema<'OwnNotice'>

/** Something that a tenant does of their home; the portal is read again. */
function useOwnAct<Body extends object, Reply>(send: (body: Body, header: Record<'Idempotency-Key', string>) => Promise<Reply>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Body) => send(body, keyFor(body)),
    onSuccess: () => invalidate(cache, ['tenants']),
  })
}

/** Gives notice. */
export const useGiveNotice = () => useOwnAct((body: Schema<'OwnNoticeBody'>, header) => client.POST('/api/tenant-portal/notice', { params: { header }, body }))

/** Asks for a pet. */
export const useAskForPet = () => useOwnAct((body: Schema<'OwnPetBody'>, header) => client.POST('/api/tenant-portal/pet-requests', { params: { header }, body }))

/** Changes how the tenant is reached. */
export const useChangeContact = () => useOwnAct((body: Schema<'OwnContactBody'>, header) => client.PUT('/api/tenant-portal/contact', { params: { header }, body }))

/** Says whether the tenant agrees with what was given back of the deposit. */
export const useAnswerDeposit = () => useOwnAct((body: Schema<'DepositAnswerBody'>, header) => client.POST('/api/tenant-portal/deposit-answers', { params: { header }, body }))

/** Writes to the landlord. */
export const useWriteToLandlord = () => useOwnAct((body: Schema<'OwnMessageBody'>, header) => client.POST('/api/tenant-portal/messages', { params: { header }, body }))

/** Says whether a home is the account's. */
export function useConfirmTenancy() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'ConfirmationBody'>) => client.POST('/api/tenant-portal/confirmations', { params: { header: keyFor(body) }, body }),
    // The account's access elsewhere, such as to its ledger and documents, depends on the answer.
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
