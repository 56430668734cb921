import { uuid } from '@/lib/trace'
import { api, client, type Schema } from './client'
import { sendFile, type OnProgress } from './upload'
import type { Attachment } from './maintenance'

/** A job as its contractor sees it by the private link. */
export type ContractorJob = Schema<'ContractorJob'>

/** The work of a job. */
export type Work = Schema<'Work'>

/** A time on one day. */
export type JobTime = Schema<'JobTime'>

/** A job as the landlord sees it. */
export type Job = Schema<'Job'>

/** The body of a job. */
export type JobBody = Schema<'JobBody'>
export type JobTimeBody = Schema<'JobTimeBody'>
export type JobReportBody = Schema<'JobReportBody'>

const halfAMinute = 30_000

/** A job by its private link: asked again while somebody looks at it, for there is no stream. */
export const contractorJobQuery = (token: string) => api.queryOptions('get', '/api/jobs/{token}', { params: { path: { token } } }, { refetchInterval: halfAMinute, staleTime: 0 })

/** The calendar file of an agreed time. */
export async function readJobCalendar(token: string): Promise<Blob> {
  const { data } = await client.GET('/api/jobs/{token}/calendar', { params: { path: { token } }, parseAs: 'blob' })
  return data as unknown as Blob
}

/** The bytes of a photo or an invoice of the job; what was added never changes. */
export const jobFileQuery = (token: string, fileId: number) => ({
  queryKey: ['get', '/api/jobs/{token}/files/{fileId}/content', { params: { path: { token, fileId } } }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Blob> => {
    const { data } = await client.GET('/api/jobs/{token}/files/{fileId}/content', { params: { path: { token, fileId } }, parseAs: 'blob', signal })
    return data as unknown as Blob
  },
  staleTime: Infinity,
})

/** Adds a photo of the work or an invoice; twice with the same `key` is once. */
export async function sendJobFile(token: string, kind: Attachment['kind'], file: File, onProgress: OnProgress, signal: AbortSignal, key = uuid()): Promise<Attachment> {
  return (await sendFile(`/api/jobs/${token}/files`, file, onProgress, signal, { 'idempotency-key': key }, { kind })) as Attachment
}
