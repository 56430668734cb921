import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { invalidate } from './invalidations'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

/** The return of a listing, with what it was computed from. */
export type Analysis = Schema<'Analysis'>

/** The inputs, all of them, and those that were typed. */
export type Assumptions = Schema<'Assumptions'>
export type AssumptionsBody = Schema<'AssumptionsBody'>

/** The figures. */
export type Returns = Schema<'Returns'>

/** An analysis to keep. */
export type AnalysisBody = Schema<'AnalysisBody'>

/** A sale near a listing. */
export type Comparable = Schema<'Comparable'>

/** A home to add to the portfolio. */
export type BoughtBody = Schema<'PropertyBody'>

const resource = 'roi-analyses'

/** Queries the returns of a listing with what was typed; another version of the listing is asked about anew. */
export const returnsQuery = (listing: { id: number; version: number }, body: AssumptionsBody) =>
  queryOptions({
    queryKey: ['post', '/api/investment-properties/{id}/roi', { params: { path: { id: listing.id } }, body }, listing.version],
    queryFn: async ({ signal }) => (await client.POST('/api/investment-properties/{id}/roi', { params: { path: { id: listing.id } }, body, signal })).data ?? null,
  })

/** The figures for what was typed; those before stay until the new ones are there. */
export const useReturns = (listing: { id: number; version: number }, body: AssumptionsBody) => useQuery({ ...returnsQuery(listing, body), placeholderData: keepPreviousData })

/** Sales near a listing. */
export const useComparables = (id: number) => useQuery(api.queryOptions('get', '/api/investment-properties/{id}/comparables', { params: { path: { id } } }))

/** The analyses that the signed-in person keeps, the newest first. */
export const useAnalyses = () => useQuery(api.queryOptions('get', '/api/roi-analyses'))

/** Keeps an analysis, or replaces one; its listing is on the person's watchlist from then on. */
export function useSaveAnalysis() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: AnalysisBody) => (await client.POST('/api/roi-analyses', { params: { header: keyFor(body) }, body })).data,
    onSuccess: () => invalidate(cache, [resource, 'investment-properties']),
  })
}

/** Keeps an analysis no more. */
export function useDeleteAnalysis() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: number) => client.DELETE('/api/roi-analyses/{id}', { params: { path: { id }, header: keyFor(id) } }),
    onSettled: () => invalidate(cache, [resource]),
  })
}

/** Adds a listing that was bought to the portfolio. */
export function useBuy() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: BoughtBody) => (await client.POST('/api/properties', { params: { header: keyFor(body) }, body })).data,
    onSuccess: () => invalidate(cache, ['properties']),
  })
}
