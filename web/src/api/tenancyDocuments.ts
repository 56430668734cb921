import { api, client, type Schema } from './client'
import { sendFile, type OnProgress } from './upload'

/** A document that a tenant was given. */
export type TenancyDocument = Schema<'TenancyDocument'>

/** Queries the documents that a tenant was given, the newest first. */
export const tenancyDocumentsQuery = (id: number) => api.queryOptions('get', '/api/tenants/{id}/documents', { params: { path: { id } } })

/** The bytes of one. */
export async function readTenancyDocument(id: number, documentId: number): Promise<Blob> {
  const { data } = await client.GET('/api/tenants/{id}/documents/{documentId}/content', { params: { path: { id, documentId } }, parseAs: 'blob' })
  return data as unknown as Blob
}

/** A document to give. */
export interface NewTenancyDocument {
  kind: string
  title: string
  file: File
  /** True if the tenants are told; without it the organisation's switch decides. */
  emailTenant?: boolean
}

/** Gives a document to all tenants of a tenancy. */
export async function giveTenancyDocument(id: number, { kind, title, file, emailTenant }: NewTenancyDocument, key: string, onProgress: OnProgress, signal: AbortSignal): Promise<TenancyDocument> {
  const fields = { kind, ...(title !== '' && { title }), ...(emailTenant !== undefined && { emailTenant: String(emailTenant) }) }
  return (await sendFile(`/api/tenants/${String(id)}/documents`, file, onProgress, signal, { 'idempotency-key': key }, fields)) as TenancyDocument
}
