import { infiniteQueryOptions, useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { uuid } from '@/lib/trace'
import { api, client, type Schema } from './client'
import { invalidate } from './invalidations'
import { pageOf, type Page } from './pages'
import { useMutation } from './useMutation'

/** One piece of news to the signed-in account. */
export type Notification = Schema<'Notification'>

/** The kind of a notification. */
export type NotificationKind = Notification['kind']

/** The ways to reach people, and whether this installation has them. */
export type Ways = Schema<'NotificationWays'>

const unreadQuery = () => api.queryOptions('get', '/api/notifications/unread-count')

/**
 * Returns the number of unread notifications. The stream of changes keeps it current; without an answer there is no
 * figure, and nothing to say about it.
 */
export const useUnread = (): number => useQuery({ ...unreadQuery(), staleTime: Infinity, refetchOnWindowFocus: false }).data?.unread ?? 0

const pageSize = 30

/** The account's notifications page by page, the newest first. */
export const notificationPagesQuery = () =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes notifications finds it.
    queryKey: ['get', '/api/notifications', {}, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/notifications', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

/** Returns the ways to reach people; they change with the installation's settings alone. */
export const useWays = () => useQuery(api.queryOptions('get', '/api/notification-ways'))

/** Shows what is read as read before the server has said so: the panel is closed by then. */
function readHere(cache: QueryClient, isRead: (notification: Notification) => boolean): void {
  const now = new Date().toISOString()
  let read = 0
  cache.setQueryData<InfiniteData<Page<Notification>, string | null>>(notificationPagesQuery().queryKey, (data) => {
    if (data === undefined) return undefined
    const pages = data.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => {
        if (row.readAt !== null || !isRead(row)) return row
        read += 1
        return { ...row, readAt: now }
      }),
    }))
    return { ...data, pages }
  })
  cache.setQueryData<Schema<'UnreadCount'>>(unreadQuery().queryKey, (data) => data && { unread: Math.max(0, data.unread - read) })
}

/** Notes that one was read. */
export function useRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.POST('/api/notifications/{id}/read', { params: { path: { id }, header: { 'Idempotency-Key': uuid() } } }),
    onMutate: (id) => readHere(cache, (row) => row.id === id),
    onSettled: () => invalidate(cache, ['notifications']),
  })
}

/** Notes that all were read. */
export function useReadAll() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => client.POST('/api/notifications/read-all', { params: { header: { 'Idempotency-Key': uuid() } } }),
    onSuccess: () => {
      readHere(cache, () => true)
      cache.setQueryData(unreadQuery().queryKey, { unread: 0 })
    },
    onSettled: () => invalidate(cache, ['notifications']),
  })
}

/** Queries the mails that the link of a mail would stop. */
export const unsubscribeQuery = (token: string) => api.queryOptions('get', '/api/unsubscribe/{token}', { params: { path: { token } } }, { enabled: token !== '', staleTime: Infinity })

/** Stops it. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: async (token: string) => (await client.POST('/api/unsubscribe/{token}', { params: { path: { token }, header: { 'Idempotency-Key': uuid() } } })).data,
  })
