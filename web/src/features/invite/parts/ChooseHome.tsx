import { styled } from '@mui/material/styles'
import { BedDouble } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Schema } from '@/api/client'
import { shortCause } from '@/api/errors'
import type { Property } from '@/api/properties'
import { unbroken } from '@/lib/format'
import { color, radius, type } from '@/theme/tokens'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { LoadFailed } from '@/ui/LoadFailed'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { invite as texts } from '../messages'
import { vacantRooms } from '../model'
import { useVacantProperties } from '../queries'
import { Inside, Quiet } from './layout'

/** The home that a link is for. */
interface ChooseHomeProps {
  /** The one that is chosen, whether or not it has a vacancy any more. */
  home: Property | undefined
  rooms: readonly Schema<'Room'>[] | undefined
  roomId: number | null
  onHome: (home: Property | undefined) => void
  onRoom: (id: number) => void
  /** The content under the choice. */
  below: ReactNode
}

export function ChooseHome({ home, rooms, roomId, onHome, onRoom, below }: ChooseHomeProps) {
  const [search, setSearch] = useState('')
  const { properties, isLoaded, error, refetch, hasMore } = useVacantProperties(search)
  const options = home === undefined || properties.some(({ id }) => id === home.id) ? properties : [home, ...properties]
  return (
    <Panel title={texts.choose}>
      <Inside>
        {!isLoaded && error !== null && <LoadFailed what={texts.homes} cause={shortCause(error)} onRetry={refetch} />}
        {!isLoaded && error === null && <Skeleton width="100%" height={38} />}
        {isLoaded && options.length === 0 && search === '' && <Notice title={texts.noVacancy} text={texts.noVacancyText} />}
        {isLoaded && (hasMore || search !== '') && <SearchField label={texts.search} placeholder={texts.search} text={search} onSearch={setSearch} />}
        {isLoaded && (options.length > 0 || search !== '') && (
          <Field label={texts.property} hint={texts.propertyHint}>
            {(control) => (
              <Select {...control} value={home?.id ?? ''} onChange={({ target }) => onHome(options.find(({ id }) => String(id) === target.value))}>
                <option value="">{texts.chooseProperty}</option>
                {options.map(({ id, name, address, postcode }) => (
                  <option key={id} value={id}>
                    {name}, {address} {unbroken(postcode)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {home?.propertyType === 'HMO' && rooms !== undefined && <Rooms rooms={vacantRooms(rooms)} roomId={roomId} onRoom={onRoom} />}
        {below}
      </Inside>
    </Panel>
  )
}

const Group = styled('fieldset')({ display: 'grid', gap: 8 })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 6 })
const Card = styled('label')({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 52,
  boxSizing: 'border-box',
  padding: '8px 12px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.tile,
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.hover },
  '&:has(:checked)': { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}`, backgroundColor: color.accentSoft },
  '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  '& svg': { flex: 'none', color: color.muted },
  '& input': { flex: 'none', width: 18, height: 18, margin: 0, accentColor: color.accent, outline: 'none' },
})

/** The vacant rooms of a shared house, or the specified text where there is none. */
function Rooms({ rooms, roomId, onRoom }: { rooms: readonly Schema<'Room'>[]; roomId: number | null; onRoom: (id: number) => void }) {
  const name = useId()
  const format = useFormatter()
  if (rooms.length === 0) {
    return (
      <div role="status">
        <Quiet sx={{ color: color.ink, fontWeight: 580 }}>{texts.noRooms}</Quiet>
        <Quiet>{texts.noRoomsText}</Quiet>
      </div>
    )
  }
  return (
    <Group>
      <Legend>{texts.room}</Legend>
      {rooms.map((room) => (
        <Card key={room.id}>
          <BedDouble size={20} strokeWidth={1.75} aria-hidden="true" />
          <span style={{ flex: 1, fontWeight: 580 }}>{texts.roomName(room.roomNumber)}</span>
          <span>{texts.perMonth(format.money(room.monthlyRent))}</span>
          <input type="radio" name={name} checked={room.id === roomId} onChange={() => onRoom(room.id)} />
        </Card>
      ))}
    </Group>
  )
}
