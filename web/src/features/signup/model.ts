import type { OpenInvite, SignupDraft, SignupDraftBody } from '@/api/signup'
import { isBlankDay, noDay, readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { hasLength, isEmail, isPhone, mistakesAmong } from '@/lib/contactRules'
import { homeTexts } from '@/lib/homes'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import { tidyAmount } from '@/ui/form/MoneyInput'
import type { Mistakes } from '@/ui/form/rules'
import { mistakes } from './messages'

/** The homes that a link offers. */
export type Homes = OpenInvite['properties']

/** The wizard's answers, as its controls have them. */
export interface Answers {
  name: string
  email: string
  phone: string
  address: string
  propertyId: string
  roomId: string
  employmentStatus: string
  employerName: string
  employerPhone: string
  employerEmail: string
  position: string
  monthlyIncome: string
  guarantorName: string
  guarantorPhone: string
  guarantorEmail: string
  guarantorRelationship: string
  moveInDate: TypedDay
  additionalNotes: string
}

/** The answers of each step, from top to bottom. */
export const stepNames = [
  ['name', 'email', 'phone', 'address'],
  ['propertyId', 'roomId'],
  ['employmentStatus', 'employerName', 'position', 'employerPhone', 'employerEmail', 'monthlyIncome'],
  ['guarantorName', 'guarantorRelationship', 'guarantorPhone', 'guarantorEmail', 'moveInDate', 'additionalNotes'],
] as const satisfies readonly (readonly (keyof Answers)[])[]

/** The number of steps that are filled in. */
export const lastStep = stepNames.length

const blank: Answers = {
  name: '',
  email: '',
  phone: '',
  address: '',
  propertyId: '',
  roomId: '',
  employmentStatus: '',
  employerName: '',
  employerPhone: '',
  employerEmail: '',
  position: '',
  monthlyIncome: '',
  guarantorName: '',
  guarantorPhone: '',
  guarantorEmail: '',
  guarantorRelationship: '',
  moveInDate: noDay,
  additionalNotes: '',
}

/** The home that the link asks for, and perhaps a room of it. */
export interface Preselection {
  propertyId: string | null
  roomId: string | null
}

/** The home and room that are chosen at first: those of the address, else the link's own; an only room is chosen by itself. */
export function preselected(homes: Homes, wanted: Preselection, invite: Pick<OpenInvite, 'propertyId' | 'roomId'>): Pick<Answers, 'propertyId' | 'roomId'> {
  const home = homes.find(({ id }) => String(id) === wanted.propertyId) ?? homes.find(({ id }) => id === invite.propertyId)
  if (home === undefined) return { propertyId: '', roomId: '' }
  const room = home.rooms.find(({ id }) => String(id) === wanted.roomId) ?? home.rooms.find(({ id }) => id === invite.roomId)
  return { propertyId: String(home.id), roomId: room === undefined ? onlyRoom(homes, String(home.id)) : String(room.id) }
}

/** The room of a home that has one alone; empty for others. */
export function onlyRoom(homes: Homes, propertyId: string): string {
  const rooms = homes.find(({ id }) => String(id) === propertyId)?.rooms ?? []
  return rooms.length === 1 ? String(rooms[0]?.id) : ''
}

/** The answers to begin with: what was kept, and where it names no home that is still free, what the link asks for. */
export function answersOf(draft: SignupDraft | null, homes: Homes, chosen: Pick<Answers, 'propertyId' | 'roomId'>): Answers {
  if (draft === null) return { ...blank, ...chosen }
  const home = homes.find(({ id }) => id === draft.propertyId)
  const room = home?.rooms.find(({ roomNumber }) => roomNumber === draft.roomNumber)
  const kept = Object.fromEntries(texts.map((name) => [name, draft[name] ?? '']))
  return {
    ...blank,
    ...kept,
    ...(home === undefined ? chosen : { propertyId: String(home.id), roomId: room === undefined ? onlyRoom(homes, String(home.id)) : String(room.id) }),
    monthlyIncome: draft.monthlyIncome === null ? '' : tidyAmount(draft.monthlyIncome),
    moveInDate: typeDay(draft.moveInDate),
  }
}

/** The answers that are plain texts. */
const texts = [
  'name',
  'email',
  'phone',
  'address',
  'employmentStatus',
  'employerName',
  'employerPhone',
  'employerEmail',
  'position',
  'guarantorName',
  'guarantorPhone',
  'guarantorEmail',
  'guarantorRelationship',
  'additionalNotes',
] as const satisfies readonly (keyof Answers)[]

/** Returns the mistakes in the answers (docs/reference/screens/application-wizard.md S2 5). */
export function answerMistakes(values: Answers, homes: Homes, today: CivilDate): Mistakes<Answers> {
  const home = homes.find(({ id }) => String(id) === values.propertyId)
  const hasRoom = home?.rooms.some(({ id }) => String(id) === values.roomId) ?? false
  const day = readDay(values.moveInDate)
  return mistakesAmong<keyof Answers>([
    [hasLength(values.name, 2), 'name', mistakes.name],
    [isEmail(values.email), 'email', mistakes.email],
    [isPhone(values.phone), 'phone', mistakes.phone],
    [hasLength(values.address, 5), 'address', mistakes.address],
    [home !== undefined, 'propertyId', homeTexts.propertyRequired],
    [home?.propertyType !== 'HMO' || hasRoom, 'roomId', homeTexts.roomRequired],
    [values.employmentStatus !== '', 'employmentStatus', mistakes.employmentStatus],
    [hasLength(values.employerName, 2), 'employerName', mistakes.employerName],
    [isPhone(values.employerPhone), 'employerPhone', mistakes.employerPhone],
    [isEmail(values.employerEmail), 'employerEmail', mistakes.employerEmail],
    [hasLength(values.position, 2), 'position', mistakes.position],
    [(parseMoney(values.monthlyIncome) ?? -1n) >= 0n, 'monthlyIncome', amountFault(values.monthlyIncome, mistakes.monthlyIncome)],
    [hasLength(values.guarantorName, 2), 'guarantorName', mistakes.guarantorName],
    [isPhone(values.guarantorPhone), 'guarantorPhone', mistakes.guarantorPhone],
    [isEmail(values.guarantorEmail), 'guarantorEmail', mistakes.guarantorEmail],
    [values.guarantorRelationship !== '', 'guarantorRelationship', mistakes.guarantorRelationship],
    [day !== null && day >= today, 'moveInDate', day === null ? mistakes.moveInDate : mistakes.moveInPast],
  ])
}

/** The first step that is not right yet; beyond the last one where all are. */
export function firstOpenStep(found: Mistakes<Answers>): number {
  const index = stepNames.findIndex((names) => names.some((name) => found[name] !== undefined))
  return index === -1 ? lastStep + 1 : index + 1
}

/** The step that the address asks for, but none beyond what is filled in. */
export function stepOf(asked: string | null, found: Mistakes<Answers>): number {
  const step = Number(asked ?? '1')
  if (!Number.isSafeInteger(step) || step < 1) return 1
  return Math.min(step, firstOpenStep(found), lastStep)
}

/** Returns the step on which an answer is given. */
export function stepWith(names: readonly string[]): number {
  const index = stepNames.findIndex((step) => step.some((name) => names.includes(name)))
  return index === -1 ? lastStep : index + 1
}

const amountOf = (text: string): string | null => {
  const minor = parseMoney(text)
  return minor === null ? null : toAmount(minor)
}

/** Returns the chosen home and room by the names that the call has for them. */
function homeOf({ propertyId, roomId }: Answers, homes: Homes) {
  const home = homes.find(({ id }) => String(id) === propertyId)
  const room = home?.rooms.find(({ id }) => String(id) === roomId)
  return { propertyId: home?.id ?? null, roomNumber: room?.roomNumber ?? null }
}

/** The answers as they are kept: what cannot be read yet is left out. */
export function draftBody(values: Answers, homes: Homes, step: number): SignupDraftBody {
  const plain = Object.fromEntries(texts.map((name) => [name, values[name].trim() || null]))
  return {
    ...plain,
    ...homeOf(values, homes),
    monthlyIncome: amountOf(values.monthlyIncome),
    moveInDate: isBlankDay(values.moveInDate) ? null : readDay(values.moveInDate),
    step: Math.min(step, lastStep),
  }
}

/** The answers as they are submitted; they have no mistakes. */
export function signupBody(values: Answers, homes: Homes, invite: string) {
  const { propertyId, roomNumber } = homeOf(values, homes)
  const text = (name: (typeof texts)[number]) => values[name].trim()
  return {
    invite,
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    propertyId: propertyId ?? 0,
    ...(roomNumber !== null && { roomNumber }),
    employmentStatus: text('employmentStatus'),
    employerName: text('employerName'),
    employerPhone: text('employerPhone'),
    employerEmail: text('employerEmail'),
    position: text('position'),
    monthlyIncome: amountOf(values.monthlyIncome) ?? '',
    guarantorName: text('guarantorName'),
    guarantorPhone: text('guarantorPhone'),
    guarantorEmail: text('guarantorEmail'),
    guarantorRelationship: text('guarantorRelationship'),
    moveInDate: readDay(values.moveInDate) ?? '',
    ...(text('additionalNotes') !== '' && { additionalNotes: text('additionalNotes') }),
  }
}

/** Returns whether the server keeps just what was sent: then the reply was lost, and nobody else has changed it. */
export function isSameDraft(kept: SignupDraft, sent: SignupDraftBody): boolean {
  return Object.entries(sent).every(([name, value]) => (kept[name as keyof SignupDraft] ?? null) === (value ?? null))
}
