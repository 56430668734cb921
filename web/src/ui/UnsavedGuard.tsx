import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from './ConfirmDialog'

/** What is asked before something typed is lost. */
interface UnsavedGuardProps {
  /** Whether leaving now would lose something. */
  isDirty: () => boolean
  title: string
  text: string
  discard: string
  keep: string
}

/** Asks before the address changes or the tab closes while something is typed and not saved. */
export function UnsavedGuard({ isDirty, title, text, discard, keep }: UnsavedGuardProps) {
  const blocker = useBlocker(isDirty)
  useBeforeUnload((event) => {
    if (isDirty()) event.preventDefault()
  })
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={discard}
      cancel={keep}
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  )
}
