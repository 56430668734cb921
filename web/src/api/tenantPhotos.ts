import { useQueryClient } from '@tanstack/react-query'
import { uuid } from '@/lib/trace'
import { client } from './client'
import { titledMessage } from './errors'
import { invalidate } from './invalidations'
import { sendFile, type OnProgress } from './upload'

/** Returns the functions that set and remove a tenant's photo: by the landlord by the tenant's id, or by the tenant. What shows it is read again. */
export function useTenantPhoto(whose: number | 'own') {
  const cache = useQueryClient()
  const path = whose === 'own' ? '/api/tenant-portal/photo' : `/api/tenants/${whose}/photo`
  const read = () => invalidate(cache, ['tenants'])
  return {
    send: async (file: File, onProgress: OnProgress, signal: AbortSignal) => {
      await sendFile(path, file, onProgress, signal, { 'idempotency-key': uuid() })
      await read()
    },
    remove: async () => {
      const header = { 'Idempotency-Key': uuid() }
      if (whose === 'own') await client.DELETE('/api/tenant-portal/photo', { params: { header } })
      else await client.DELETE('/api/tenants/{id}/photo', { params: { path: { id: whose }, header } })
      await read()
    },
    explain: (error: unknown) => titledMessage(error, 'The photo could not be changed. Please try again.'),
  }
}
