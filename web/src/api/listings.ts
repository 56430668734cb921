import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { uuid } from '@/lib/trace'
import { api, client, type Schema } from './client'
import { invalidate } from './invalidations'
import { pageOf, type Page } from './pages'
import { sendFile, type OnProgress } from './upload'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

/** A home for sale. */
export type Listing = Schema<'Listing'>

/** The type of a listing, as the search filters it. */
export type ListingType = Schema<'ListingType'>

/** A search that the caller keeps, and one to keep. */
export type SavedSearch = Schema<'SavedSearch'>
export type SavedSearchBody = Schema<'SavedSearchBody'>

/** A file of listings on its way in, and how far it is. */
export type ListingImport = Schema<'ListingImport'>
export type ListingImportState = Schema<'ListingImportState'>

/** The format of a file of listings. */
export type ListingFormat = Schema<'ListingFormat'>

/** A row of a file that was not taken. */
export type ListingRefusal = Schema<'ListingRefusal'>

/** The order of a search. */
export type ListingSort = 'price-asc' | 'price-desc' | 'yield' | 'bedrooms'

/** The filters of a search; one that is left out does not restrict it. */
export interface ListingSearch {
  location?: string
  propertyType?: ListingType
  minPrice?: string
  maxPrice?: string
  isWatchlisted?: true
  sortBy: ListingSort
}

/** A page of a search. The first one says how many there are on all pages: exact up to 1,000, else `1000+`. */
export interface ListingPage extends Page<Listing> {
  count: string | null
}

const list = '/api/investment-properties'
const one = '/api/investment-properties/{id}'
const pageSize = 24

/** A search is fresh for 30 seconds (docs/reference/screens/property-search.md S1 7). */
const staleTime = 30_000

async function readPage(query: Partial<ListingSearch> & { pageSize: number; pageToken?: string }, signal: AbortSignal): Promise<ListingPage> {
  const { data, response } = await client.GET(list, { params: { query }, signal })
  return { ...pageOf(data ?? [], response.headers), count: response.headers.get('lintel-count') }
}

/** Queries the results of a search, page by page. */
export const listingPagesQuery = (search: ListingSearch) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes listings finds it.
    queryKey: ['get', list, { params: { query: search } }, 'pages'],
    queryFn: ({ pageParam, signal }) => readPage({ ...search, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime,
  })

/** Returns the results of a search, page by page; the previous ones stay until the new ones are there. */
export const useListingPages = (search: ListingSearch) => useInfiniteQuery({ ...listingPagesQuery(search), placeholderData: keepPreviousData })

const watchedKey = ['get', list, { params: { query: { isWatchlisted: true } } }, 'count']

/** Returns the number of listings that the user watches, in digits; `1000+` beyond a thousand. */
export const useWatchCount = () =>
  useQuery({ queryKey: watchedKey, queryFn: async ({ signal }) => (await readPage({ isWatchlisted: true, pageSize: 1 }, signal)).count, staleTime })

/** One listing, with its prices over time. */
export const listingQuery = (id: number) => api.queryOptions('get', one, { params: { path: { id } } }, { staleTime })

/** One listing, unless the address names none. */
export const useListing = (id: number | undefined) => useQuery({ ...listingQuery(id ?? 0), enabled: id !== undefined })

/** A change of whether a listing is watched. */
interface Watch {
  id: number
  isWatchlisted: boolean
}

const isList = ({ queryKey }: Query) => queryKey[1] === list

/** Shows whether a listing is watched wherever it stands. */
function showWatched(cache: QueryClient, { id, isWatchlisted }: Watch): void {
  const changed = (listing: Listing) => (listing.id === id ? { ...listing, isWatchlisted } : listing)
  cache.setQueriesData<InfiniteData<ListingPage>>({ predicate: (query) => isList(query) && query.queryKey[3] === 'pages' }, (data) =>
    data && { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(changed) })) },
  )
  cache.setQueryData<Listing>(listingQuery(id).queryKey, (listing) => listing && changed(listing))
}

/** Puts a listing on one's own list or takes it off: shows at once, and is undone where the server refuses. */
export function useWatch() {
  const cache = useQueryClient()
  return useMutation({
    // Presses follow one another: the last one counts.
    scope: { id: 'watchlist' },
    mutationFn: async ({ id, isWatchlisted }: Watch) => {
      const header = { 'Idempotency-Key': uuid() }
      return (await client.PUT('/api/investment-properties/{id}/watchlist', { params: { path: { id }, header }, body: { isWatchlisted } })).data
    },
    onMutate: (watch) => showWatched(cache, watch),
    onSuccess: (_, watch) => showWatched(cache, watch),
    onError: (_, { id, isWatchlisted }) => showWatched(cache, { id, isWatchlisted: !isWatchlisted }),
    onSettled: async () => {
      // A listing that left the list stays where it is seen, with its heart, until the list is opened again: a slip of the finger is mended there.
      await cache.invalidateQueries({ refetchType: 'none', predicate: isList })
      // A reply that is on its way may show the state before.
      await cache.refetchQueries({ type: 'active', predicate: (query) => isList(query) && (query.state.fetchStatus === 'fetching' || query.queryKey[3] === 'count') })
    },
  })
}

/** The searches that the signed-in person keeps, the newest first. */
export const useSavedSearches = () => useQuery(api.queryOptions('get', '/api/saved-searches'))

/** Keeps a search: a new listing that it finds is told. */
export function useSaveSearch() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: SavedSearchBody) => (await client.POST('/api/saved-searches', { params: { header: keyFor(body) }, body })).data,
    onSuccess: () => invalidate(cache, ['saved-searches']),
  })
}

/** Keeps a search no more. */
export function useDeleteSearch() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: number) => client.DELETE('/api/saved-searches/{id}', { params: { path: { id }, header: keyFor(id) } }),
    onSettled: () => invalidate(cache, ['saved-searches']),
  })
}

const imports = '/api/listing-imports'
const importPageSize = 20

/** The imports of listings page by page, the newest first. */
export const useImportPages = () =>
  useInfiniteQuery({
    queryKey: ['get', imports, {}, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize: importPageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET(imports, { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** One import with the rows that were not taken, unless the address names none. */
export const useListingImport = (id: number | undefined) =>
  useQuery({ ...api.queryOptions('get', '/api/listing-imports/{id}', { params: { path: { id: id ?? 0 } } }), enabled: id !== undefined })

/** A file of listings to send. */
export interface ListingFile {
  file: File
  format: ListingFormat
  source: string
}

/** Sends a file of listings, which is read in the background once it is whole. */
export function useSendListings() {
  const cache = useQueryClient()
  return async ({ file, format, source }: ListingFile, onProgress: OnProgress, signal: AbortSignal): Promise<ListingImport> => {
    const begun = (await sendFile(imports, file, onProgress, signal, { 'idempotency-key': uuid() }, { format, source })) as ListingImport
    await invalidate(cache, ['listing-imports'])
    return begun
  }
}
