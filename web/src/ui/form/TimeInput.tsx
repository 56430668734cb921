import type { ComponentProps, FocusEvent, KeyboardEvent } from 'react'
import { readTypedTime } from '@/lib/typedDate'
import { Input } from './controls'
import { writeInto } from './writeInto'

/**
 * A time of the day in 24 hours, whatever the browser's language is. What people write (`2.30 pm`, `930`) is put in order when the
 * field is left; what is no time stays as typed.
 */
export function TimeInput({ onBlur, ...props }: ComponentProps<'input'>) {
  const tidy = (event: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget } = event
    const time = readTypedTime(currentTarget.value)
    if (time === null || time === currentTarget.value) return
    writeInto(currentTarget, time)
  }
  return (
    <Input
      {...props}
      onBlur={(event) => {
        tidy(event)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tidy(event)
      }}
      inputMode="text"
      autoComplete="off"
      maxLength={10}
      placeholder="hh:mm"
      sx={{ width: 130 }}
    />
  )
}
