import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, type Schema } from '@/api/client'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

const keysQuery = () => api.queryOptions('get', '/api/api-keys')

export const useKeys = () => useQuery(keysQuery())

/** Makes a key; sent without an idempotency key, because the reply holds a secret that nobody is to keep. */
export function useMakeKey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: Schema<'ApiKeyBody'>) => (await client.POST('/api/api-keys', { body })).data?.key ?? '',
    onSuccess: () => cache.invalidateQueries({ queryKey: keysQuery().queryKey }),
  })
}

export function useRevokeKey() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: number) => client.DELETE('/api/api-keys/{id}', { params: { path: { id }, header: keyFor(id) } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keysQuery().queryKey }),
  })
}
