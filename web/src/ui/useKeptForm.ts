import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { keptForms } from '@/lib/keptForms'

/** What became of a form that is kept while somebody types. */
interface KeptForm {
  /** Whether what is in it was typed before the page was loaded. */
  isRestored: boolean
  /** Empties it as it was at first. */
  startAgain: () => void
}

/**
 * Keeps what is typed into a form until it is closed, and puts it back where the page was loaded anew meanwhile. `name` tells the form
 * from others of the page; without one nothing is kept, as where a secret is typed.
 */
export function useKeptForm<Values extends FieldValues>(form: UseFormReturn<Values>, name: string | undefined): KeptForm {
  // A form is kept under the name that it was opened with.
  const [opened] = useState(() => ({ form, name, found: name === undefined ? undefined : (keptForms.get(name) as Values | undefined) }))
  const [isRestored, setRestored] = useState(opened.found !== undefined)
  useEffect(() => {
    const { form, name, found } = opened
    if (name === undefined) return undefined
    if (found !== undefined) form.reset(found, { keepDefaultValues: true })
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => (isDirty === false ? keptForms.drop(name) : keptForms.keep(name, values)),
    })
    return () => {
      stop()
      keptForms.drop(name)
    }
  }, [opened])
  return {
    isRestored,
    startAgain: () => {
      form.reset()
      setRestored(false)
      if (name !== undefined) keptForms.drop(name)
    },
  }
}
