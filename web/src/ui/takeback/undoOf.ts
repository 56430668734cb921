import { toasts, type Toast } from '../toast/toasts'
import { takeBack as texts } from './messages'
import type { ActName, TakeBackWork } from './types'

/** An act that was done just now. */
interface JustDone extends Pick<TakeBackWork, 'explain'> {
  act: ActName
  run: () => Promise<unknown>
}

/** The way back from an act, for its toast: it takes the act back as long as nothing has followed. */
export function undoOf({ act, run, explain }: JustDone): NonNullable<Toast['undo']> {
  return {
    name: texts.undo,
    onUndo: () => {
      run().then(
        () => toasts.success(texts.undone, texts.acts[act].doneText),
        (error: unknown) => toasts.failure(texts.undoFailed, explain(error, texts.undoFailedText).text),
      )
    },
  }
}
