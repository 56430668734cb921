import { client } from '@/api/client'
import type { ImportCalls } from '@/api/imports'
import type { PropertyFilter } from '@/api/properties'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import type { ImportWording } from '@/ui/csv/kind'
import { countRows } from '@/ui/csv/report'
import { portfolio } from '../messages'
import { csv } from './messages'

/** Imports of properties, in words. */
export const wording: ImportWording = {
  texts: csv,
  count: (rows) => count(rows, portfolio.property, portfolio.properties.toLowerCase()),
  list: paths.portfolio,
}

/** Their calls. */
export const propertyImports: ImportCalls = {
  path: '/api/property-imports',
  resource: 'property-imports',
  read: async (id, signal) => (await client.GET('/api/property-imports/{id}', { params: { path: { id } }, signal })).data,
  apply: async (id, header) => (await client.POST('/api/property-imports/{id}/apply', { params: { path: { id }, header } })).data,
  template: async () => (await client.GET('/api/property-imports/template', { parseAs: 'blob' })).data ?? new Blob(),
}

/** The number of properties that have arrived, and of all. */
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
