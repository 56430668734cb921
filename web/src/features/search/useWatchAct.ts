import { specifiedMessage } from '@/api/errors'
import { useWatch, type Listing } from '@/api/listings'
import { watchlist } from '@/lib/listings'
import { common } from '@/lib/messages'
import { toasts } from '@/ui/toast/toasts'

/** Puts a listing on the watchlist or takes it off, and says which. */
export function useWatchAct({ id, isWatchlisted }: Listing): () => Promise<void> {
  const { mutateAsync } = useWatch()
  return async () => {
    try {
      await mutateAsync({ id, isWatchlisted: !isWatchlisted })
      toasts.success(watchlist.updated, isWatchlisted ? watchlist.removed : watchlist.added)
    } catch (error) {
      toasts.failure(common.error, specifiedMessage(error, watchlist.failed))
    }
  }
}
