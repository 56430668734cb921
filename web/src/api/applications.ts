import { infiniteQueryOptions } from '@tanstack/react-query'
import { uuid } from '@/lib/trace'
import { readBytes } from './bytes'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'
import { sendFile, type OnProgress } from './upload'

/** An application, as the landlord or its applicant may see it. */
export type Application = Schema<'Application'>

/** A document of an application. */
export type ApplicationDocument = Schema<'Document'>

/** A reference that was asked for. */
export type Reference = Schema<'Reference'>

/** A home with a vacancy, as an applicant may see it. */
export type OpenHome = Schema<'OpenHome'>

/** The filter and order of a list of applications; what is left out does not restrict it. */
export interface ApplicationFilter {
  propertyId?: number
  statuses?: string
  search?: string
  sort?: Schema<'ApplicationSort'>
}

const pageSize = 100

/** The organisation's applications page by page, filtered and sorted by the server. */
export const applicationPagesQuery = (filter: ApplicationFilter) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes applications finds it.
    queryKey: ['get', '/api/tenant-applications', { params: { query: filter } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/tenant-applications', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The signed-in applicant's own applications. */
export const ownApplicationsQuery = () => api.queryOptions('get', '/api/tenant-applications')

/** One application with timeline, documents and references. */
export const applicationQuery = (id: number) => api.queryOptions('get', '/api/tenant-applications/{id}', { params: { path: { id } } })

/** Queries the number of applications in each status. */
export const applicationAnalyticsQuery = () => api.queryOptions('get', '/api/tenant-applications/analytics')

/** The homes that the signed-in applicant may apply for. */
export const applicantHomesQuery = () => api.queryOptions('get', '/api/tenant-applications/homes')

const halfAMinute = 30_000

/** An application by its applicant's private link: asked again while somebody looks at it, for there is no stream. */
export const linkedApplicationQuery = (token: string) =>
  api.queryOptions('get', '/api/tenant-status/{token}', { params: { path: { token } } }, { refetchInterval: halfAMinute, staleTime: 0 })

/** The access to an application: by its number, signed in, or by its applicant's private link. */
export type ApplicationAccess = { id: number } | { token: string }

const documentsPath = (access: ApplicationAccess) =>
  'id' in access ? `/api/tenant-applications/${String(access.id)}/documents` : `/api/tenant-status/${encodeURIComponent(access.token)}/documents`

/** Adds a document. */
export async function sendDocument(
  access: ApplicationAccess,
  type: ApplicationDocument['type'],
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ApplicationDocument> {
  const headers = { 'idempotency-key': uuid() }
  return (await sendFile(documentsPath(access), file, onProgress, signal, headers, { type })) as ApplicationDocument
}

/** The bytes of a document, at an address for this one reading; the server records it. */
export async function readDocument(access: ApplicationAccess, documentId: number): Promise<Blob> {
  if ('id' in access) {
    const { data } = await client.POST('/api/tenant-applications/{id}/documents/{documentId}/ticket', { params: { path: { id: access.id, documentId } } })
    return readBytes(data?.url ?? '')
  }
  const { data } = await client.GET('/api/tenant-status/{token}/documents/{documentId}/content', { params: { path: { token: access.token, documentId } }, parseAs: 'blob' })
  return data as unknown as Blob
}
