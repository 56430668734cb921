import { useMutation } from '@tanstack/react-query'
import { client, type Schema } from '@/api/client'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { saveFile } from '@/lib/save'
import { data as texts } from './messages'

/** Has the browser save everything that is held about the account, under the server's name for it. */
export const useDownload = () =>
  useMutation({
    mutationFn: async () => {
      const { data, response } = await client.GET('/api/account/export', { parseAs: 'blob' })
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      if (data !== undefined) saveFile(data, name ?? texts.downloadName)
    },
  })

/** Erases the account. */
export function useDeleteAccount() {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'DeleteAccountBody'>) => client.POST('/api/account/delete', { body, params: { header: keyFor(body) } }),
  })
}
