import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { applicationAnalyticsQuery, applicationPagesQuery, applicationQuery, type Application, type ApplicationDocument, type ApplicationFilter } from '@/api/applications'
import { api, client, type Schema } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { recordRightToRent, rightToRentQuery, type NewRightToRentCheck } from '@/api/moveIn'
import { recentPropertiesQuery } from '@/api/properties'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** The applications page by page; the list before stays until the new one is there. */
export const useApplicationPages = (filter: ApplicationFilter) => useInfiniteQuery({ ...applicationPagesQuery(filter), placeholderData: keepPreviousData })

/** Returns the number of applications in each status. */
export const useApplicationAnalytics = () => useQuery(applicationAnalyticsQuery())

/** One application, unless the address names none. */
export const useApplication = (id: number | undefined) => useQuery({ ...applicationQuery(id ?? 0), enabled: id !== undefined })

const mostProperties = 200

/** The properties to choose from. */
export const useProperties = () => useQuery(recentPropertiesQuery(mostProperties))

/** Returns who opened a document, and when. */
export const useReadings = (id: number, documentId: number) =>
  useQuery({ ...api.queryOptions('get', '/api/tenant-applications/{id}/documents/{documentId}/readings', { params: { path: { id, documentId } } }), staleTime: 0 })

/** A write that concerns applications; approving makes tenants and takes homes. */
function useWrite<Input, Reply>(send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({ mutationFn: (input: Input) => send(input, keyFor(input)), onSuccess: () => invalidate(cache, ['tenant-applications', 'tenants']) })
}

/** Changes an application as it was read: the server refuses to change another one (412). */
export const useDecide = () =>
  useWrite(({ application, body }: { application: Application; body: Schema<'DecisionBody'> }, header) =>
    client.PATCH('/api/tenant-applications/{id}', {
      params: { path: { id: application.id }, header: { ...header, 'If-Match': `"${String(application.version)}"` } },
      body,
    }),
  )

/** The approved application that stands in another's way. */
export async function approvedFor({ id, propertyId, roomId }: Application): Promise<Application | undefined> {
  const { data } = await client.GET('/api/tenant-applications', { params: { query: { propertyId, status: 'Approved' } } })
  return data?.find((other) => other.id !== id && other.roomId === roomId)
}

/** Erases an application of somebody who asks for it. */
export const useErase = () =>
  useWrite((id: number, header) => client.DELETE('/api/tenant-applications/{id}', { params: { path: { id }, header } }))

/** Mails a new link to the guarantor or the employer. Each press is a wish of its own. */
export const useSendReference = () =>
  useWrite(({ id, kind }: { id: number; kind: 'guarantor' | 'employer'; pressedAt: number }, header) =>
    client.POST('/api/tenant-applications/{id}/references/{kind}/send', { params: { path: { id, kind }, header } }),
  )

/** Mails the applicant a new private link. Each press is a wish of its own. */
export const useSendStatusLink = () =>
  useWrite(({ id }: { id: number; pressedAt: number }, header) => client.POST('/api/tenant-applications/{id}/status-link', { params: { path: { id }, header } }))

/** Accepts or refuses a document. */
export const useReview = () =>
  useWrite(({ id, document, body }: { id: number; document: ApplicationDocument; body: Schema<'DocumentReviewBody'> }, header) =>
    client.PATCH('/api/tenant-applications/{id}/documents/{documentId}', { params: { path: { id, documentId: document.id }, header }, body }),
  )

/** The checks of the right to rent, the newest first. */
export const useRightToRent = (id: number) => useQuery(rightToRentQuery(id))

/** Records another check. */
export const useRecordCheck = (id: number) =>
  useWrite(({ check, evidence }: { check: NewRightToRentCheck; evidence: File | null }, header) => recordRightToRent(id, check, evidence, header))

/** Waives a reference. */
export const useWaive = () =>
  useWrite(({ id, kind, reason }: { id: number; kind: 'guarantor' | 'employer'; reason: string }, header) =>
    client.POST('/api/tenant-applications/{id}/references/{kind}/waive', { params: { path: { id, kind }, header }, body: { reason } }),
  )

/** Lets the tenants move in; an application that has changed since is another wish. */
export const useCompleteMoveIn = () =>
  useWrite(({ id, emailTenants }: { id: number; version: number; emailTenants: boolean | null }, header) =>
    client.POST('/api/tenant-applications/{id}/move-in', { params: { path: { id }, header, ...(emailTenants !== null && { query: { emailTenants } }) } }),
  )
