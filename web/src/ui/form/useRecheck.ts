import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * A mistake goes as soon as its field is right. A field of several controls, such as a day of three boxes, has one mistake: it is
 * looked at again whichever of them changes.
 */
export function useRecheck<Values extends FieldValues>({ subscribe, getFieldState, trigger }: UseFormReturn<Values>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const field = name?.split('.')[0] as FieldPath<Values> | undefined
          if (field !== undefined && getFieldState(field).error !== undefined) void trigger(field)
        },
      }),
    [subscribe, getFieldState, trigger],
  )
}
