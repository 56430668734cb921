import { client } from '@/api/client'
import type { ImportCalls } from '@/api/imports'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import type { ImportWording } from '@/ui/csv/kind'
import { importTexts } from '@/ui/csv/texts'

/** The texts of import and export. */
export const csv = {
  ...importTexts({ one: 'tenant', many: 'tenants', in: 'in your list', to: 'to your tenants' }),
  open: 'Import',
  title: 'Import and export',
  joint: 'Lines with the same home and lease start are one tenancy.',
  export: 'Export CSV',
  exportText: 'Every tenant, previous ones too, with their tenancies.',
  exportFailed: 'The export stopped',
  exportFailedText: 'No file was saved. Please try again.',
} as const

/** Imports of tenants, in words. */
export const wording: ImportWording = { texts: csv, count: (rows) => count(rows, 'tenant', 'tenants'), list: paths.tenants }

/** Their calls. */
export const tenantImports: ImportCalls = {
  path: '/api/tenant-imports',
  resource: 'tenant-imports',
  read: async (id, signal) => (await client.GET('/api/tenant-imports/{id}', { params: { path: { id } }, signal })).data,
  apply: async (id, header) => (await client.POST('/api/tenant-imports/{id}/apply', { params: { path: { id }, header } })).data,
  template: async () => (await client.GET('/api/tenant-imports/template', { parseAs: 'blob' })).data ?? new Blob(),
}

/** Every tenant as a CSV file. */
export async function exportTenants(): Promise<Blob> {
  const { data } = await client.GET('/api/tenants/export', { parseAs: 'blob' })
  return data ?? new Blob()
}
