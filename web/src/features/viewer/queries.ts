import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { viewerPageQuery, type AnswerBody } from '@/api/viewings'

/** The viewing of a private link. */
export const useViewerPage = (token: string) => useQuery({ ...viewerPageQuery(token), enabled: token !== '' })

/** Sends the viewer's answer; the page shows what became of it. */
export function useAnswer(token: string) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: AnswerBody) => (await client.POST('/api/viewings/{token}', { params: { path: { token }, header: keyFor(body) }, body })).data,
    onSuccess: (page) => {
      if (page !== undefined) cache.setQueryData(viewerPageQuery(token).queryKey, page)
    },
  })
}
