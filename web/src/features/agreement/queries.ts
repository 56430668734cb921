import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  agreementQuery,
  issueAgreement,
  issueOwnAgreement,
  linkedAgreementQuery,
  proposalQuery,
  readAgreement,
  readDeed,
  type Agreement,
  type AgreementAccess,
  type AgreementBody,
  type GuaranteeDeed,
  type GuaranteeEndBody,
  type SignatureBody,
} from '@/api/agreements'
import { applicationQuery, ownApplicationsQuery } from '@/api/applications'
import { client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { landlordQuery, saveLandlord } from '@/api/landlord'
import type { OnProgress } from '@/api/upload'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { uuid } from '@/lib/trace'
import { landlordDetails, type LandlordValues } from '@/ui/landlord/values'

/** The last agreement of an application, unless the address names none. */
export const useAgreement = (id: number | undefined) => useQuery({ ...agreementQuery(id ?? 0), enabled: id !== undefined })

/** The agreement of a private link. */
export const useLinkedAgreement = (token: string) => useQuery({ ...linkedAgreementQuery(token), enabled: token !== '' })

/** Mails the signer a new link in place of one that has ended. */
export function useRenewLink(token: string) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: () => client.POST('/api/agreements/{token}/renew', { params: { path: { token }, header: keyFor({ token }) } }),
  })
}

/** Returns the terms that a new agreement may have. */
export const useProposal = (id: number | undefined) => useQuery({ ...proposalQuery(id ?? 0), enabled: id !== undefined, gcTime: 0, refetchOnWindowFocus: false })

export const useApplication = (id: number | undefined) => useQuery({ ...applicationQuery(id ?? 0), enabled: id !== undefined })

/** The signed-in applicant's applications: the address need not say which one is meant. */
export const useOwnApplications = (enabled: boolean) => useQuery({ ...ownApplicationsQuery(), enabled })

/** The bytes of the document, and their own hash where the browser can work it out: what was shown is what is signed. */
const documentQuery = (access: AgreementAccess, { documentHash, signedDocumentHash }: Pick<Agreement, 'documentHash' | 'signedDocumentHash'>) =>
  queryOptions({
    queryKey: ['agreement-document', access, signedDocumentHash ?? documentHash],
    queryFn: async () => {
      const content = await readAgreement(access)
      return { content, hash: (await hashOf(content)) ?? documentHash }
    },
    staleTime: Infinity,
  })

/** The bytes of a deed and their own hash, likewise. */
const deedDocumentQuery = (access: AgreementAccess, { id, documentHash, signedDocumentHash }: GuaranteeDeed) =>
  queryOptions({
    queryKey: ['deed-document', access, id, signedDocumentHash ?? documentHash],
    queryFn: async () => {
      const content = await readDeed(access, id)
      return { content, hash: (await hashOf(content)) ?? documentHash }
    },
    staleTime: Infinity,
  })

// Only pages of a safe address have the browser's own functions.
async function hashOf(content: Blob): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const useDocument = (access: AgreementAccess, agreement: Agreement) => useQuery(documentQuery(access, agreement))

export const useDeedDocument = (access: AgreementAccess, deed: GuaranteeDeed) => useQuery(deedDocumentQuery(access, deed))

/** Reads again what shows this agreement. */
export function useRefresh(access: AgreementAccess): () => Promise<void> {
  const cache = useQueryClient()
  return () => ('id' in access ? invalidate(cache, ['tenant-applications']) : cache.invalidateQueries({ queryKey: linkedAgreementQuery(access.token).queryKey }))
}

/** Signs as the party that the caller is. */
export function useSign(access: AgreementAccess) {
  const keyFor = useIdempotencyKey()
  const refresh = useRefresh(access)
  return useMutation({
    mutationFn: async (body: SignatureBody) => {
      const header = keyFor(body)
      await ('id' in access
        ? client.POST('/api/tenant-applications/{id}/agreement/sign', { params: { path: { id: access.id }, header }, body })
        : client.POST('/api/agreements/{token}/sign', { params: { path: { token: access.token }, header }, body }))
    },
    onSuccess: refresh,
  })
}

/** The party that the caller is does not want to sign. */
export function useDecline(access: AgreementAccess) {
  const keyFor = useIdempotencyKey()
  const refresh = useRefresh(access)
  return useMutation({
    mutationFn: async (body: { reason?: string }) => {
      const header = keyFor(body)
      await ('id' in access
        ? client.POST('/api/tenant-applications/{id}/agreement/decline', { params: { path: { id: access.id }, header }, body })
        : client.POST('/api/agreements/{token}/decline', { params: { path: { token: access.token }, header }, body }))
    },
    onSuccess: refresh,
  })
}

/** Takes an agreement back. */
export function useVoid(id: number) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: { reason: string }) => client.POST('/api/tenant-applications/{id}/agreement/void', { params: { path: { id }, header: keyFor(body) }, body }),
    onSuccess: useRefresh({ id }),
  })
}

/** Records when a guarantee ends. */
export function useEndGuarantee(id: number, deedId: number) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: GuaranteeEndBody) =>
      client.POST('/api/tenant-applications/{id}/agreement/deeds/{deedId}/end', { params: { path: { id, deedId }, header: keyFor(body) }, body }),
    onSuccess: useRefresh({ id }),
  })
}

/** Sends the link again to whose turn it is. Each press is a wish of its own. */
export function useRemind(id: number) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (press: { pressedAt: number }) => client.POST('/api/tenant-applications/{id}/agreement/remind', { params: { path: { id }, header: keyFor(press) } }),
    onSuccess: useRefresh({ id }),
  })
}

/** The body of an issue: the terms, and outside England the landlord's own document. */
export interface Issue {
  terms: AgreementBody
  file: File | null
  /** The landlord, where the details are saved for every agreement. */
  landlord?: LandlordValues | undefined
}

/** Saves the landlord to the settings, with the contact that stands there. Tells whether it is kept; the agreement is issued either way. */
async function keepLandlord(cache: QueryClient, landlord: LandlordValues): Promise<boolean> {
  try {
    const { contactName, contactPhone, contactEmail } = await cache.query(landlordQuery())
    const contact = { ...(contactName !== null && { contactName }), ...(contactPhone !== null && { contactPhone }), ...(contactEmail !== null && { contactEmail }) }
    await saveLandlord({ ...landlordDetails(landlord), ...contact }, { 'Idempotency-Key': uuid() })
    await cache.invalidateQueries({ queryKey: landlordQuery().queryKey })
    return true
  } catch {
    return false
  }
}

/** Issues an agreement. */
export function useIssue(id: number, onProgress: OnProgress) {
  const keyFor = useIdempotencyKey()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ terms, file, landlord }: Issue) => {
      await (file === null ? issueAgreement(id, terms, keyFor(terms)) : issueOwnAgreement(id, terms, file, onProgress, new AbortController().signal))
      return { isKept: landlord === undefined || (await keepLandlord(cache, landlord)) }
    },
    onSuccess: useRefresh({ id }),
  })
}
