import type { ComponentProps } from 'react'
import { Select } from './Select'

/** One of the specification's words, each by its name; nothing is chosen at first. */
export function ChoiceSelect({ names, placeholder, ...props }: ComponentProps<'select'> & { names: Readonly<Record<string, string>>; placeholder: string }) {
  return (
    <Select {...props}>
      <option value="">{placeholder}</option>
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  )
}
