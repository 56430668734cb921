import { useQuery, useQueryClient } from '@tanstack/react-query'
import { landlordQuery, saveLandlord, type LandlordBody } from '@/api/landlord'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

export const useLandlord = () => useQuery(landlordQuery())

/** Saves the details whole; `version` is the one that was edited. */
export function useSaveLandlord() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ version, ...body }: LandlordBody & { version: number }) => saveLandlord(body, { ...keyFor(body), 'If-Match': `"${String(version)}"` }),
    onSuccess: () => cache.invalidateQueries({ queryKey: landlordQuery().queryKey }),
  })
}
