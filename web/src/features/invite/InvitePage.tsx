import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router'
import { useFormatter, useFullName } from '@/api/account'
import type { NewInvite } from '@/api/invites'
import type { Schema } from '@/api/client'
import type { Property } from '@/api/properties'
import { useUser, Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { typographic, unbroken } from '@/lib/format'
import { idOf, withList } from '@/lib/query'
import { media } from '@/theme/tokens'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { invite as texts } from './messages'
import { choiceOf, keyOf, personOf, type Choice, type MessageFacts } from './model'
import { ChooseHome } from './parts/ChooseHome'
import { ForPerson } from './parts/ForPerson'
import { LinkPanel } from './parts/LinkPanel'
import { LiveLinks } from './parts/LiveLinks'
import { Message } from './parts/Message'
import { OfferFields } from './parts/OfferFields'
import { offerSentences } from './offer'
import { useHome, useMakeInvite, useRooms } from './queries'
import { useOffer } from './useOffer'

const Beside = styled('div')({
  display: 'grid',
  alignItems: 'start',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.widest]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 16 },
  [media.mobile]: { gap: 16 },
})
// Below each other: the home, its link, the message, and only then another person's.
const narrow = '@media (max-width: 1199.95px)'
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0, [narrow]: { display: 'contents' } })
const Last = styled('div')({ minWidth: 0, [narrow]: { order: 1 } })

/** /tenant-application-link */
export function Component() {
  const isMobile = useIsMobile()
  // A link that was made stays as long as the page does: it cannot be shown again.
  const [made, setMade] = useState<Readonly<Record<string, NewInvite>>>({})
  const keep = (key: string, link: NewInvite) => setMade((before) => ({ ...before, [key]: link }))
  const forget = (id: number) => setMade((before) => Object.fromEntries(Object.entries(before).filter(([, link]) => link.id !== id)))
  return (
    <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle}>
      <Writers>
        <Generator made={made} onMade={keep} />
      </Writers>
      <LiveLinks onRevoked={forget} />
    </Page>
  )
}

interface GeneratorProps {
  made: Readonly<Record<string, NewInvite>>
  onMade: (key: string, link: NewInvite) => void
}

/**
 * Choosing a home makes its link, once; a home that the address brought waits for a press, so that a reload makes none, and so does one
 * while its offer is being written.
 */
function Generator({ made, onMade }: GeneratorProps) {
  const [query, setQuery] = useSearchParams()
  const person = personOf(useLocation().state)
  const [roomId, setRoomId] = useState<number | null>(null)
  const homeId = idOf(query.get('property'))
  const home = useHome(homeId).data
  const isShared = home?.propertyType === 'HMO'
  const rooms = useRooms(isShared ? homeId : undefined).data
  // A room that another page asked for, until one is chosen here.
  const asked = rooms?.find(({ roomNumber }) => roomNumber === person?.roomNumber)?.id ?? null
  const choice = home === undefined ? null : choiceOf(home, rooms ?? [], roomId ?? asked)
  const { mutate, isPending, error, reset } = useMakeInvite()
  const offer = useOffer()
  const link = choice === null ? undefined : made[keyOf(choice, offer.body)]

  const make = async (wanted: Choice) => {
    const offered = await offer.read()
    if (offered === undefined) return
    const key = keyOf(wanted, offered)
    if (made[key] === undefined) mutate({ ...wanted, ...offered }, { onSuccess: (fresh) => fresh && onMade(key, fresh), onError: offer.refuse })
  }
  const chooseHome = (chosen: Property | undefined) => {
    reset()
    offer.clear()
    setRoomId(null)
    setQuery((before) => withList(before, { property: chosen === undefined ? '' : String(chosen.id) }), { replace: true, preventScrollReset: true })
    const wanted = chosen && choiceOf(chosen, chosen.rooms, null)
    if (wanted && !offer.isOpen) void make(wanted)
  }
  const chooseRoom = (id: number) => {
    reset()
    if (!offer.isOpen) offer.clear()
    setRoomId(id)
    if (home !== undefined && !offer.isOpen) void make({ propertyId: home.id, roomId: id })
  }
  const facts = useFacts(home, choice, rooms, link)
  return (
    <Beside>
      <Column>
        <ChooseHome
          home={home}
          rooms={rooms}
          roomId={choice?.roomId ?? null}
          onHome={chooseHome}
          onRoom={chooseRoom}
          below={
            <FormProvider {...offer.form}>
              <OfferFields isOpen={offer.isOpen} onOpen={offer.setOpen} />
            </FormProvider>
          }
        />
        <LinkPanel made={link} isChosen={choice !== null} isPending={isPending} error={error} onMake={() => void (choice && make(choice))} />
        <Last>
          <ForPerson choice={choice} offer={offer} person={person} />
        </Last>
      </Column>
      <Message facts={facts} />
    </Beside>
  )
}

/** Returns the facts that a message tells of the home and its link. */
function useFacts(home: Property | undefined, choice: Choice | null, rooms: readonly Schema<'Room'>[] | undefined, link: NewInvite | undefined): MessageFacts | undefined {
  const format = useFormatter()
  const name = useFullName()
  const { organisation } = useUser()
  if (home === undefined || choice === null || link === undefined) return undefined
  const room = rooms?.find(({ id }) => id === choice.roomId)
  const rent = room?.monthlyRent ?? home.monthlyRent
  return {
    home: room === undefined ? home.name : texts.place(texts.roomName(room.roomNumber), home.name),
    address: `${home.address} ${unbroken(home.postcode)}`,
    rent: format.rent(rent),
    offer: offerSentences(link.offer, format),
    url: link.url,
    until: format.longDate(londonDay(new Date(link.expiresAt))),
    from: [name, ...(organisation === null ? [] : [typographic(organisation.name)])],
  }
}
