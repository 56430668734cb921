import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { holdingDepositQuery, type HoldingDepositBody } from '@/api/holdingDeposits'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** The holding deposit of an application. */
export const useHoldingDeposit = (id: number) => useQuery(holdingDepositQuery(id))

/** A write that concerns a holding deposit: with the key of its body. */
function useWrite<Body>(send: (body: Body, header: { 'Idempotency-Key': string }) => Promise<unknown>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({ mutationFn: (body: Body) => send(body, keyFor(body)), onSuccess: () => invalidate(cache, ['tenant-applications']) })
}

/** Records all that is known of a holding deposit. */
export const useRecordHolding = (id: number) =>
  useWrite((body: HoldingDepositBody, header) => client.PUT('/api/tenant-applications/{id}/holding-deposit', { params: { path: { id }, header }, body }))

/** Removes a holding deposit. Each press is a wish of its own. */
export const useRemoveHolding = (id: number) =>
  useWrite((_: { pressedAt: number }, header) => client.DELETE('/api/tenant-applications/{id}/holding-deposit', { params: { path: { id }, header } }))
