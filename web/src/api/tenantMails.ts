import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from './client'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

/** A mail that an act may send a tenant. */
export type ActMailKind = 'receipt' | 'document' | 'moved-in' | 'tenancy-changed' | 'reminder' | 'portal-invitation'

/** The facts of an act, as the mail tells it. */
export interface ActAbout {
  amount?: string
  date?: string
  title?: string
  note?: string
  /** The part of a tenancy that changes, with amount and date. */
  change?: 'end' | 'rent' | 'deposit' | 'deposit-return'
}

const actMailQuery = (id: number, kind: ActMailKind, about: ActAbout) =>
  api.queryOptions('get', '/api/tenants/{id}/mails/{kind}', { params: { path: { id, kind }, query: about } }, { staleTime: 0, gcTime: 60_000 })

/** Returns whether an act sends a tenant a mail, and its text; the previous answer stays until the next. */
export const useActMail = (id: number, kind: ActMailKind, about: ActAbout = {}, isWanted = true) =>
  useQuery({ ...actMailQuery(id, kind, about), enabled: isWanted, placeholderData: keepPreviousData, retry: false })

const switchesQuery = (id: number) => api.queryOptions('get', '/api/tenants/{id}/mails', { params: { path: { id } } })

/** Returns the switches of mails to a tenant, the last first. */
export const useMailSwitches = (id: number) => useQuery(switchesQuery(id))

/** Switches all mails to a tenant off or on. */
export function useSwitchMails(id: number) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: { off: boolean; reason?: string }) => client.PUT('/api/tenants/{id}/mails', { params: { path: { id }, header: keyFor(body) }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: switchesQuery(id).queryKey }),
  })
}

/** Reminds a tenant of rent that is owed. */
export function useRemindTenant(id: number) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: { note: string }) => client.POST('/api/tenants/{id}/reminders', { params: { path: { id }, header: keyFor(body) }, body }),
  })
}
