import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import type { Page } from '@/api/pages'
import { propertyQuery, propertySearchQuery, recentPropertiesQuery, roomsQuery } from '@/api/properties'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { clashesQuery, viewingAnalyticsQuery, viewingPagesQuery, type PlannedTime, type Viewing, type ViewingBody, type ViewingChangeBody, type ViewingFilter } from '@/api/viewings'

/** The viewings of a tab page by page; the list before stays until the new one is there. */
export const useViewingPages = (filter: ViewingFilter) => useInfiniteQuery({ ...viewingPagesQuery(filter), placeholderData: keepPreviousData })

/** The figures of the cards and tabs. */
export const useViewingAnalytics = () => useQuery(viewingAnalyticsQuery())

const mostProperties = 200

/** The properties to choose from. */
export const useProperties = () => useQuery(recentPropertiesQuery(mostProperties))

/** The properties whose name or postcode holds what was typed. */
export const usePropertySearch = (search: string) => useQuery({ ...propertySearchQuery(search), placeholderData: keepPreviousData })

/** A property, once one is chosen. */
export const useHome = (id: number | null) => useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null })

/** A shared house's rooms, once one is chosen. */
export const useRooms = (id: number | null) => useQuery({ ...roomsQuery(id ?? 0), enabled: id !== null })

/** Returns what a time would overlap, once there is one. */
export const useClashes = (planned: PlannedTime | null) =>
  useQuery({ ...clashesQuery(planned ?? { propertyId: 0, viewingDate: '', viewingTime: '' }), enabled: planned !== null })

const resource = 'property-viewings'

/** The row as it was read: the server refuses to change another one (412). */
const unchanged = ({ version }: { version: number }) => ({ 'If-Match': `"${String(version)}"` })

/** Books a viewing. */
export function useBook() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: ViewingBody) => (await client.POST('/api/property-viewings', { params: { header: keyFor(body) }, body })).data,
    onSuccess: () => invalidate(cache, [resource]),
  })
}

/** Changes a viewing as it was read. */
export function useChange() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ viewing, body }: { viewing: Viewing; body: ViewingChangeBody }) => {
      const header = { ...keyFor([viewing.id, viewing.version, body]), ...unchanged(viewing) }
      return (await client.PATCH('/api/property-viewings/{id}', { params: { path: { id: viewing.id }, header }, body })).data
    },
    // A status shows at once; what the server makes of it follows, and takes it back where it was refused.
    onMutate: ({ viewing, body }) => {
      const { status } = body
      if (status === undefined || status === null) return
      cache.setQueriesData<InfiniteData<Page<Viewing>>>({ predicate: ({ queryKey }) => queryKey[1] === '/api/property-viewings' && queryKey[3] === 'pages' }, (data) => {
        if (data === undefined) return data
        return { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === viewing.id ? { ...row, status } : row)) })) }
      })
    },
    onSettled: () => invalidate(cache, [resource]),
  })
}
