import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '@/api/account'
import { api, client, type Schema } from '@/api/client'
import { membersQuery } from '@/api/members'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

const organisationQuery = () => api.queryOptions('get', '/api/organisation')
const invitationsQuery = () => api.queryOptions('get', '/api/invitations')

export const useMembers = () => useQuery(membersQuery())
export const useOrganisation = () => useQuery(organisationQuery())
export const useInvitations = (isOwner: boolean) => useQuery({ ...invitationsQuery(), enabled: isOwner })

/** A change of who belongs to the organisation, or of its name: what shows either is read again. */
function useChange<Input, Reply>(send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (input: Input) => send(input, keyFor(input)),
    onSuccess: () =>
      Promise.all(
        [membersQuery().queryKey, organisationQuery().queryKey, invitationsQuery().queryKey, meQuery().queryKey].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export const useRename = () => useChange((body: { name: string }, header) => client.PATCH('/api/organisation', { body, params: { header } }))

export const useChangeGrade = () =>
  useChange(({ id, grade }: { id: number; grade: Schema<'Grade'> }, header) => client.PATCH('/api/members/{id}', { body: { grade }, params: { path: { id }, header } }))

export const useRemove = () => useChange((id: number, header) => client.DELETE('/api/members/{id}', { params: { path: { id }, header } }))

export const useInvite = () =>
  useChange(async (body: { email: string; grade: Schema<'Grade'> }, header) => (await client.POST('/api/invitations', { body, params: { header } })).data)

export const useResendInvitation = () =>
  useChange(({ id }: { id: number; at: number }, header) => client.POST('/api/invitations/{id}/resend', { params: { path: { id }, header } }))

export const useRevoke = () => useChange((id: number, header) => client.DELETE('/api/invitations/{id}', { params: { path: { id }, header } }))
