import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notificationPagesQuery, unsubscribeQuery } from '@/api/notifications'

export const useNotificationPages = () => useInfiniteQuery(notificationPagesQuery())

/** Returns the mails that the link of a mail would stop. */
export const useUnsubscribeLink = (token: string) => useQuery(unsubscribeQuery(token))
