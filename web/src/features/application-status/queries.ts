import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applicationQuery, linkedApplicationQuery, ownApplicationsQuery, type ApplicationAccess } from '@/api/applications'
import { client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { refereeBody, RefereeKind } from './referees'

/** The signed-in applicant's applications, the newest first. */
export const useOwnApplications = () => useQuery(ownApplicationsQuery())

/** One of them with everything. */
export const useOwnApplication = (id: number | undefined) => useQuery({ ...applicationQuery(id ?? 0), enabled: id !== undefined })

/** The application of a private link. */
export const useLinkedApplication = (token: string) => useQuery({ ...linkedApplicationQuery(token), enabled: token !== '' })

/** Reads again what shows this application. */
export function useRefresh(access: ApplicationAccess): () => Promise<void> {
  const cache = useQueryClient()
  return () => ('id' in access ? invalidate(cache, ['tenant-applications']) : cache.invalidateQueries({ queryKey: linkedApplicationQuery(access.token).queryKey }))
}

/** Mails the applicant a new private link; this one is dead then. */
export function useRenewLink(token: string) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: () => client.POST('/api/tenant-status/{token}/renew', { params: { path: { token }, header: keyFor({ token, at: Date.now() }) } }),
  })
}

/** Names another guarantor or employer, or mends their address. */
export function useNameReferee(access: ApplicationAccess) {
  const keyFor = useIdempotencyKey()
  const refresh = useRefresh(access)
  return useMutation({
    mutationFn: async ({ kind, body }: { kind: RefereeKind; body: ReturnType<typeof refereeBody> }) => {
      const header = keyFor({ kind, body })
      await ('id' in access
        ? client.POST('/api/tenant-applications/{id}/references/{kind}', { params: { path: { id: access.id, kind }, header }, body })
        : client.POST('/api/tenant-status/{token}/references/{kind}', { params: { path: { token: access.token, kind }, header }, body }))
    },
    onSuccess: refresh,
  })
}

/** Mails the guarantor or the employer a new link. */
export function useRemindReferee(access: ApplicationAccess) {
  const keyFor = useIdempotencyKey()
  const refresh = useRefresh(access)
  return useMutation({
    mutationFn: async ({ kind }: { kind: RefereeKind }) => {
      const header = keyFor({ kind, at: Date.now() })
      await ('id' in access
        ? client.POST('/api/tenant-applications/{id}/references/{kind}/remind', { params: { path: { id: access.id, kind }, header } })
        : client.POST('/api/tenant-status/{token}/references/{kind}/remind', { params: { path: { token: access.token, kind }, header } }))
    },
    onSuccess: refresh,
  })
}

/** Takes a document back that the landlord has not looked at. */
export function useRemoveDocument(token: string) {
  const keyFor = useIdempotencyKey()
  const refresh = useRefresh({ token })
  return useMutation({
    mutationFn: ({ id }: { id: number }) =>
      client.DELETE('/api/tenant-status/{token}/documents/{documentId}', { params: { path: { token, documentId: id }, header: keyFor({ id }) } }),
    onSettled: refresh,
  })
}

/** Takes an application back. */
export function useWithdraw(access: ApplicationAccess) {
  const keyFor = useIdempotencyKey()
  const refresh = useRefresh(access)
  return useMutation({
    mutationFn: async () => {
      const header = keyFor(access)
      await ('id' in access
        ? client.POST('/api/tenant-applications/{id}/withdraw', { params: { path: { id: access.id }, header } })
        : client.POST('/api/tenant-status/{token}/withdraw', { params: { path: { token: access.token }, header } }))
    },
    onSuccess: refresh,
  })
}
