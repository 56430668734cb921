import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldErrors, isRefused, userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { toasts } from '@/ui/toast/toasts'
import { details } from '../messages'
import { controlOf } from './values'

/** Puts what the server found wrong beside the fields, and says that nothing was saved. */
export function useRefusal<Values extends FieldValues>({ setError }: UseFormReturn<Values>, order: readonly FieldPath<Values>[], failedText: string): (error: unknown) => void {
  return (error) => {
    for (const [field, message] of Object.entries(fieldErrors(error))) {
      const name = controlOf(order, field)
      if (name !== undefined) setError(name, { type: 'server', message })
    }
    toasts.failure(common.error, isRefused(error, 412) ? details.changedText : userMessage(error, failedText))
  }
}
