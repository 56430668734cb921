import type { Property } from '@/api/properties'
import type { Schema } from '@/api/client'
import type { Invite } from '@/api/invites'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { isEmail } from '@/lib/email'
import type { InviteState } from '@/lib/paths'
import type { Mistakes } from '@/ui/form/rules'
import { invite as texts } from './messages'

/** The home that a link is made for: a property, or a room of a shared house. */
export interface Choice {
  propertyId: number
  roomId: number | null
}

/** A choice and its offer in one text, under which its link is kept. */
export const keyOf = ({ propertyId, roomId }: Choice, offer: object = {}): string => `${String(propertyId)}/${String(roomId ?? '')}/${JSON.stringify(offer)}`

/** The vacant rooms of a shared house. */
export const vacantRooms = (rooms: readonly Schema<'Room'>[]): Schema<'Room'>[] => rooms.filter(({ isOccupied }) => !isOccupied)

/** Returns the choice so far: null where a shared house has several vacant rooms and none was picked, or none at all. An only room is chosen with its house. */
export function choiceOf(property: Pick<Property, 'id' | 'propertyType'>, rooms: readonly Schema<'Room'>[], roomId: number | null): Choice | null {
  if (property.propertyType !== 'HMO') return { propertyId: property.id, roomId: null }
  const vacant = vacantRooms(rooms)
  const chosen = vacant.find(({ id }) => id === roomId) ?? (vacant.length === 1 ? vacant[0] : undefined)
  return chosen === undefined ? null : { propertyId: property.id, roomId: chosen.id }
}

/** The facts of a home in a message. */
export interface MessageFacts {
  /** `Room 4 at Ashmead House`, or the property's name. */
  home: string
  address: string
  /** The rent with its sign, per month. */
  rent: string
  /** The further terms of the offer, sentence by sentence. */
  offer: readonly string[]
  url: string
  /** The last day on which the link works, in words. */
  until: string
  /** The sender, line by line. */
  from: readonly string[]
}

/** The e-mail: it states the rent and asks for no offer (Renters' Rights Act 2025, rental bidding). */
export function emailOf({ home, address, rent, offer, url, until, from }: MessageFacts): { subject: string; text: string } {
  const text = [
    'Hello,',
    `Thank you for your interest in ${home}, ${address}.`,
    [`The rent is ${rent} per month.`, ...offer].join(' '),
    `You can apply here. It takes about 10 minutes and there is no fee:\n${url}`,
    'Have ready: photo ID, proof of address and income, and the email of somebody who could be your guarantor.',
    `The link works until ${until}.`,
    from.join('\n'),
  ]
  return { subject: `Apply to rent ${home}`, text: text.join('\n\n') }
}

/** The text message: the same in short. */
export function textOf({ home, rent, url, until, from }: MessageFacts): string {
  return `Apply to rent ${home}, ${rent} per month. About 10 minutes, no fee: ${url} It works until ${until}. ${from[0] ?? ''}`.trim()
}

/** Opens the mail program, or that for text messages, with what was written. */
export const mailto = (subject: string, text: string): string => `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
export const sms = (text: string): string => `sms:?&body=${encodeURIComponent(text)}`

/** The number of days before a link's end from which it is near. */
export const nearEnd = 7

/** Returns how many calendar days in London a link still works; 0 on its last. */
export const daysLeft = ({ expiresAt }: Pick<Invite, 'expiresAt'>, now: Date): number => Math.max(0, daysBetween(londonDay(now), londonDay(new Date(expiresAt))))

/** Returns the home of a link, in words. */
export const homeOf = ({ propertyName, roomNumber }: Pick<Invite, 'propertyName' | 'roomNumber'>): string =>
  roomNumber === null ? propertyName : texts.place(texts.roomName(roomNumber), propertyName)

/** Returns whom a link is for, in words. */
export const whomOf = ({ name, email }: Pick<Invite, 'name' | 'email'>): string => name ?? email ?? texts.anyone

/** The person an invitation is mailed to, as they are typed. */
export interface PersonValues {
  name: string
  email: string
}

/** Returns the person for whom another page leads here, with the room; `null` where nobody comes that way. */
export function personOf(state: unknown): InviteState | null {
  if (typeof state !== 'object' || state === null || !('name' in state) || !('email' in state)) return null
  const { name, email } = state
  const roomNumber = 'roomNumber' in state && typeof state.roomNumber === 'string' ? state.roomNumber : null
  return typeof name === 'string' && typeof email === 'string' ? { name, email, roomNumber } : null
}

/** Returns the mistakes in the person. */
export function personMistakes({ name, email }: PersonValues): Mistakes<PersonValues> {
  return { ...(name.trim().length < 2 && { name: texts.nameShort }), ...(!isEmail(email) && { email: texts.emailInvalid }) }
}
