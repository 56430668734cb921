import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, type Schema } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { Duty } from './model'

/** The filter of the homes; a field that is undefined does not restrict. */
export interface HomeDutyFilter {
  search?: string | undefined
  duty?: Duty | undefined
  toDo?: boolean | undefined
  sort?: Schema<'HomeDutySort'> | undefined
  propertyId?: number | undefined
}

const plain = (wanted: HomeDutyFilter) => JSON.parse(JSON.stringify(wanted)) as { search?: string; duty?: Duty; toDo?: boolean; sort?: Schema<'HomeDutySort'>; propertyId?: number }

const pages = (wanted: HomeDutyFilter) =>
  infiniteQueryOptions({
    queryKey: ['get', '/api/compliance/homes', { params: { query: plain(wanted) } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...plain(wanted), ...(pageParam !== null && { pageToken: pageParam }) }
      const { data } = await client.GET('/api/compliance/homes', { params: { query }, signal })
      if (data === undefined) throw new Error('a reply came without its homes')
      return data
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  })

/** The homes with what they need, and the totals over all homes. */
export const useHomeDuties = (wanted: HomeDutyFilter) => useInfiniteQuery({ ...pages(wanted), placeholderData: keepPreviousData })

export const useCertificate = (id: number | null) =>
  useQuery({ ...api.queryOptions('get', '/api/property-certificates/{id}', { params: { path: { id: id ?? 0 } } }), enabled: id !== null })

const resource = 'property-certificates'

export function useExempt() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'DutyExemptionBody'>) => client.POST('/api/compliance/exemptions', { params: { header: keyFor(body) }, body }),
    onSuccess: () => invalidate(cache, [resource]),
  })
}

export function useRequire() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'DutyRequiredBody'>) => client.POST('/api/compliance/exemptions/take-back', { params: { header: keyFor(body) }, body }),
    onSuccess: () => invalidate(cache, [resource]),
  })
}

/** Says a fact of one home, and of all others of which it is not known; answers of how many. */
export function useAnswer() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ propertyId, body, forOthers }: { propertyId: number; body: Partial<Schema<'HomeFactBody'>>; forOthers: boolean }) => {
      await client.PATCH('/api/properties/{id}', { params: { path: { id: propertyId }, header: keyFor({ propertyId, body }) }, body })
      let answered = 1
      // The server takes so many homes at a time; each round needs a key of its own.
      for (let round = 0; forOthers; round += 1) {
        const { data } = await client.POST('/api/compliance/facts', { params: { header: keyFor({ body, round }) }, body })
        answered += data?.answered ?? 0
        if (data === undefined || data.remaining === 0 || data.answered === 0) break
      }
      return answered
    },
    onSettled: () => invalidate(cache, ['properties']),
  })
}
