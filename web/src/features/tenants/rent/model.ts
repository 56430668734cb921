import type { Deposit } from '@/api/deposits'
import type { Ledger, LedgerEntry } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { addMonths, type CivilDate } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { parseMoney, sum, type Minor } from '@/lib/money'
import { owedOf, sidesOf } from '@/lib/rent'
import { canBegin, moveInOf } from '../model'

/** The state of a charge, and how much of it is unpaid since how many days. */
export interface ChargeState {
  kind: 'paid' | 'waived' | 'reversed' | 'today' | 'unpaid'
  unpaid: Minor
  days: number
}

/** A line of a statement: what it adds to either column. */
export interface StatementRow {
  entry: LedgerEntry
  charged: Minor | null
  received: Minor | null
  state: ChargeState | null
  /** The entry that a reversal takes back. */
  original: LedgerEntry | undefined
}

/** A statement like a bank's. */
export interface Statement {
  /** Entries that stand in one line before the others, and what was owed after them. */
  earlier: number
  forward: Minor | null
  rows: StatementRow[]
  charged: Minor
  received: Minor
}

/** The number of months that stand line by line. */
const recentMonths = 12

/** Returns the state of a charge on a day. */
function stateOf({ kind, status, amount, settled, reversedBy, date }: LedgerEntry, asOf: CivilDate): ChargeState | null {
  if (kind !== 'charge') return null
  const unpaid = (parseMoney(amount) ?? 0n) - (parseMoney(settled ?? '') ?? 0n)
  const days = daysBetween(date, asOf)
  const rest = { unpaid, days }
  if (reversedBy !== null) return { kind: 'reversed', ...rest }
  if (status === 'Paid') return { kind: 'paid', ...rest }
  if (status === 'Waived') return { kind: 'waived', ...rest }
  return { kind: days > 0 ? 'unpaid' : 'today', ...rest }
}

/** A statement of the last 12 months with one line for what was before, or of everything. */
export function statementOf({ entries, asOf }: Pick<Ledger, 'entries' | 'asOf'>, isWhole: boolean): Statement {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const from = addMonths(asOf, -recentMonths)
  const first = isWhole ? 0 : entries.findIndex(({ date }) => date >= from)
  const earlier = first === -1 ? entries.length : first
  const rows = entries.slice(earlier).map((entry): StatementRow => {
    const original = entry.reverses === null ? undefined : byId.get(entry.reverses)
    return { entry, original, ...sidesOf(entry.kind, parseMoney(entry.amount) ?? 0n, original?.kind), state: stateOf(entry, asOf) }
  })
  return {
    earlier,
    forward: earlier === 0 ? null : parseMoney(entries[earlier - 1]?.balance ?? ''),
    rows,
    charged: sum(rows.map(({ charged }) => charged)),
    received: sum(rows.map(({ received }) => received)),
  }
}

/** Returns what joint tenants added to what is owed: the balance is the tenancy's, the rows are the tenant's own. */
export const othersOf = ({ forward, charged, received }: Pick<Statement, 'forward' | 'charged' | 'received'>, { balance }: Pick<Ledger, 'balance'>): Minor =>
  (parseMoney(balance) ?? 0n) - (forward ?? 0n) - charged + received

/** The entries that can be taken back, the newest first. */
export const reversible = (entries: readonly LedgerEntry[]): LedgerEntry[] => entries.filter(({ kind, reversedBy }) => kind !== 'reversal' && reversedBy === null).reverse()

/** The stage of arrears (docs/reference/uk-lettings.md 5.5: what landlords do when). */
export type ArrearsStage = 'remind' | 'letter' | 'second' | 'plan' | 'ground8'

/** Returns the usual step after so many days. */
export function stageOf(daysInArrears: number, ground8Met: boolean): ArrearsStage | null {
  if (ground8Met) return 'ground8'
  if (daysInArrears >= 21) return 'plan'
  if (daysInArrears >= 14) return 'second'
  if (daysInArrears >= 7) return 'letter'
  return daysInArrears > 0 ? 'remind' : null
}

/** Something that is to be done. */
export type Task =
  | { kind: 'begin'; bySteps: boolean }
  | { kind: 'setUp' }
  | { kind: 'late'; stage: ArrearsStage; owed: Minor; oldest: Minor; days: number }
  | { kind: 'protect'; by: CivilDate; isLate: boolean }
  | { kind: 'received' }
  | { kind: 'giveBack' }

/** Returns what is to be done about a tenant, the most urgent first. */
export function tasksOf(tenant: Pick<Tenant, 'leaseStatus' | 'leaseStart' | 'depositAmount' | 'agreementApplicationId'>, ledger: Ledger, deposit: Deposit | null, today: CivilDate): Task[] {
  const tasks: Task[] = []
  if (canBegin(tenant, today)) tasks.push({ kind: 'begin', bySteps: moveInOf(tenant) !== null })
  const isCurrent = tenant.leaseStatus === 'Active'
  const stage = stageOf(ledger.daysInArrears, ledger.ground8Met)
  if (stage !== null) {
    const owed = owedOf(ledger.overdue)
    tasks.push({ kind: 'late', stage, owed, oldest: parseMoney(ledger.oldestUnpaidAmount) ?? owed, days: ledger.daysInArrears })
  }
  if (deposit !== null && deposit.returnDate === null) {
    const { protectByDate, protectedDate, informByDate, informationDate } = deposit
    const by = protectedDate === null ? protectByDate : informationDate === null ? informByDate : null
    if (by !== null) tasks.push({ kind: 'protect', by, isLate: by < today })
  }
  if (isCurrent && ledger.terms === null) tasks.push({ kind: 'setUp' })
  const isKnown = owedOf(deposit?.amount ?? tenant.depositAmount) > 0n
  if (isCurrent && isKnown && (deposit?.receivedDate ?? null) === null) tasks.push({ kind: 'received' })
  if (tenant.leaseStatus === 'Ended' && deposit !== null && deposit.receivedDate !== null && deposit.returnDate === null) tasks.push({ kind: 'giveBack' })
  return tasks
}
