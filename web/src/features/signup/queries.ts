import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { isRefusal } from '@/api/errors'
import { invalidate } from '@/api/invalidations'
import { openInviteQuery, type SignupDraft, type SignupDraftBody } from '@/api/signup'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { draftHint } from './draftHint'
import type { signupBody } from './model'

/** Returns the homes that may be applied for by the link. */
export const useOpenInvite = (invite: string) => useQuery({ ...openInviteQuery(invite), enabled: invite !== '' })

/** The half-filled form of this browser; `null` where there is none. */
export async function readDraft(invite: string, signal?: AbortSignal): Promise<SignupDraft | null> {
  try {
    const { data } = await client.GET('/api/invites/by-token/{token}/draft', { params: { path: { token: invite } }, ...(signal && { signal }) })
    draftHint.set()
    return data ?? null
  } catch (error) {
    if (isRefusal(error, 'DRAFT_NOT_FOUND')) return null
    throw error
  }
}

/** The form as it was when the page opened: afterwards the page knows better. */
export const useDraftAtFirst = (invite: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['signup-draft', invite],
    queryFn: ({ signal }) => (draftHint.isSet() ? readDraft(invite, signal) : null),
    enabled: invite !== '' && isWanted,
    staleTime: Infinity,
    gcTime: 0,
  })

/**
 * Moves the form of a mailed link to this browser. A call and not a reading, because mail programs follow links. The link works once: a
 * repeat after a lost answer needs the same `key`, also after a reload.
 */
export function useContinueDraft(invite: string, mailedToken: string, key: string | undefined) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async () => {
      const body = { mailedToken }
      const header = key === undefined ? keyFor(body) : { 'Idempotency-Key': key }
      const { data } = await client.POST('/api/invites/by-token/{token}/draft/continue', { params: { path: { token: invite }, header }, body })
      if (data === undefined) throw new TypeError('The server answered nothing.')
      draftHint.set()
      return data
    },
  })
}

/** Keeps the form, unless another window has changed it since `version`; its new version. */
export async function saveDraft(invite: string, body: SignupDraftBody, version: number | undefined): Promise<number | undefined> {
  const header = version === undefined ? {} : { 'If-Match': `"${String(version)}"` }
  const { data } = await client.PUT('/api/invites/by-token/{token}/draft', {
    params: { path: { token: invite }, header },
    body,
    // It ends well also when the page is left meanwhile.
    keepalive: true,
  })
  draftHint.set()
  return data?.version
}

/** Mails the link to the half-filled form. */
export function useMailDraft(invite: string) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (email: string) =>
      client.POST('/api/invites/by-token/{token}/draft/mail', { params: { path: { token: invite }, header: keyFor({ email, at: Date.now() }) } }),
  })
}

/** Submits the application; twice the same is one. */
export function useSubmitSignup() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: ReturnType<typeof signupBody>) => {
      const { data } = await client.POST('/api/tenant-signup', { params: { header: keyFor(body) }, body })
      if (data === undefined) throw new TypeError('The server answered nothing.')
      return data
    },
    onSuccess: () => {
      draftHint.clear()
      return invalidate(cache, ['tenants', 'tenant-applications'])
    },
  })
}
