import { NavigationType, useBeforeUnload, useBlocker } from 'react-router'
import { unsaved } from '@/lib/unsaved'
import { ConfirmDialog } from './ConfirmDialog'
import { useHeldLayout } from './useIsMobile'

/** The state of a form that would lose something typed, and the question then. */
interface UnsavedGuardProps {
  /** Returns whether leaving now would lose something. */
  isDirty: () => boolean
  title?: string
  /** Runs if the user agrees to lose it; while it is given, the question is shown. */
  leave?: (() => void) | undefined
  /** The question was answered. */
  onAnswer?: () => void
}

/**
 * Asks before something typed is lost by Back, a link or a button; before a reload the browser asks. A router supports one blocker
 * at a time, so this is rendered only while a form is open. A form that closes itself replaces the address, which is not asked about.
 * While there is something to lose, the layout stays as it is.
 */
export function UnsavedGuard({ isDirty, title = unsaved.title, leave, onAnswer }: UnsavedGuardProps) {
  const blocker = useBlocker(({ historyAction }) => historyAction !== NavigationType.Replace && isDirty())
  useBeforeUnload((event) => {
    if (isDirty()) event.preventDefault()
  })
  useHeldLayout(isDirty)
  const isBlocked = blocker.state === 'blocked'
  if (leave === undefined && !isBlocked) return null
  const keep = () => {
    onAnswer?.()
    if (isBlocked) blocker.reset()
  }
  const discard = () => {
    onAnswer?.()
    if (leave !== undefined) leave()
    else if (isBlocked) blocker.proceed()
  }
  return <ConfirmDialog title={title} text={unsaved.text} confirm={unsaved.discard} cancel={unsaved.keep} onConfirm={discard} onCancel={keep} />
}
