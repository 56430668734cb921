import { infiniteQueryOptions } from '@tanstack/react-query'
import { uuid } from '@/lib/trace'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'
import { sendFile, type OnProgress } from './upload'

/** Something that is to be repaired; the landlord is told more of it than the tenant. */
export type MaintenanceRequest = Schema<'MaintenanceRequest'>

/** A photo or an invoice of a request. */
export type Attachment = Schema<'Attachment'>

/** A comment to the other side. */
export type Comment = Schema<'Comment'>

/** A line of what a request cost. */
export type Cost = Schema<'Cost'>

/** An entry of a request's history. */
export type MaintenanceEvent = Schema<'MaintenanceEvent'>

/** The visit to a home. */
export type Visit = Schema<'Visit'>

/** A request to add, and what can be changed of one. */
export type MaintenanceBody = Schema<'MaintenanceBody'>
export type MaintenanceChangeBody = Schema<'MaintenanceChangeBody'>

/** The orders that people choose besides the newest first. */
export type RequestSort = Schema<'MaintenanceSort'>

/** The filter of a list of requests; what is left out does not restrict it. */
export interface RequestFilter {
  status?: string
  priority?: string
  propertyId?: number
  search?: string
  /** The newest first where it is left out. */
  sort?: RequestSort
}

const pageSize = 100

/** The organisation's requests page by page, the newest first. */
export const requestPagesQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes requests finds it.
    queryKey: ['get', '/api/maintenance-requests', { params: { query: filter } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/maintenance-requests', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Every request that the filter finds, for a file; up to 10,000. */
export async function readRequests(filter: RequestFilter): Promise<MaintenanceRequest[]> {
  return (await client.GET('/api/maintenance-requests', { params: { query: filter } })).data ?? []
}

const mostUrgent = 50

/** High, neither Completed nor Cancelled, by the next target. */
export const urgentRequestsQuery = () => api.queryOptions('get', '/api/maintenance-requests', { params: { query: { urgent: true, pageSize: mostUrgent } } })

/** The requests of one home of the signed-in tenant, the newest first. */
export const ownRequestsQuery = (propertyId: number) => api.queryOptions('get', '/api/maintenance-requests', { params: { query: { propertyId } } })

/** One request with its history, and for the landlord its costs. */
export const requestQuery = (id: number) => api.queryOptions('get', '/api/maintenance-requests/{id}', { params: { path: { id } } })

/** A report as it is written now. */
export type ReportDraftBody = Schema<'ReportDraftBody'>

/** Queries the urgency of a report before it is sent: nothing is stored by asking. */
export const judgedReportQuery = (body: ReportDraftBody) => ({
  queryKey: ['post', '/api/maintenance-requests/judgements', body] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Schema<'JudgedReport'>> => {
    const { data } = await client.POST('/api/maintenance-requests/judgements', { body, signal })
    if (data === undefined) throw new Error('A report was not judged.')
    return data
  },
  staleTime: 60_000,
})

/** The figures of the cards, as the server has them. */
export const requestAnalyticsQuery = () => api.queryOptions('get', '/api/maintenance-requests/analytics')

/** Queries the comments of both sides, the oldest first. */
export const commentsQuery = (id: number) => api.queryOptions('get', '/api/maintenance-requests/{id}/comments', { params: { path: { id } } })

/** Adds a photo or an invoice; twice with the same `key` is once. */
export async function sendAttachment(id: number, kind: Attachment['kind'], file: File, onProgress: OnProgress, signal: AbortSignal, key = uuid()): Promise<Attachment> {
  const headers = { 'idempotency-key': key }
  return (await sendFile(`/api/maintenance-requests/${String(id)}/attachments`, file, onProgress, signal, headers, { kind })) as Attachment
}

/** The bytes of a photo or an invoice, which come with a bearer header alone; what was added never changes. */
export const attachmentQuery = (id: number, attachmentId: number) => ({
  queryKey: ['get', '/api/maintenance-requests/{id}/attachments/{attachmentId}/content', { params: { path: { id, attachmentId } } }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Blob> => {
    const { data } = await client.GET('/api/maintenance-requests/{id}/attachments/{attachmentId}/content', { params: { path: { id, attachmentId } }, parseAs: 'blob', signal })
    return data as unknown as Blob
  },
  staleTime: Infinity,
})
