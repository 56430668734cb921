import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { ledgerQuery, readStatement, rentRiseQuery, type NewEntry, type RentChangeBody, type RentTermsBody } from '@/api/rent'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { saveFile } from '@/lib/save'

/** A tenant's ledger as of a day; the figures before stay until the new ones are there. */
export const useLedger = (id: number, asOf?: string) => useQuery({ ...ledgerQuery(id, asOf), placeholderData: keepPreviousData })

/** Returns when a rise can begin whose notice is served on a day, once there is one. */
export const useRentRise = (id: number, served: string | null) => useQuery({ ...rentRiseQuery(id, served ?? ''), enabled: served !== null })

/** A write that concerns a tenant's rent: with the key of its body, so that a second press does nothing twice. */
function useWrite<Body, Reply>(send: (body: Body, header: { 'Idempotency-Key': string }) => Promise<{ data?: Reply }>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: Body) => (await send(body, keyFor(body))).data,
    onSuccess: () => invalidate(cache, ['tenants', 'bank-statements']),
  })
}

/** Writes an entry. */
export const usePostEntry = (id: number) => useWrite((body: NewEntry, header) => client.POST('/api/tenants/{id}/ledger', { params: { path: { id }, header }, body }))

/** Begins the charging of rent. */
export const useStartRent = (id: number) => useWrite((body: RentTermsBody, header) => client.POST('/api/tenants/{id}/rent', { params: { path: { id }, header }, body }))

/** Records another rent. */
export const useChangeRent = (id: number) =>
  useWrite((body: RentChangeBody, header) => client.POST('/api/tenants/{id}/rent-changes', { params: { path: { id }, header }, body }))

/** Has the browser save a statement. */
export const useDownloadStatement = (id: number) =>
  useMutation({
    mutationFn: async ({ format, to }: { format: 'pdf' | 'csv'; to?: string }) => {
      const { content, name } = await readStatement(id, format, to)
      saveFile(content, name)
    },
  })
