import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'

/** A viewing, with who comes and what it overlaps. */
export type Viewing = Schema<'Viewing'>

/** A viewing to book, and what can be changed of one. */
export type ViewingBody = Schema<'ViewingBody'>
export type ViewingChangeBody = Schema<'ViewingChangeBody'>

/** A viewing as its viewer may see it. */
export type ViewerPage = Schema<'ViewerPage'>

/** The answer of a viewer. */
export type AnswerBody = Schema<'ViewerAnswerBody'>

/** A tab of the list: Scheduled or Confirmed, Completed or Move-in Process Started, Cancelled. */
export type ViewingView = 'upcoming' | 'completed' | 'cancelled'

/** The filter of a list of viewings; what is left out does not restrict it. */
export interface ViewingFilter {
  view: ViewingView
  propertyId?: number
  search?: string
}

const pageSize = 100

/** The viewings of a tab page by page: the next ones first, but those that are over the newest first. */
export const viewingPagesQuery = (filter: ViewingFilter) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes viewings finds it.
    queryKey: ['get', '/api/property-viewings', { params: { query: filter } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const { view: state, ...rest } = filter
      const query = { ...rest, state, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/property-viewings', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The figures of the cards and tabs, as the server has them. */
export const viewingAnalyticsQuery = () => api.queryOptions('get', '/api/property-viewings/analytics')

/** A time that is thought of. */
export interface PlannedTime {
  propertyId: number
  viewingDate: string
  viewingTime: string
  /** The viewing that is to be moved. */
  viewingId?: number
}

/** Queries what a viewing at a time would overlap; never from the cache, as others book as well. */
export const clashesQuery = (query: PlannedTime) => ({ ...api.queryOptions('get', '/api/property-viewings/clashes', { params: { query } }), staleTime: 0, gcTime: 0 })

/** The viewing as a calendar file. */
export async function readCalendar(id: number): Promise<Blob> {
  const { data } = await client.GET('/api/property-viewings/{id}/calendar', { params: { path: { id } }, parseAs: 'blob' })
  return data as unknown as Blob
}

const halfAMinute = 30_000

/** A viewing by its viewer's private link: asked again while somebody looks at it, for there is no stream. */
export const viewerPageQuery = (token: string) =>
  api.queryOptions('get', '/api/viewings/{token}', { params: { path: { token } } }, { refetchInterval: halfAMinute, staleTime: 0 })

/** The viewer's own calendar file. */
export async function readViewerCalendar(token: string): Promise<Blob> {
  const { data } = await client.GET('/api/viewings/{token}/calendar', { params: { path: { token } }, parseAs: 'blob' })
  return data as unknown as Blob
}
