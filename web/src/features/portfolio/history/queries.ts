import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '@/api/client'
import { membersQuery } from '@/api/members'
import { pageOf } from '@/api/pages'
import { isSetting } from './fields'

/** An entry more than is shown: the one that the oldest is compared with. */
const pageSize = 11

const historyPages = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['get', '/api/properties/{id}/history', { params: { path: { id } } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/properties/{id}/history', { params: { path: { id }, query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Returns the versions of a property, the newest first, page by page. */
export const useHistory = (id: number) => useInfiniteQuery(historyPages(id))

/** The newest entry about the property itself, asked for anew by whoever wants to know who it was just now. */
export const useLastEntry = (id: number) =>
  useQuery({
    ...api.queryOptions('get', '/api/properties/{id}/history', { params: { path: { id }, query: { pageSize: 10 } } }),
    staleTime: 0,
    select: (entries) => entries.find(({ changes }) => !changes.some(isSetting)),
  })

/** The name of a member; undefined while it is not known, or where nobody has that id any more. */
export const useMemberName = (id: number | null) =>
  useQuery({ ...membersQuery(), enabled: id !== null, select: (members) => members.find((member) => member.id === id)?.name }).data

/** Returns the acts on a property that were taken back. */
export const useTakenBack = (id: number) => useQuery(api.queryOptions('get', '/api/properties/{id}/taken-back', { params: { path: { id } } }))
