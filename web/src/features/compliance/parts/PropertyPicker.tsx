import { useDeferredValue } from 'react'
import type { ControlProps } from '@/ui/form/Field'
import { Picker } from '@/ui/form/Picker'
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

export function PropertyPicker(props: PropertyPickerProps) {
  const { value } = props
  const { data } = usePropertySearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map((property) => ({ id: property.id, label: `${property.name}, ${property.postcode}` })) ?? []
  return <Picker {...props} found={found} />
}
