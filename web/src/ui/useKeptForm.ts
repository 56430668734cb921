import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { keptForms } from '@/lib/keptForms'

/** The state of a form that is kept while somebody types. */
export interface KeptForm {
  /** True if its content was typed before the page was loaded or the form was left. */
  isRestored: boolean
  /** True if files that were chosen then are missing now. */
  isWithoutFiles: boolean
  /** Empties it as it was at first. */
  startAgain: () => void
  /** Keeps it no longer: it was sent, or given up. */
  forget: () => void
}

interface KeepOptions<Values extends FieldValues> {
  /** The fields that are never kept: a signature. */
  leaveOut?: readonly Path<Values>[]
  /** True if it stays when the form is left without a word, as by Back; otherwise closing the form gives it up. */
  staysWhenLeft?: boolean
}

/**
 * Keeps what is typed into a form until it is closed, and puts it back where the page was loaded anew or the session has ended meanwhile.
 * `name` tells the form from others of the tab; without one nothing is kept, as where a secret is typed.
 */
export function useKeptForm<Values extends FieldValues>(form: UseFormReturn<Values>, name: string | undefined, options: KeepOptions<Values> = {}): KeptForm {
  // A form is kept under the name that it was opened with.
  const [opened] = useState(() => ({ form, name, options, found: name === undefined ? undefined : keptForms.get(name) }))
  const [isRestored, setRestored] = useState(opened.found !== undefined)
  const forget = () => {
    if (opened.name !== undefined) keptForms.drop(opened.name)
  }
  useEffect(() => {
    const { form, name, options, found } = opened
    if (name === undefined) return undefined
    const { leaveOut = [], staysWhenLeft = false } = options
    if (found !== undefined) form.reset({ ...(form.formState.defaultValues as Record<string, unknown>), ...found.values } as Values, { keepDefaultValues: true })
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === false) keptForms.drop(name)
        else keptForms.keep(name, Object.fromEntries(Object.entries(values).filter(([field]) => !leaveOut.some((left) => left === field))))
      },
    })
    return () => {
      stop()
      if (!staysWhenLeft) keptForms.leave(name)
    }
  }, [opened])
  return {
    isRestored,
    isWithoutFiles: isRestored && (opened.found?.isWithoutFiles ?? false),
    startAgain: () => {
      form.reset()
      setRestored(false)
      forget()
    },
    forget,
  }
}
