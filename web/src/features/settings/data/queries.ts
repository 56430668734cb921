import { saveReply } from '@/api/bytes'
import { client, type Schema } from '@/api/client'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { data as texts } from './messages'

/** Has the browser save everything that is held about the account, under the server's name for it. */
export const useDownload = () =>
  useMutation({
    mutationFn: async () => saveReply(await client.GET('/api/account/export', { parseAs: 'blob' }), texts.downloadName),
  })

/** Erases the account. */
export function useDeleteAccount() {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'DeleteAccountBody'>) => client.POST('/api/account/delete', { body, params: { header: keyFor(body) } }),
  })
}
