import { useNavigate } from 'react-router'
import { useFormatter } from '@/api/account'
import { specifiedMessage, userMessage } from '@/api/errors'
import { readCalendar, type Viewing } from '@/api/viewings'
import { common } from '@/lib/messages'
import { invitePath, type InviteState } from '@/lib/paths'
import { saveFile } from '@/lib/save'
import { toasts } from '@/ui/toast/toasts'
import { viewingForm, viewings as texts } from './messages'
import { useChange } from './queries'

/** Returns the function that says when a viewing is, in a sentence. */
export function useWhen(): (day: string, time: string) => string {
  const format = useFormatter()
  return (day, time) => `${format.fullDate(day)}, ${time}`
}

/** Returns the acts on a viewing that take one press. */
export function useActs(viewing: Viewing) {
  const { mutateAsync, isPending, variables } = useChange()
  const navigate = useNavigate()
  const { id, propertyId, roomNumber, viewerName, viewerEmail, requestedDate, requestedTime } = viewing

  const setStatus = async (status: Viewing['status']): Promise<boolean> => {
    try {
      await mutateAsync({ viewing, body: { status } })
      toasts.success(texts.success, texts.done[status])
      return true
    } catch (error) {
      toasts.failure(common.error, specifiedMessage(error, texts.failedText))
      return false
    }
  }

  /** Takes the time that the viewer asked for. */
  const accept = async () => {
    if (requestedDate === null || requestedTime === null) return
    try {
      await mutateAsync({ viewing, body: { viewingDate: requestedDate, viewingTime: requestedTime } })
      toasts.success(texts.success, viewingForm.moved)
    } catch (error) {
      toasts.failure(common.error, userMessage(error, viewingForm.moveFailed))
    }
  }

  const state: InviteState = { roomNumber, name: viewerName, email: viewerEmail }
  const openInvite = () => void navigate(invitePath(propertyId), { state })

  const saveCalendar = async () => {
    try {
      saveFile(await readCalendar(id), texts.calendarName(id))
    } catch (error) {
      toasts.failure(common.error, userMessage(error, texts.calendarFailed))
    }
  }

  return {
    setStatus,
    accept,
    openInvite,
    startMoveIn: async () => {
      if (await setStatus('Move-in Process Started')) openInvite()
    },
    saveCalendar,
    /** The status that is on its way. */
    pending: isPending ? (variables.body.status ?? 'time') : null,
  }
}
