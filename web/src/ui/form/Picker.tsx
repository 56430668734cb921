import { useEffect, useId } from 'react'
import { Input } from './controls'
import type { ControlProps } from './Field'

/** One of many as it is chosen: by its id, and the words it is known by. */
export interface Picked {
  id: number | null
  label: string
}

/** One out of thousands: what is typed is searched for, and one of what was found is chosen. */
interface PickerProps {
  control?: ControlProps | undefined
  name?: string | undefined
  label?: string | undefined
  placeholder?: string | undefined
  value: Picked
  /** The results for what is typed. */
  found: readonly { id: number; label: string }[]
  onChange: (picked: Picked) => void
  onBlur?: (() => void) | undefined
}

export function Picker({ control, name, label, placeholder, value, found, onChange, onBlur }: PickerProps) {
  const id = useId()
  // Text typed before the answer is there is chosen as soon as the answer names it.
  const typed = value.id === null && value.label !== '' ? found.find((each) => each.label === value.label) : undefined
  useEffect(() => {
    if (typed !== undefined) onChange({ id: typed.id, label: typed.label })
  }, [typed, onChange])
  return (
    <>
      <Input
        {...control}
        name={name}
        aria-label={label}
        placeholder={placeholder}
        list={id}
        autoComplete="off"
        value={value.label}
        onBlur={onBlur}
        onChange={({ target }) => onChange({ id: found.find((each) => each.label === target.value)?.id ?? null, label: target.value })}
      />
      <datalist id={id}>
        {found.map((each) => (
          <option key={each.id} value={each.label} />
        ))}
      </datalist>
    </>
  )
}
