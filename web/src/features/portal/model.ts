import type { MaintenanceRequest } from '@/api/maintenance'
import type { Portal } from '@/api/portal'
import type { Ledger, LedgerEntry } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import type { CivilDate } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { isOpenRequest } from '@/lib/maintenance'
import { parseMoney, sum, type Minor } from '@/lib/money'
import { entryName, sidesOf } from '@/lib/rent'
import { acts } from './messages'

/** The portal of an account that has a home. */
export type OwnPortal = Portal & { tenant: Tenant; property: NonNullable<Portal['property']> }

/** Returns whether a home is the tenant's, now or soon. */
export const isCurrent = ({ leaseStatus }: Pick<Tenant, 'leaseStatus'>): boolean => leaseStatus !== 'Ended'

/** Returns whether the tenant lives there, and so can report repairs: not before the first day, nor after the last. */
export const livesThere = ({ leaseStatus }: Pick<Tenant, 'leaseStatus'>): boolean => leaseStatus === 'Active'

/** The first thing on the page: the next visit, or the question whether something is fixed. */
export interface FirstThing {
  kind: 'visit' | 'question'
  request: MaintenanceRequest
}

/** The next visit that is to come; without one, what the landlord has completed and the tenant has said nothing of. */
export function firstOf(requests: readonly MaintenanceRequest[], today: CivilDate): FirstThing | null {
  const when = ({ visit }: MaintenanceRequest) => (visit === null ? '' : `${visit.visitDate} ${visit.startTime}`)
  const [visited] = requests.filter((request) => isOpenRequest(request) && request.visit !== null && request.visit.visitDate >= today).sort((a, b) => (when(a) < when(b) ? -1 : 1))
  if (visited !== undefined) return { kind: 'visit', request: visited }
  const asked = requests.find(({ status, confirmedAt }) => status === 'Completed' && confirmedAt === null)
  return asked === undefined ? null : { kind: 'question', request: asked }
}

/** The number of entries of the rent account on the page. */
const recentCount = 4

/** A rent account in few lines, which add up to what is owed. */
export interface Recent {
  /** The sum owed before the entries; null where nothing came before. */
  before: Minor | null
  entries: { entry: LedgerEntry; change: Minor }[]
  /** The sum that joint tenants added since: the account is the tenancy's, the entries are the tenant's own. */
  others: Minor
}

/** The newest entries with what each adds to what is owed, after what was owed before. */
export function recentEntries({ entries: all, balance }: Pick<Ledger, 'entries' | 'balance'>): Recent {
  const kinds = new Map(all.map(({ id, kind }) => [id, kind]))
  const changeOf = ({ kind, amount, reverses }: LedgerEntry): Minor => {
    const { charged, received } = sidesOf(kind, parseMoney(amount) ?? 0n, reverses === null ? undefined : kinds.get(reverses))
    return (charged ?? 0n) - (received ?? 0n)
  }
  const first = Math.max(0, all.length - recentCount)
  const before = first === 0 ? null : (parseMoney(all[first - 1]?.balance ?? '') ?? 0n)
  const entries = all.slice(first).map((entry) => ({ entry, change: changeOf(entry) }))
  return { before, entries, others: (parseMoney(balance) ?? 0n) - (before ?? 0n) - sum(entries.map(({ change }) => change)) }
}

/** An entry in few words: rent by its period, anything else by its day; `date` writes a day. */
export function shortName(entry: LedgerEntry, date: (day: CivilDate) => string): string {
  const { title } = entryName(entry, date)
  if (entry.periodStart !== null && entry.kind === 'charge') return title
  return entry.kind === 'charge' ? `${title}, ${date(entry.date)}` : `${title.replace(/ by .*/, '')} ${date(entry.date)}`
}

/** Returns until when rent is paid: the day before the next is due, as long as nothing is owed. */
export function paidUpTo({ balance, nextDueDate }: Pick<Ledger, 'balance' | 'nextDueDate'>): CivilDate | null {
  return nextDueDate === null || (parseMoney(balance) ?? 0n) > 0n ? null : addDays(nextDueDate, -1)
}

/** Returns the state of a request for a pet, in few words; `date` writes a day. */
export function petLine({ pet, answer, answerByDate }: Portal['petRequests'][number], date: (day: CivilDate) => string): string {
  if (answer !== null) return acts.petAnswer(pet, acts.petAnswered[answer])
  return answerByDate === null ? acts.petAskedOnly(pet) : acts.petAsked(pet, date(answerByDate))
}
