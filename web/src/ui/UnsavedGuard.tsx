import { NavigationType, useBeforeUnload, useBlocker } from 'react-router'
import { unsaved } from '@/lib/unsaved'
import { ConfirmDialog } from './ConfirmDialog'

/** When something typed would be lost, and what is asked then. */
interface UnsavedGuardProps {
  /** Whether leaving now would lose something. */
  isDirty: () => boolean
  title?: string
  /** What closing does, while it is being asked about; and the answer that nothing is to be lost. */
  leave?: (() => void) | undefined
  onKeep?: () => void
}

/**
 * Asks before something typed is lost by Back, a link or a button; before a reload the browser asks. A router has room for one:
 * it stands where a form is open, no longer. An address that is replaced is a form's own end and goes through.
 */
export function UnsavedGuard({ isDirty, title = unsaved.title, leave, onKeep }: UnsavedGuardProps) {
  const blocker = useBlocker(({ historyAction }) => historyAction !== NavigationType.Replace && isDirty())
  useBeforeUnload((event) => {
    if (isDirty()) event.preventDefault()
  })
  const isBlocked = blocker.state === 'blocked'
  if (leave === undefined && !isBlocked) return null
  const keep = () => {
    onKeep?.()
    if (isBlocked) blocker.reset()
  }
  const discard = () => {
    onKeep?.()
    if (leave !== undefined) leave()
    else if (isBlocked) blocker.proceed()
  }
  return <ConfirmDialog title={title} text={unsaved.text} confirm={unsaved.discard} cancel={unsaved.keep} onConfirm={discard} onCancel={keep} />
}
