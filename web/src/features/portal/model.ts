import type { MaintenanceRequest } from '@/api/maintenance'
import type { LedgerEntry } from '@/api/rent'
import type { CivilDate } from '@/lib/civilDate'
import { isOpenRequest } from '@/lib/maintenance'
import { parseMoney, type Minor } from '@/lib/money'

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
