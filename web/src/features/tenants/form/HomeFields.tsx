import { useDeferredValue } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { Schema } from '@/api/client'
import type { Tenant } from '@/api/tenants'
import { Field } from '@/ui/form/Field'
import { Picker } from '@/ui/form/Picker'
import { Select } from '@/ui/form/Select'
import { Notice } from '@/ui/Notice'
import { form as texts } from '../form.messages'
import { usePropertySearch } from '../queries'
import { FieldGroup } from './fields'
import { canBeNew, tenanciesOf, type HomeTenancy, type NewTenantValues } from './values'

/** The home that a new tenant moves into, or the tenancy that they join. */
interface HomeFieldsProps {
  /** The rooms of a shared house, once it is known to be one. */
  rooms: readonly Schema<'Room'>[] | undefined
  /** The tenants who live in the property or are to move in. */
  tenants: readonly Tenant[]
  tenancies: readonly HomeTenancy[]
  /** The property is another one. */
  onProperty: () => void
}

export function HomeFields({ rooms, tenants, tenancies, onProperty }: HomeFieldsProps) {
  const format = useFormatter()
  const { control, register, formState } = useFormContext<NewTenantValues>()
  const { errors } = formState
  return (
    <FieldGroup title={texts.home}>
      <Controller
        control={control}
        name="property"
        render={({ field }) => (
          <Field label={texts.property} hint={texts.propertyHint} error={errors.property?.message}>
            {(props) => (
              <PropertyPicker
                control={props}
                value={field.value}
                onChange={(value) => {
                  field.onChange(value)
                  onProperty()
                }}
              />
            )}
          </Field>
        )}
      />
      {rooms?.length === 0 && <Notice title={texts.noRooms} text="" />}
      {rooms !== undefined && rooms.length > 0 && (
        <Field label={texts.room} error={errors.room?.message}>
          {(props) => (
            <Select {...props} {...register('room')}>
              <option value="">{texts.chooseRoom}</option>
              {rooms.map((room) => (
                <option key={room.id} value={room.roomNumber}>
                  {roomText(room, tenants, format.money(room.monthlyRent))}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {tenancies.length > 0 && (
        <Field label={texts.tenancy} hint={texts.tenancyHint} error={errors.tenancy?.message}>
          {(props) => (
            <Select {...props} {...register('tenancy')}>
              {canBeNew(tenancies) && <option value="">{texts.own}</option>}
              {tenancies.map(({ id, names }) => (
                <option key={id} value={id}>
                  {texts.joins(names)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FieldGroup>
  )
}

/** A room by its number, with who has it, or what it costs. */
function roomText(room: Schema<'Room'>, tenants: readonly Tenant[], rent: string): string {
  const [first] = tenanciesOf(tenants, room.roomNumber)
  if (first !== undefined) return texts.roomLet(room.roomNumber, first.names)
  return room.isOccupied ? texts.roomOccupied(room.roomNumber, rent) : texts.roomVacant(room.roomNumber, rent)
}

type PickerProps = Omit<Parameters<typeof Picker>[0], 'found' | 'name'>

function PropertyPicker(props: PickerProps) {
  const { value } = props
  const { data } = usePropertySearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map(({ id, name, postcode }) => ({ id, label: `${name}, ${postcode}` })) ?? []
  return <Picker {...props} name="property" found={found} />
}
