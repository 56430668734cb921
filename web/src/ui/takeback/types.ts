import type { Formatter } from '@/lib/format'
import type { OfferedMail } from '../EmailTenant'
import type { takeBack } from './messages'

/** The name of an act that can be taken back. */
export type ActName = keyof typeof takeBack.acts

/** The basis on which an end is taken back. */
export type TakeBackBasis = 'agreed' | 'mistake'

/** Something that followed from an act, and what becomes of it. */
export interface FollowedItem {
  mark: 'back' | 'stays' | 'corrected' | 'goes'
  what: string
  then: string
}

/** The effect on a row of an import. */
export interface TakeBackRow {
  what: string
  stays: boolean
  why: string | null
}

/** An act that has to be done first, and its page. */
export interface TakeBackObstacle {
  text: string
  tenantId: number | null
  applicationId: number | null
  propertyId: number | null
}

/** The effects of taking an act back. */
export interface TakeBackOutlook {
  since: string | null
  followed: readonly FollowedItem[]
  obstacle: TakeBackObstacle | null
  asksBasis: boolean
  rows: readonly TakeBackRow[]
  mail: { tenantId: number; note: string } | null
}

/** The body of a request to take an act back. */
export interface TakeBackRequest {
  reason: string
  basis?: TakeBackBasis
  emailTenant?: boolean
}

/** An act that may be taken back: what would happen, and the way to do it. */
export interface TakeBackWork {
  act: ActName
  format: Pick<Formatter, 'longDate'>
  outlook: TakeBackOutlook | undefined
  /** The reason why that could not be read; null where it could. */
  cause: string | null
  onRetry: () => void
  /** The mail that says so. */
  offered: OfferedMail | undefined
  isPending: boolean
  /** Takes it back; whether a tenant was emailed. */
  send: (said: TakeBackRequest) => Promise<boolean>
  /** Returns the mistakes in what was sent, by field, and in a sentence. */
  explain: (error: unknown, fallback: string) => { fields: Record<string, string>; text: string }
}

/** An act that was taken back. */
export interface TakenBackEntry {
  id: number
  what: string
  reason: string
  takenBackAt: string
  /** The account that took it back. */
  userId: number
  issuesFound: string | null
  actionRequired: string | null
}
