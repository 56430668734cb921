import { styled } from '@mui/material/styles'
import { useDeferredValue, type ReactNode } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { roomName } from '@/lib/applications'
import { type } from '@/theme/tokens'
import { Input, TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { Pair } from '@/ui/form/Pair'
import { Picker, type Picked } from '@/ui/form/Picker'
import { Select } from '@/ui/form/Select'
import type { ControlProps } from '@/ui/form/Field'
import { TimeInput } from '@/ui/form/TimeInput'
import { viewingForm as texts } from '../messages'
import type { ViewingValues } from '../model'
import { useHome, usePropertySearch, useRooms } from '../queries'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Legend = styled('legend')({ ...type.h2, padding: 0, marginBottom: 14 })

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group>
      <Legend>{title}</Legend>
      {children}
    </Group>
  )
}

/** The home that is shown, and for a shared house the room; a booked viewing keeps its property. */
export function HomeFields({ isNew, onProperty }: { isNew: boolean; onProperty: () => void }) {
  const { control, register, formState } = useFormContext<ViewingValues>()
  const { errors } = formState
  const property = useWatch({ control, name: 'property' })
  const home = useHome(property.id).data
  const isShared = home?.propertyType === 'HMO'
  const rooms = useRooms(isShared ? property.id : null).data
  if (!isNew && !isShared) return null
  return (
    <FieldGroup title={texts.home}>
      {isNew && (
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
      )}
      {rooms !== undefined && rooms.length > 0 && (
        <Field label={texts.room} error={errors.room?.message}>
          {(props) => (
            <Select {...props} {...register('room')}>
              <option value="">{texts.wholeHome}</option>
              {rooms.map(({ id, roomNumber }) => (
                <option key={id} value={roomNumber}>
                  {roomName(roomNumber)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FieldGroup>
  )
}

function PropertyPicker({ control, value, onChange }: { control: ControlProps; value: Picked; onChange: (value: Picked) => void }) {
  const { data } = usePropertySearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map(({ id, name, postcode }) => ({ id, label: `${name}, ${postcode}` })) ?? []
  return <Picker control={control} name="property" value={value} found={found} onChange={onChange} />
}

/** Asks for the viewer, and their contact details. */
export function ViewerFields() {
  const { register, formState } = useFormContext<ViewingValues>()
  const { errors } = formState
  return (
    <FieldGroup title={texts.viewer}>
      <Field label={texts.name} error={errors.name?.message}>
        {(props) => <Input {...props} {...register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <Pair>
        <Field label={texts.email} error={errors.email?.message}>
          {(props) => <Input {...props} {...register('email')} type="email" autoComplete="off" maxLength={254} />}
        </Field>
        <Field label={texts.phone} error={errors.phone?.message}>
          {(props) => <Input {...props} {...register('phone')} type="tel" autoComplete="off" maxLength={40} />}
        </Field>
      </Pair>
    </FieldGroup>
  )
}

/** The day and the time. */
export function WhenFields() {
  const format = useFormatter()
  const { register, formState } = useFormContext<ViewingValues>()
  const { errors } = formState
  return (
    <FieldGroup title={texts.when}>
      <DateParts legend={texts.date} order={format.dateOrder} isOptional={false} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      <Field label={texts.time} hint={texts.timeHint} error={errors.time?.message}>
        {(props) => <TimeInput {...props} {...register('time')} />}
      </Field>
    </FieldGroup>
  )
}

/** Asks for the note to the viewer beside the time. */
export function NoteField() {
  const { register, formState } = useFormContext<ViewingValues>()
  return (
    <Field label={texts.note} hint={texts.noteHint} isOptional error={formState.errors.note?.message}>
      {(props) => <TextArea {...props} {...register('note')} maxLength={500} />}
    </Field>
  )
}

/** Asks for the landlord's notes. */
export function NotesField() {
  const { register, formState } = useFormContext<ViewingValues>()
  return (
    <Field label={texts.notes} hint={texts.notesHint} isOptional error={formState.errors.notes?.message}>
      {(props) => <TextArea {...props} {...register('notes')} maxLength={4000} />}
    </Field>
  )
}
