import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { toasts } from '@/ui/toast/toasts'

/** Says a refusal once: at the fields that it is about, else in a toast. */
export function sayFailure<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown, title: string, text: string): void {
  const said = userMessage(error, text)
  const about = isRefusal(error, 'CODE_WRONG') ? { code: said } : fieldErrors(error)
  const named = Object.entries(about).filter(([name]) => name in form.getValues())
  if (named.length === 0) toasts.failure(title, said)
  for (const [index, [name, message]] of named.entries()) {
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
}
