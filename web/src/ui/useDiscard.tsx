import { useState, type ReactNode } from 'react'
import { useBeforeUnload } from 'react-router'
import { ConfirmDialog } from './ConfirmDialog'

/** What is asked before what was typed is lost. */
interface DiscardTexts {
  title: string
  text: string
  discard: string
  keep: string
}

/** A form over the page that is closed at once, or once somebody agreed to lose what was typed; `question` stands beside it. */
export function useDiscard(isDirty: boolean, onClose: () => void, texts: DiscardTexts): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })
  const question = isAsking && (
    <ConfirmDialog title={texts.title} text={texts.text} confirm={texts.discard} cancel={texts.keep} onConfirm={onClose} onCancel={() => setAsking(false)} />
  )
  return { close: () => (isDirty ? setAsking(true) : onClose()), question }
}
