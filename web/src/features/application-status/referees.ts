import type { Application, Reference } from '@/api/applications'
import { hasLength, isEmail, isPhone, mistakesAmong } from '@/lib/contactRules'
import type { Mistakes } from '@/ui/form/rules'
import { referees as texts } from './referees.messages'

/** Who answers for an applicant. */
export type RefereeKind = keyof typeof texts.kinds

/** What an applicant says of them, as the controls have it. */
export interface RefereeValues {
  name: string
  email: string
  phone: string
  relationship: string
}

/** The controls from top to bottom. */
export const refereeOrder = ['name', 'email', 'phone', 'relationship'] as const satisfies readonly (keyof RefereeValues)[]

const aDay = 24 * 60 * 60 * 1000

/** Whether they may still answer, so that they can be reminded or somebody else can be named. */
export const isOpen = ({ state }: Reference): boolean => state === 'requested' || state === 'expired' || state === 'declined'

/** When they can be reminded, if not at once: a day after they were last mailed. */
export function remindFrom({ sentAt }: Reference, now: Date): Date | undefined {
  if (sentAt === null) return undefined
  const from = new Date(new Date(sentAt).getTime() + aDay)
  return from > now ? from : undefined
}

/** Whoever declined is somebody else's place: nothing of them is filled in. */
export function refereeValues(application: Application, kind: RefereeKind): RefereeValues {
  if (application[kind]?.state === 'declined') return { name: '', email: '', phone: '', relationship: '' }
  const { guarantorName, guarantorPhone, guarantorRelationship, employerName, employerPhone } = application
  const email = application[kind]?.email ?? ''
  if (kind === 'employer') return { name: employerName ?? '', email, phone: employerPhone ?? '', relationship: '' }
  return { name: guarantorName ?? '', email, phone: guarantorPhone ?? '', relationship: guarantorRelationship ?? '' }
}

/** What is wrong with it, in the words of the wizard. Name and phone may be left empty only where the application never had them. */
export function refereeMistakes(application: Application, kind: RefereeKind, { name, email, phone }: RefereeValues): Mistakes<RefereeValues> {
  const said = texts.mistakes
  const same = (other: string | null) => other !== null && email.trim().toLowerCase() === other.trim().toLowerCase()
  const other = kind === 'guarantor' ? application.employerEmail : application.guarantorEmail
  const isAsked = (kind === 'guarantor' ? application.guarantorName : application.employerName) !== null
  return mistakesAmong<keyof RefereeValues>([
    [hasLength(name, 2) || (!isAsked && name.trim() === ''), 'name', said.name[kind]],
    [!same(other), 'email', said.other[kind]],
    [!same(application.email), 'email', said.own[kind]],
    [isEmail(email), 'email', said.email[kind]],
    [isPhone(phone) || (!isAsked && phone.trim() === ''), 'phone', said.phone[kind]],
  ])
}

/** What is sent; what is empty stays as the application says. */
export function refereeBody({ name, email, phone, relationship }: RefereeValues) {
  const said = (text: string) => text.trim() || null
  return { name: said(name), email: email.trim(), phone: said(phone), relationship: said(relationship) }
}
