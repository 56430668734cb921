import { useQuery } from '@tanstack/react-query'
import { client } from '@/api/client'
import { employerLinkQuery, guarantorLinkQuery, referenceRequestsQuery } from '@/api/references'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { employerBody, guarantorBody } from './model'

/** The requests to the signed-in address. */
export const useReferenceRequests = () => useQuery(referenceRequestsQuery())

export const useGuarantorLink = (token: string) => useQuery({ ...guarantorLinkQuery(token), enabled: token !== '' })

export const useEmployerLink = (token: string) => useQuery({ ...employerLinkQuery(token), enabled: token !== '' })

export function useGiveGuarantor(token: string) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: ReturnType<typeof guarantorBody>) =>
      client.POST('/api/guarantor-verify/{token}', { params: { path: { token }, header: keyFor(body) }, body }),
  })
}

export function useGiveEmployer(token: string) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: ReturnType<typeof employerBody>) => client.POST('/api/employer-verify/{token}', { params: { path: { token }, header: keyFor(body) }, body }),
  })
}

/** A referee who does not want to answer. */
export function useDecline(kind: 'guarantor' | 'employer', token: string) {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: { reason?: string }) => {
      const call = { params: { path: { token }, header: keyFor(body) }, body }
      await (kind === 'guarantor' ? client.POST('/api/guarantor-verify/{token}/decline', call) : client.POST('/api/employer-verify/{token}/decline', call))
    },
  })
}
