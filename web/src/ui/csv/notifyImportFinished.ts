import type { Import } from '@/lib/imports'
import { grouped } from '@/lib/money'
import { toasts } from '../toast/toasts'
import type { ImportWording } from './kind'

/** Tells how an import ended whose dialog is closed. */
export function notifyImportFinished({ texts, count }: ImportWording, { state, rows, imported, problems }: Import): void {
  const all = count(rows)
  if (state === 'Imported') {
    toasts.success(texts.done, texts.doneText(all))
    return
  }
  const [problem] = problems
  toasts.failure(texts.failed, texts.stoppedText(grouped(String(imported)), all, problem && problem.line > 0 ? texts.atLine(problem.line, problem.message) : problem?.message))
}
