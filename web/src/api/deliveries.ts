import { useQuery } from '@tanstack/react-query'
import { instantText } from '@/lib/instant'
import { useFormatter } from './account'
import { api, type Schema } from './client'
import { shortCause } from './errors'

/** The subject of messages. */
export type DeliverySubject = Schema<'DeliverySubject'>

const most = 100
const soon = 5_000

/** The messages about one thing, the newest first; looked at again while one is on its way, for nothing says when it arrives. */
const deliveriesQuery = (subject: DeliverySubject, subjectId: number) =>
  api.queryOptions(
    'get',
    '/api/deliveries',
    { params: { query: { subject, subjectId, pageSize: most } } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.some((message) => message.state === 'sending') === true ? soon : false) },
  )

/** Returns the props of the part that shows messages. */
export function useMessagesSent(subject: DeliverySubject, subjectId: number) {
  const format = useFormatter()
  const { data, error, refetch } = useQuery(deliveriesQuery(subject, subjectId))
  return {
    messages: data,
    cause: error === null ? null : shortCause(error),
    onRetry: () => void refetch(),
    when: (instant: string) => instantText(format, instant),
  }
}
