import type { OpenHome } from '@/api/applications'
import { addMonths, noDay, readDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { hasLength, isEmail, isPhone, mistakesAmong } from '@/lib/contactRules'
import { homeTexts } from '@/lib/homes'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import { mistakes } from './messages'

/** The simple form's answers, as its controls have them. */
export interface Answers {
  tenantName: string
  email: string
  phone: string
  dateOfBirth: TypedDay
  nationality: string
  employmentStatus: string
  monthlyIncome: string
  propertyId: string
  roomId: string
  guarantorEmail: string
  employerEmail: string
}

/** The controls from top to bottom. */
export const order = [
  'tenantName',
  'email',
  'phone',
  'dateOfBirth',
  'nationality',
  'employmentStatus',
  'monthlyIncome',
  'propertyId',
  'roomId',
  'guarantorEmail',
  'employerEmail',
] as const satisfies readonly (keyof Answers)[]

/** The home and the room that the address names, as an invitation's link does. */
export interface LinkedHome {
  propertyId: string | null
  roomId: string | null
}

/**
 * Returns the answers as first filled in: the account's own details, and the home that the address names, else the one of
 * the account's invitation; no home where that one is let, since another is for the applicant to choose.
 */
export function firstAnswers(person: { name: string; email: string; phone: string | null }, homes: readonly OpenHome[], wanted: LinkedHome): Answers {
  const isNamed = wanted.propertyId !== null
  const home = homes.find(({ id, isInvited }) => (isNamed ? String(id) === wanted.propertyId : isInvited))
  const room = home?.rooms.find(({ id, isInvited }) => (isNamed ? String(id) === wanted.roomId : isInvited))
  const only = home === undefined || wanted.roomId !== null ? '' : onlyRoom(home)
  return {
    tenantName: person.name,
    email: person.email,
    phone: person.phone ?? '',
    dateOfBirth: noDay,
    nationality: '',
    employmentStatus: '',
    monthlyIncome: '',
    propertyId: home === undefined ? '' : String(home.id),
    roomId: room === undefined ? only : String(room.id),
    guarantorEmail: '',
    employerEmail: '',
  }
}

/** The room of a home that has one alone; empty for others. */
export const onlyRoom = ({ rooms }: Pick<OpenHome, 'rooms'>): string => (rooms.length === 1 ? String(rooms[0]?.id) : '')

const monthsOfAnAdult = 18 * 12

/** Returns the mistakes in the answers (docs/reference/screens/simple-application.md S2 5). */
export function answerMistakes(values: Answers, homes: readonly OpenHome[], today: CivilDate): Mistakes<Answers> {
  const home = homes.find(({ id }) => String(id) === values.propertyId)
  const born = readDay(values.dateOfBirth)
  return mistakesAmong<keyof Answers>([
    [hasLength(values.tenantName, 2), 'tenantName', mistakes.tenantName],
    [isEmail(values.email), 'email', mistakes.email],
    [isPhone(values.phone), 'phone', mistakes.phone],
    [born !== null && addMonths(born, monthsOfAnAdult) <= today, 'dateOfBirth', born === null ? mistakes.dateOfBirth : mistakes.adult],
    [hasLength(values.nationality, 2), 'nationality', mistakes.nationality],
    [values.employmentStatus !== '', 'employmentStatus', mistakes.employmentStatus],
    [(parseMoney(values.monthlyIncome) ?? -1n) >= 0n, 'monthlyIncome', amountFault(values.monthlyIncome, mistakes.monthlyIncome)],
    [home !== undefined, 'propertyId', homeTexts.propertyRequired],
    [home?.propertyType !== 'HMO' || home.rooms.some(({ id }) => String(id) === values.roomId), 'roomId', homeTexts.roomRequired],
    [isEmail(values.guarantorEmail), 'guarantorEmail', mistakes.guarantorEmail],
    [values.employerEmail.trim() === '' || isEmail(values.employerEmail), 'employerEmail', mistakes.employerEmail],
  ])
}

/** The answers as they are sent; they have no mistakes. */
export function applicationBody(values: Answers, homes: readonly OpenHome[]) {
  const home = homes.find(({ id }) => String(id) === values.propertyId)
  const room = home?.rooms.find(({ id }) => String(id) === values.roomId)
  const employerEmail = values.employerEmail.trim()
  return {
    tenantName: values.tenantName.trim(),
    email: values.email.trim(),
    phone: values.phone.trim(),
    dateOfBirth: readDay(values.dateOfBirth) ?? '',
    nationality: values.nationality.trim(),
    employmentStatus: values.employmentStatus,
    monthlyIncome: toAmount(parseMoney(values.monthlyIncome) ?? 0n),
    propertyId: home?.id ?? 0,
    ...(room !== undefined && { roomId: room.id }),
    guarantorEmail: values.guarantorEmail.trim(),
    ...(employerEmail !== '' && { employerEmail }),
  }
}
