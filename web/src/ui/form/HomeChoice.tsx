import { styled } from '@mui/material/styles'
import { useId, type ComponentProps } from 'react'
import { roomName } from '@/lib/applications'
import { unbroken, type Formatter } from '@/lib/format'
import { homeTexts as texts } from '@/lib/homes'
import { color, media, radius, type } from '@/theme/tokens'
import { Notice } from '../Notice'
import { Picture } from '../Picture'
import { ChoiceCard, ChoiceRadio } from './Cards'
import { Field, FieldError, Hint } from './Field'
import { factsLine, HomePhotos, OfferRows, type Facts, type Offer } from './HomeFacts'
import { Select } from './Select'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 10 })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 6 })
const Thumbnail = styled('span')({ flex: 'none', width: 64, height: 58, borderRadius: radius.tile, overflow: 'hidden' })
const Words = styled('span')({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
const Name = styled('span')({ ...type.body, display: 'block', fontWeight: 580 })
const Line = styled('span')({ ...type.small, display: 'block', color: color.muted })
const Rent = styled('div')({
  display: 'grid',
  gap: 4,
  padding: '14px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  backgroundColor: color.surface,
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', gap: '2px 16px', fontWeight: 580 },
  '& strong': { fontSize: 17, fontWeight: 620 },
  '& span': { fontWeight: 400, color: color.muted },
})
const Amount = styled('span')({ flex: 'none', color: color.muted, '& b': { fontWeight: 580, color: color.ink }, [media.mobile]: { whiteSpace: 'nowrap' } })

/** The most homes that are shown as cards; more are a list of the platform. */
const fewHomes = 8

/** A room that is free. */
interface Room {
  id: number
  roomNumber: string
  monthlyRent: string
}

/** A home that one may apply for. */
interface Home {
  id: number
  name: string
  address: string
  postcode: string
  propertyType: string
  monthlyRent: string
  rooms: readonly Room[]
  facts: Facts
}

/** The offer of one of the homes, or of a room of it. */
export interface Offered {
  propertyId: number | null
  roomId: number | null
  offer: Offer | null
}

/** A home, and for a shared house a room of it. */
interface HomeChoiceProps {
  homes: readonly Home[]
  /** The current choice, as the controls have it. */
  propertyId: string
  roomId: string
  propertyError: string | undefined
  roomError: string | undefined
  /** The offer of one of them. */
  offered?: Offered | undefined
  /** The format of rents. */
  format: Formatter
  /** The properties that bind the controls to their form. */
  property: ComponentProps<'input'>
  room: ComponentProps<'input'>
}

export function HomeChoice({ homes, offered, propertyId, roomId, propertyError, roomError, format, property, room }: HomeChoiceProps) {
  const home = homes.find(({ id }) => String(id) === propertyId)
  const isShared = home?.propertyType === 'HMO'
  const chosen = isShared ? home.rooms.find(({ id }) => String(id) === roomId) : undefined
  const offer = offered?.propertyId === home?.id ? (offered?.offer ?? null) : null
  const isOffered = offer !== null && (offered?.roomId ?? null) === (chosen?.id ?? null)
  return (
    <>
      {homes.length > fewHomes ? <HomeList format={format} homes={homes} error={propertyError} control={property} /> : <HomeCards format={format} homes={homes} error={propertyError} control={property} />}
      {isShared && home.rooms.length === 0 && <Notice title={texts.noRooms} text={texts.noRoomsText} />}
      {isShared && home.rooms.length > 0 && <Rooms format={format} rooms={home.rooms} freeFrom={{ roomId: offered?.roomId ?? null, day: offer?.freeFromDate ?? null }} error={roomError} control={room} />}
      {home !== undefined && (!isShared || chosen !== undefined) && (
        <Rent role="status">
          <div>
            {texts.rentFor(chosen === undefined ? home.name : roomName(chosen.roomNumber))}
            <span>
              <strong style={{ color: color.ink }}>{format.rent(chosen?.monthlyRent ?? home.monthlyRent)}</strong> {texts.perMonth}
            </span>
          </div>
          <Line>{texts.fixed}</Line>
          {isOffered && <OfferRows offer={offer} format={format} />}
        </Rent>
      )}
      {home !== undefined && <HomePhotos key={home.id} name={home.name} photos={home.facts?.photos ?? []} />}
    </>
  )
}

interface HomesProps {
  homes: readonly Home[]
  format: Formatter
  error: string | undefined
  control: ComponentProps<'input'>
}

const kindOf = (home: Home, format: Formatter) =>
  home.propertyType === 'HMO' ? texts.shared(home.rooms.length) : texts.kind(home.propertyType, format.rent(home.monthlyRent))

function HomeCards({ homes, format, error, control }: HomesProps) {
  const id = useId()
  return (
    <Group aria-describedby={error === undefined ? undefined : id}>
      <Legend>{texts.property}</Legend>
      {error !== undefined && <FieldError id={id} text={error} />}
      {homes.map((home) => (
        <ChoiceCard key={home.id}>
          <Thumbnail>
            <Picture property={{ photos: home.facts?.photos ?? [], propertyType: home.propertyType }} size="thumb" />
          </Thumbnail>
          <Words>
            <Name>{home.name}</Name>
            <Line>
              {home.address} {unbroken(home.postcode)}
            </Line>
            <Line style={{ color: color.ink }}>{kindOf(home, format)}</Line>
            {factsLine(home.facts) !== '' && <Line>{factsLine(home.facts)}</Line>}
          </Words>
          <ChoiceRadio {...control} type="radio" value={String(home.id)} />
        </ChoiceCard>
      ))}
    </Group>
  )
}

function HomeList({ homes, format, error, control }: HomesProps) {
  return (
    <Field label={texts.property} error={error}>
      {(props) => (
        <Select {...props} {...(control as ComponentProps<'select'>)}>
          <option value="">{texts.choose}</option>
          {homes.map((home) => (
            <option key={home.id} value={home.id}>
              {home.name}, {home.postcode}, {kindOf(home, format)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type RoomsProps = Omit<HomesProps, 'homes'> & {
  rooms: readonly Room[]
  /** The home or room that is free later, and from which day. */
  freeFrom: { roomId: number | null; day: string | null }
}

function Rooms({ rooms, freeFrom, format, error, control }: RoomsProps) {
  const id = useId()
  return (
    <Group aria-describedby={[`${id}-hint`, error === undefined ? '' : id].filter(Boolean).join(' ')}>
      <Legend>{texts.room}</Legend>
      <Hint id={`${id}-hint`} style={{ marginTop: -8 }}>
        {texts.roomHint}
      </Hint>
      {error !== undefined && <FieldError id={id} text={error} />}
      {rooms.map((room) => (
        <ChoiceCard key={room.id}>
          <Words>
            <Name>{roomName(room.roomNumber)}</Name>
            <Line>{freeFrom.day !== null && freeFrom.roomId === room.id ? texts.freeFrom(format.longDate(freeFrom.day)) : texts.freeNow}</Line>
          </Words>
          <Amount>
            <b>{format.rent(room.monthlyRent)}</b> {texts.perMonth}
          </Amount>
          <ChoiceRadio {...control} type="radio" value={String(room.id)} />
        </ChoiceCard>
      ))}
    </Group>
  )
}
