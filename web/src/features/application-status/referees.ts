import type { Application, Reference } from '@/api/applications'
import { hasLength, isEmail, isPhone, mistakesAmong } from '@/lib/contactRules'
import type { Mistakes } from '@/ui/form/rules'
import { referees as texts } from './referees.messages'

/** The kind of an applicant's referee. */
export type RefereeKind = keyof typeof texts.kinds

/** A referee's details, as the controls have them. */
export interface RefereeValues {
  name: string
  email: string
  phone: string
  relationship: string
}

/** The controls from top to bottom. */
export const refereeOrder = ['name', 'email', 'phone', 'relationship'] as const satisfies readonly (keyof RefereeValues)[]

const aDay = 24 * 60 * 60 * 1000

/** Returns whether the referee may still answer, and so can be reminded or replaced. */
export const isOpen = ({ state }: Reference): boolean => state === 'requested' || state === 'expired' || state === 'declined'

/** Returns when they can be reminded, if not at once: a day after they were last mailed. */
export function remindFrom({ sentAt }: Reference, now: Date): Date | undefined {
  if (sentAt === null) return undefined
  const from = new Date(new Date(sentAt).getTime() + aDay)
  return from > now ? from : undefined
}

/** Returns the initial values; nothing of a referee who declined, since somebody else takes their place. */
export function refereeValues(application: Application, kind: RefereeKind): RefereeValues {
  if (application[kind]?.state === 'declined') return { name: '', email: '', phone: '', relationship: '' }
  const { guarantorName, guarantorPhone, guarantorRelationship, employerName, employerPhone } = application
  const email = application[kind]?.email ?? ''
  if (kind === 'employer') return { name: employerName ?? '', email, phone: employerPhone ?? '', relationship: '' }
  return { name: guarantorName ?? '', email, phone: guarantorPhone ?? '', relationship: guarantorRelationship ?? '' }
}

/** Returns the mistakes in a referee's details, in the words of the wizard. Name and phone may be left empty only where the application never had them. */
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

/** Returns the body of a request; empty fields stay as the application says. */
export function refereeBody({ name, email, phone, relationship }: RefereeValues) {
  const said = (text: string) => text.trim() || null
  return { name: said(name), email: email.trim(), phone: said(phone), relationship: said(relationship) }
}
