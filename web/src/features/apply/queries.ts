import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applicantHomesQuery } from '@/api/applications'
import { client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { applicationBody } from './model'

/** The homes that the account may apply for. */
export const useApplicantHomes = () => useQuery(applicantHomesQuery())

export function useApply() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: ReturnType<typeof applicationBody>) => {
      const { data } = await client.POST('/api/tenant-applications', { params: { header: keyFor(body) }, body })
      return data
    },
    onSuccess: () => invalidate(cache, ['tenant-applications']),
  })
}
