import type { MaintenanceRequest } from '@/api/maintenance'
import type { Portal } from '@/api/portal'
import type { Ledger, LedgerEntry } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import type { CivilDate } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { isOpenRequest } from '@/lib/maintenance'
import { parseMoney, type Minor } from '@/lib/money'
import { entryName } from '@/lib/rent'

/** The portal of an account that has a home. */
export type OwnPortal = Portal & { tenant: Tenant; property: NonNullable<Portal['property']> }

/** Whether repairs of a home can be reported still. */
export const isCurrent = ({ leaseStatus }: Pick<Tenant, 'leaseStatus'>): boolean => leaseStatus !== 'Ended'

/** What comes before everything else: the next visit, or the question whether something is fixed. */
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

/** So many entries of the rent account stand on the page. */
const recentCount = 4

/** The newest entries with what each adds to what is owed, and what was owed before them. */
export function recentEntries(all: readonly LedgerEntry[]): { before: Minor | null; entries: { entry: LedgerEntry; change: Minor }[] } {
  const balanceAt = (index: number): Minor => parseMoney(all[index]?.balance ?? '') ?? 0n
  const first = Math.max(0, all.length - recentCount)
  return {
    before: first === 0 ? null : balanceAt(first - 1),
    entries: all.slice(first).map((entry, index) => ({ entry, change: balanceAt(first + index) - balanceAt(first + index - 1) })),
  }
}

/** An entry in few words: rent by its period, anything else by its day; `date` writes a day. */
export function shortName(entry: LedgerEntry, date: (day: CivilDate) => string): string {
  const { title } = entryName(entry, date)
  if (entry.periodStart !== null && entry.kind === 'charge') return title
  return entry.kind === 'charge' ? `${title}, ${date(entry.date)}` : `${title.replace(/ by .*/, '')} ${date(entry.date)}`
}

/** Until when rent is paid: the day before the next is due, as long as nothing is owed. */
export function paidUpTo({ balance, nextDueDate }: Pick<Ledger, 'balance' | 'nextDueDate'>): CivilDate | null {
  return nextDueDate === null || (parseMoney(balance) ?? 0n) > 0n ? null : addDays(nextDueDate, -1)
}
