import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@/lib/save'
import { uuid } from '@/lib/trace'
import { api, client, type Schema } from './client'
import { useMutation } from './useMutation'

/** A copy of all of the organisation's data. */
export type Backup = Schema<'Backup'>

const soon = 3_000

const backupsQuery = () =>
  api.queryOptions('get', '/api/backups', undefined, {
    staleTime: 0,
    // Nothing says when one is made.
    refetchInterval: ({ state }) => (state.data?.some((backup) => backup.state === 'running') === true ? soon : false),
  })

/** The last seven, the newest first, and one that is being made. */
export const useBackups = () => useQuery(backupsQuery())

/** Begins one. */
export function useStartBackup() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => client.POST('/api/backups', { params: { header: { 'Idempotency-Key': uuid() } } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: backupsQuery().queryKey }),
  })
}

/** Has the browser save one, under the server's name for it. */
export const useDownloadBackup = () =>
  useMutation({
    mutationFn: async ({ id, createdAt }: Backup) => {
      const { data, response } = await client.GET('/api/backups/{id}', { params: { path: { id } }, parseAs: 'blob' })
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      if (data !== undefined) saveFile(data, name ?? `lintel-backup-${createdAt.slice(0, 10)}.zip`)
    },
  })
