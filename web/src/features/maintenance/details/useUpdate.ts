import { useIsMutating } from '@tanstack/react-query'
import { isRefused, userMessage } from '@/api/errors'
import type { MaintenanceChangeBody, MaintenanceRequest } from '@/api/maintenance'
import { common } from '@/lib/messages'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { changing, useChangeRequest } from '../queries'

/** Changes a request by one choice, and says what came of it. */
export function useUpdate(request: MaintenanceRequest) {
  const { mutateAsync } = useChangeRequest()
  // One change after the other: each says which version it is of.
  const isPending = useIsMutating({ mutationKey: changing }) > 0
  const update = async (body: MaintenanceChangeBody, said: string): Promise<boolean> => {
    try {
      await mutateAsync({ request, body })
      toasts.success(texts.updated, said)
      return true
    } catch (error) {
      toasts.failure(common.error, isRefused(error, 412) ? texts.changedText : userMessage(error, texts.failedText))
      return false
    }
  }
  return { update, isPending }
}
