import { styled } from '@mui/material/styles'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { color, media, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Field, FieldError } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { useAmount } from '@/ui/form/useAmount'
import { Hidden } from '@/ui/Hidden'
import { addForm } from '../form.messages'
import { mostRooms, roomsOf, totalRent, type PropertyValues } from '../model'
import { Section } from './layout'

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr) 128px',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '8px 0',
  borderTop: `1px solid ${color.line}`,
  [media.mobile]: { gridTemplateColumns: '60px minmax(0, 1fr) auto' },
})

const Total = styled('p')({
  ...type.body,
  display: 'flex',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '0 16px',
  paddingTop: 10,
  borderTop: `2px solid ${color.ink}`,
  fontWeight: 620,
})

/** The rooms of a shared house: rent and occupancy of each, and what they bring together. */
export function RoomFields() {
  const { register, control, formState } = useFormContext<PropertyValues>()
  const format = useFormatter()
  const [type, hmoRooms, allRooms] = useWatch({ control, name: ['propertyType', 'hmoRooms', 'rooms'] })
  if (type !== 'HMO') return null
  const rooms = roomsOf({ hmoRooms, rooms: allRooms })
  const occupied = rooms.filter(({ isOccupied }) => isOccupied).length
  return (
    <Section title={addForm.rooms}>
      <Field label={addForm.roomCount} error={formState.errors.hmoRooms?.message}>
        {(field) => (
          <div style={{ maxWidth: 140 }}>
            <Select {...field} {...register('hmoRooms')}>
              {Array.from({ length: mostRooms }, (_, index) => (
                <option key={index}>{index + 1}</option>
              ))}
            </Select>
          </div>
        )}
      </Field>
      <ul>
        {rooms.map((_, index) => (
          <Room key={index} index={index} />
        ))}
      </ul>
      <Total role="status">
        <span>{addForm.totalRent}</span>
        <span>{addForm.totalRentLive(format.moneyExact(totalRent(rooms)), occupied, rooms.length)}</span>
      </Total>
    </Section>
  )
}

function Room({ index }: { index: number }) {
  const { register } = useFormContext<PropertyValues>()
  const { currencySign } = useFormatter()
  const number = index + 1
  const name = `rooms.${index}.rent` as const
  const { control, error } = useAmount<PropertyValues>(name)
  return (
    <Row>
      <span style={{ fontWeight: 560 }}>{addForm.room(number)}</span>
      <MoneyInput
        {...control}
        aria-label={addForm.roomRent(number)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${name}-error`}
        currencySign={currencySign}
      />
      <Check>
        <input type="checkbox" {...register(`rooms.${index}.isOccupied`)} />
        <Hidden>{addForm.roomOccupied(number)}</Hidden>
        <span aria-hidden="true">{addForm.occupied}</span>
      </Check>
      {error !== undefined && (
        <div style={{ gridColumn: '2 / -1' }}>
          <FieldError id={`${name}-error`} text={error} />
        </div>
      )}
    </Row>
  )
}
