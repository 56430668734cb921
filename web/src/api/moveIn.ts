import { readBytes } from './bytes'
import { api, type Schema } from './client'
import { ApiError } from './errors'
import { send } from './transport'

/** A check of somebody's right to rent. */
export type RightToRentCheck = Schema<'RightToRentCheck'>

/** The body of a check. */
export interface NewRightToRentCheck {
  name: string
  method: string
  document: string
  checkDate: string
  checker: string
  expireDate: string
}

/** The checks of an application, the newest first. */
export const rightToRentQuery = (id: number) => api.queryOptions('get', '/api/tenant-applications/{id}/right-to-rent', { params: { path: { id } } })

/** Records a check, with a picture or PDF of what was seen where there is one. */
export async function recordRightToRent(id: number, check: NewRightToRentCheck, evidence: File | null, header: { 'Idempotency-Key': string }): Promise<void> {
  const body = new FormData()
  for (const [name, value] of Object.entries(check) as [string, string][]) if (value !== '') body.append(name, value)
  if (evidence !== null) body.append('evidence', evidence)
  const url = new URL(`/api/tenant-applications/${String(id)}/right-to-rent`, location.origin)
  const response = await send(new Request(url, { method: 'POST', credentials: 'include', headers: header, body }))
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
}

/** The file of a check; the server records the reading. */
export const readRightToRent = (id: number, checkId: number): Promise<Blob> => readBytes(`/api/tenant-applications/${String(id)}/right-to-rent/${String(checkId)}/evidence`)
