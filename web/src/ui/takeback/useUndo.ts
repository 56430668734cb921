import { useUndoAct, type Act } from '@/api/takeBacks'
import { userMessage } from '@/api/errors'
import { toasts, type Toast } from '../toast/toasts'
import { takeBack as texts } from './messages'

/** The way back from an act, for its toast: it takes the act back as long as nothing has followed. */
export function useUndo(): (act: Act) => NonNullable<Toast['undo']> {
  const undo = useUndoAct()
  return (act) => ({
    name: texts.undo,
    onUndo: () => {
      undo(act).then(
        () => toasts.success(texts.undone, texts.acts[act.act].doneText),
        (error: unknown) => toasts.failure(texts.undoFailed, userMessage(error, texts.undoFailedText)),
      )
    },
  })
}
