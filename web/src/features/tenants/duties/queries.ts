import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { dutiesQuery, type Paper, type PetRequestBody } from '@/api/duties'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** The duties towards a tenant. */
export const useDuties = (id: number) => useQuery(dutiesQuery(id))

/** A write that concerns what is owed to a tenant: with the key of its body. */
function useWrite<Body>(send: (body: Body, header: { 'Idempotency-Key': string }) => Promise<unknown>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({ mutationFn: (body: Body) => send(body, keyFor(body)), onSuccess: () => invalidate(cache, ['tenants']) })
}

/** Records when a paper was given; without a day that is taken back. */
export const useRecordPaper = (id: number) =>
  useWrite((body: { paper: Paper; deliveryDate?: string }, header) => client.PUT('/api/tenants/{id}/papers', { params: { path: { id }, header }, body }))

/** Records a request for a pet, or all of the one with that id. */
export const useRecordPet = (id: number, requestId: number | null) =>
  useWrite((body: PetRequestBody, header) =>
    requestId === null
      ? client.POST('/api/tenants/{id}/pet-requests', { params: { path: { id }, header }, body })
      : client.PUT('/api/tenants/{id}/pet-requests/{requestId}', { params: { path: { id, requestId }, header }, body }),
  )

/** Removes a request for a pet. */
export const useRemovePet = (id: number) =>
  useWrite((requestId: number, header) => client.DELETE('/api/tenants/{id}/pet-requests/{requestId}', { params: { path: { id, requestId }, header } }))
