import { useUnread } from '@/api/notifications'
import { useTitleCount } from './useTitleCount'

/** The same for those who have no properties: how many notifications are unread. */
export function UnreadCount() {
  useTitleCount(useUnread())
  return null
}
