import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, type Schema } from '@/api/client'
import { isRefusal } from '@/api/errors'
import { invalidate } from '@/api/invalidations'
import type { PropertyFilter } from '@/api/properties'
import { sendFile } from '@/api/upload'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { uuid } from '@/lib/trace'
import type { SendFile } from '@/ui/useUpload'
import { countRows } from './report'

export type PropertyImport = Schema<'PropertyImport'>

export const importQuery = (id: number) => api.queryOptions('get', '/api/property-imports/{id}', { params: { path: { id } } })

/** An import and how far it is, unless the address names none; live updates tell of each step. */
export const useImport = (id: number | null) => useQuery({ ...importQuery(id ?? 0), enabled: id !== null })

/** Sends a file to be checked; a file that is chosen again is checked again. */
export function useCheckFile(): SendFile<PropertyImport> {
  const cache = useQueryClient()
  return async (file, onProgress, signal) => {
    const found = (await sendFile('/api/property-imports', file, onProgress, signal, { 'idempotency-key': uuid() })) as PropertyImport
    cache.setQueryData(importQuery(found.id).queryKey, found)
    return found
  }
}

/** Begins an import; also learns of it where somebody else did. */
export function useApplyImport() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (id: number) => {
      const { data } = await client.POST('/api/property-imports/{id}/apply', { params: { path: { id }, header: keyFor(id) } })
      return data
    },
    onSuccess: (begun, id) => {
      const known = cache.getQueryData<PropertyImport>(importQuery(id).queryKey)
      // The stream may have told of a later step before this reply came.
      if (begun && (known === undefined || known.version < begun.version)) cache.setQueryData(importQuery(id).queryKey, begun)
    },
    onError: (error) => {
      if (isRefusal(error, 'IMPORT_ALREADY_APPLIED')) void invalidate(cache, ['property-imports'])
    },
  })
}

/** How many properties of how many have arrived. */
export interface ExportProgress {
  rows: number
  total: number
}

/** The properties that match as a CSV file; says how far it is while it arrives. */
export async function exportProperties(filter: PropertyFilter, onProgress: (progress: ExportProgress) => void, signal: AbortSignal): Promise<Blob> {
  const { data, response } = await client.GET('/api/properties/export', { params: { query: filter }, parseAs: 'stream', signal })
  const total = Number(response.headers.get('lintel-total-count'))
  const parts: Uint8Array<ArrayBuffer>[] = []
  const text = new TextDecoder()
  // The first line names the columns.
  let [rows, open] = [-1, false]
  const reader = data?.getReader()
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    parts.push(part.value)
    const counted = countRows(text.decode(part.value, { stream: true }), open)
    open = counted.open
    rows += counted.rows
    onProgress({ rows: Math.max(0, rows), total })
  }
  return new Blob(parts, { type: 'text/csv' })
}

/** A CSV file with the columns of an import and no property. */
export async function importTemplate(): Promise<Blob> {
  const { data } = await client.GET('/api/property-imports/template', { parseAs: 'blob' })
  return data ?? new Blob()
}
