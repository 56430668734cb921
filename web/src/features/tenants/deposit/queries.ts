import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { depositQuery, noticeQuery, type DepositBody, type DepositReturnBody, type Notice } from '@/api/deposits'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** The deposit of a tenant's tenancy. */
export const useDeposit = (id: number) => useQuery(depositQuery(id))

/** The earliest last day that a notice leads to, once there is a notice. */
export const useNotice = (id: number, notice: Notice | null) => useQuery({ ...noticeQuery(id, notice ?? { giver: 'tenant', given: '' }), enabled: notice !== null })

/** A write that concerns a deposit: with the key of its body. */
function useWrite<Body>(send: (body: Body, header: { 'Idempotency-Key': string }) => Promise<unknown>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({ mutationFn: (body: Body) => send(body, keyFor(body)), onSuccess: () => invalidate(cache, ['tenants']) })
}

/** Records what is known of a deposit. */
export const useRecordDeposit = (id: number) => useWrite((body: DepositBody, header) => client.PUT('/api/tenants/{id}/deposit', { params: { path: { id }, header }, body }))

/** Records what was given back. */
export const useRecordReturn = (id: number) =>
  useWrite((body: DepositReturnBody, header) => client.POST('/api/tenants/{id}/deposit/return', { params: { path: { id }, header }, body }))
