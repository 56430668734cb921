import type { ReactNode } from 'react'
import { MapPin } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { search as texts } from '../messages'
import { types, type Filters } from '../model'
import type { FilterState } from '../useFilters'
import { WithIcon } from './WithIcon'

/** The server's mistakes in the filters, by name. */
export type FilterErrors = Record<string, string>

interface FieldProps {
  filters: FilterState
  errors: FilterErrors
}

/** Asks for the location. */
export function LocationField({ filters, errors }: FieldProps) {
  return (
    <Field label={texts.location} error={errors.location}>
      {(control) => (
        <WithIcon icon={MapPin}>
          <LocationInput control={control} filters={filters} placeholder={texts.locationHint} />
        </WithIcon>
      )}
    </Field>
  )
}

/** The control alone: its label is its caller's. */
export function LocationInput({ control, filters, placeholder }: { control: object; filters: FilterState; placeholder: string }) {
  return (
    <Input
      {...control}
      type="search"
      name="location"
      autoComplete="off"
      placeholder={placeholder}
      maxLength={200}
      value={filters.typed.location}
      onChange={({ target }) => filters.change({ location: target.value })}
    />
  )
}

/** Asks for the type and the price. */
export function OtherFields({ filters, errors, wrap = (field) => field }: FieldProps & { /** Wraps each field. */ wrap?: (field: ReactNode) => ReactNode }) {
  const { currencySign } = useFormatter()
  const price = (name: keyof Filters & ('minPrice' | 'maxPrice'), label: string, placeholder: string) => (
    <Field label={label} error={errors[name]}>
      {(control) => (
        <MoneyInput
          {...control}
          name={name}
          currencySign={currencySign}
          placeholder={placeholder}
          maxLength={20}
          value={filters.typed[name]}
          onChange={({ target }) => filters.change({ [name]: target.value })}
          onTidy={(text) => filters.change({ [name]: text.replace(/\.00$/, '') })}
        />
      )}
    </Field>
  )
  return (
    <>
      {wrap(
        <Field label={texts.type} error={errors.propertyType}>
          {(control) => (
            <Select {...control} name="propertyType" value={filters.typed.propertyType} onChange={({ target }) => filters.change({ propertyType: target.value })}>
              <option value="">{texts.allTypes}</option>
              {types.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </Select>
          )}
        </Field>,
      )}
      {wrap(price('minPrice', texts.minimum, texts.noMinimum))}
      {wrap(price('maxPrice', texts.maximum, texts.noMaximum))}
    </>
  )
}
