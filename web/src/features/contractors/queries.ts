import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { contractorsQuery, type Contractor, type ContractorBody } from '@/api/contractors'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** The directory, by name. */
export const useContractors = () => useQuery(contractorsQuery())

/** A write that concerns contractors: with the key of its body, and what shows them is read again. */
function useWrite<Input, Reply>(send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({ mutationFn: (input: Input) => send(input, keyFor(input)), onSettled: () => invalidate(cache, ['contractors']) })
}

/** The row as it was read: the server refuses to change another one (412). */
const unchanged = ({ version }: { version: number }) => ({ 'If-Match': `"${String(version)}"` })

export const useAddContractor = () => useWrite((body: ContractorBody, header) => client.POST('/api/contractors', { params: { header }, body }))

export const useEditContractor = () =>
  useWrite(({ row, body }: { row: Contractor; body: ContractorBody }, header) =>
    client.PATCH('/api/contractors/{id}', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

export const useDeleteContractor = () =>
  useWrite((row: Contractor, header) => client.DELETE('/api/contractors/{id}', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } } }))
