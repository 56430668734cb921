import { useState, type KeyboardEvent } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { listMistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { toasts } from '@/ui/toast/toasts'
import { form as texts } from '../messages'

/** What a referee's form does besides its fields: it insists on the signature, and says what the server found wrong. */
interface ReferenceFormOptions<Values extends FieldValues> {
  form: UseFormReturn<Values>
  order: readonly FieldPath<Values>[]
  isSigned: boolean
  failedText: string
  /** It was given already. */
  onGiven: () => void
}

export function useReferenceForm<Values extends FieldValues>({ form, order, isSigned, failedText, onGiven }: ReferenceFormOptions<Values>) {
  const [refusals, setRefusals] = useState(0)
  const { formState, getFieldState, setError } = form
  useRecheck(form)
  const insist = () => toasts.failure(texts.signatureRequired, texts.signatureRequiredText)
  return {
    insist,
    /** The list of mistakes takes the focus anew for each of these. */
    attempt: formState.submitCount + refusals,
    mistakes: listMistakes(order, (name) => getFieldState(name, formState).error?.message),
    /** Enter in a field submits a form, but not while its button is off. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isSigned || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      insist()
    },
    refuse: (error: unknown) => {
      if (isRefusal(error, 'REFERENCE_ALREADY_GIVEN')) {
        onGiven()
        return
      }
      for (const [name, text] of Object.entries(fieldErrors(error))) setError(name as FieldPath<Values>, { type: 'server', message: text })
      setRefusals((count) => count + 1)
      toasts.failure(texts.failed, userMessage(error, failedText))
    },
  }
}
