import { useDeferredValue, useId } from 'react'
import { Input } from '@/ui/form/controls'
import type { ControlProps } from '@/ui/form/Field'
import type { ChosenProperty } from '../model'
import { usePropertySearch } from '../queries'

/** A property out of thousands: what is typed is searched for, and one of what was found is chosen. */
interface PropertyPickerProps {
  control?: ControlProps
  name?: string
  label?: string
  placeholder?: string
  value: ChosenProperty
  onChange: (property: ChosenProperty) => void
  onBlur?: () => void
}

export function PropertyPicker({ control, name, label, placeholder, value, onChange, onBlur }: PropertyPickerProps) {
  const id = useId()
  const { data } = usePropertySearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map((property) => ({ id: property.id, label: `${property.name}, ${property.postcode}` })) ?? []
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
        {found.map((property) => (
          <option key={property.id} value={property.label} />
        ))}
      </datalist>
    </>
  )
}
