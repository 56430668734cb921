import type { BankLine, BankLineDecision, BankLineFilter, PartDecision, PartKind } from '@/api/bank'
import { parseMoney, sum, toAmount, type Minor } from '@/lib/money'
import { idOf } from '@/lib/query'

/** A tenant as the page knows one. */
export interface TenantChoice {
  id: number | null
  label: string
  /** True if the tenant is looked for by name. */
  isTyped?: boolean
}

/** A part of a payment, as it is typed. */
export interface Part {
  key: number
  whose: TenantChoice
  amount: string
  kind: PartKind
  /** The charge that it is for, where it is for one of its own. */
  chargeId: number | null
  reason: string
}

/** The purpose of a whole line; empty as long as nothing is chosen. */
export type Purpose = PartKind | ''

/** The changes made to a line on the page. */
export interface Draft {
  isTicked: boolean
  whose: TenantChoice
  purpose: Purpose
  /** The parts of a payment that is split; `null` for one that is not. */
  parts: readonly Part[] | null
  /** True if the split is proposed for the next payment like it. */
  isProposedAgain: boolean
}

export const nobody: TenantChoice = { id: null, label: '' }

/** Returns whether money went out. */
export const isOut = ({ amount }: Pick<BankLine, 'amount'>): boolean => (parseMoney(amount) ?? 0n) < 0n

/** Somebody as the server names them. */
interface Named {
  tenantId: number | null
  tenantName: string | null
  propertyName: string | null
}

const whoseOf = ({ tenantId, tenantName, propertyName }: Named): TenantChoice =>
  tenantId === null ? nobody : { id: tenantId, label: [tenantName, propertyName].filter((word) => word !== null && word !== '').join(', ') }

/** Everybody who was proposed for a line, each once. */
export function candidatesOf({ matches, proposedSplit }: Pick<BankLine, 'matches' | 'proposedSplit'>): { id: number; label: string; owed: Minor | null }[] {
  const all = [...matches.map((match) => ({ whose: whoseOf(match), owed: parseMoney(match.owed) })), ...proposedSplit.map((part) => ({ whose: whoseOf(part), owed: null }))]
  const known = new Map<number, { id: number; label: string; owed: Minor | null }>()
  for (const { whose, owed } of all) if (whose.id !== null && !known.has(whose.id)) known.set(whose.id, { id: whose.id, label: whose.label, owed })
  return [...known.values()]
}

/** A line as it is proposed: ticked only where the proposal is full and sure. */
export function draftOf(line: Pick<BankLine, 'amount' | 'open' | 'matches' | 'proposedSplit' | 'splitSure'>): Draft {
  const nothing: Draft = { isTicked: false, whose: nobody, purpose: '', parts: null, isProposedAgain: false }
  const [first] = line.proposedSplit
  if (first !== undefined) {
    const isWhole = line.proposedSplit.length === 1 && parseMoney(first.amount) === parseMoney(line.open)
    if (isWhole) return { ...nothing, isTicked: line.splitSure, whose: whoseOf(first), purpose: first.kind }
    const parts = line.proposedSplit.map((part, key): Part => ({ key, whose: whoseOf(part), amount: part.amount, kind: part.kind, chargeId: null, reason: part.reason }))
    return { ...nothing, isTicked: line.splitSure, parts, isProposedAgain: true }
  }
  const [match] = line.matches
  if (match === undefined) return nothing
  return { ...nothing, isTicked: match.sure, whose: whoseOf(match), purpose: isOut(line) ? 'refund' : 'rent' }
}

/** Returns whether the line comes with a proposal that can be ticked as it is. */
export const isProposed = (line: BankLine): boolean => draftOf(line).isTicked

/** Returns the draft with the choices that still hold: as long as the line has as much to give out, and proposes whom it proposed. */
export function keptDraft(draft: Draft | undefined, line: BankLine): Draft {
  if (draft === undefined) return draftOf(line)
  if (draft.parts !== null) return draft.isTicked && leftOf(line, draft.parts) !== 0n ? { ...draft, isTicked: false } : draft
  const isThere = draft.whose.isTyped === true || draft.whose.id === null || draft.purpose === 'nothing' || candidatesOf(line).some(({ id }) => id === draft.whose.id)
  return isThere ? draft : { ...draftOf(line), isTicked: false }
}

/** Returns the amount that is not given out yet; below nothing where more is given out than there is. */
export function leftOf({ open }: Pick<BankLine, 'open'>, parts: readonly Part[]): Minor {
  return (parseMoney(open) ?? 0n) - sum(parts.map(({ amount }) => parseMoney(amount)))
}

/** Returns the fault of a part; null where it can be given out. */
export function partFault({ amount, kind, whose }: Part): 'amount' | 'whose' | null {
  if ((parseMoney(amount) ?? 0n) <= 0n) return 'amount'
  return kind !== 'nothing' && whose.id === null ? 'whose' : null
}

/** Returns whether all of a payment is given out, each part to somebody or to nothing. */
export const isGivenOut = (line: Pick<BankLine, 'open'>, parts: readonly Part[]): boolean =>
  parts.length > 0 && parts.every((part) => partFault(part) === null) && leftOf(line, parts) === 0n

/** One part more: for whom owes first among those without one, with what is left. */
export function withPart(line: BankLine, parts: readonly Part[]): Part[] {
  const left = leftOf(line, parts)
  const next = candidatesOf(line).find(({ id, owed }) => (owed ?? 0n) > 0n && parts.every(({ whose }) => whose.id !== id))
  const key = Math.max(-1, ...parts.map((part) => part.key)) + 1
  return [
    ...parts,
    { key, whose: next === undefined ? nobody : { id: next.id, label: next.label }, amount: left > 0n ? toAmount(left) : '', kind: isOut(line) ? 'refund' : 'rent', chargeId: null, reason: '' },
  ]
}

/** The line as a split begins: what was chosen for the whole is its first part. */
export function splitOf(line: BankLine, draft: Draft): Part[] {
  if (draft.parts !== null) return [...draft.parts]
  if (draft.whose.id === null) return withPart(line, [])
  const kind = draft.purpose === '' || draft.purpose === 'nothing' ? (isOut(line) ? 'refund' : 'rent') : draft.purpose
  return [{ key: 0, whose: draft.whose, amount: line.open, kind, chargeId: null, reason: '' }]
}

const sentPart = ({ kind, whose, amount, chargeId }: Part): PartDecision => ({
  kind,
  tenantId: kind === 'nothing' ? null : whose.id,
  amount: toAmount(parseMoney(amount) ?? 0n),
  chargeId: kind === 'rent' ? chargeId : null,
})

/** Returns the decision on a line; `null` as long as it is not complete. */
export function decisionOf(line: BankLine, { parts, whose, purpose, isProposedAgain }: Draft): BankLineDecision | null {
  const lineId = line.id
  if (parts !== null) return isGivenOut(line, parts) ? { lineId, tenantId: null, parts: parts.map(sentPart), forget: !isProposedAgain } : null
  if (purpose === 'nothing') return { lineId, tenantId: null }
  if (purpose === '' || whose.id === null) return null
  return purpose === 'depositReturn' ? { lineId, tenantId: whose.id, kind: purpose } : { lineId, tenantId: whose.id }
}

/** Returns whether a draft decides its line. */
export const isDecided = (line: BankLine, draft: Draft): boolean => decisionOf(line, draft) !== null

/** A draft that was changed: ticked once it is complete. */
export function changedDraft(line: BankLine, draft: Draft, changes: Partial<Draft>): Draft {
  const changed = { ...draft, ...changes }
  return { ...changed, isTicked: changes.isTicked ?? isDecided(line, changed) }
}

/** Returns the purposes that can be chosen for a whole line: only what can be recorded. */
export function purposesOf(line: Pick<BankLine, 'amount' | 'proposedSplit'>): PartKind[] {
  if (!isOut(line)) return ['rent', 'nothing']
  return line.proposedSplit.some(({ kind }) => kind === 'depositReturn') ? ['refund', 'depositReturn', 'nothing'] : ['refund', 'nothing']
}

/** The list that the page shows. */
export type Tab = 'open' | 'decided' | 'all'

/** The filter of the list in the address. */
export interface ListFilter {
  tab: Tab
  statementId: number | undefined
  way: 'in' | 'out' | undefined
  accountId: number | undefined
  month: string | undefined
}

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

/** Reads an address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): ListFilter {
  const [show, way, month] = [query.get('show'), query.get('way'), query.get('month')]
  return {
    tab: show === 'decided' || show === 'all' ? show : 'open',
    statementId: idOf(query.get('file')),
    way: way === 'in' || way === 'out' ? way : undefined,
    accountId: idOf(query.get('account')),
    month: month !== null && monthPattern.test(month) ? month : undefined,
  }
}

/** The filter as the call takes it. */
export function sentFilter({ tab, statementId, way, accountId, month }: ListFilter): BankLineFilter {
  return {
    ...(tab === 'open' && { state: tab }),
    ...(tab === 'decided' && { decided: true }),
    ...(statementId !== undefined && { statementId }),
    ...(way !== undefined && { way }),
    ...(accountId !== undefined && { bankAccountId: accountId }),
    ...(month !== undefined && { month: `${month}-01` }),
  }
}

/** The months that files are of, the newest first, at most three years of them. */
export function monthsOf(files: readonly { fromDate?: string | null; toDate?: string | null }[]): string[] {
  const days = files.flatMap(({ fromDate, toDate }) => [fromDate, toDate]).filter((day) => day !== null && day !== undefined)
  const months = days.map((day) => day.slice(0, 7)).sort()
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const found: string[] = []
  for (let month = last; month >= first && found.length < 36; month = before(month)) found.push(month)
  return found
}

function before(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 1 ? `${String(year - 1)}-12` : `${String(year)}-${String(number - 1).padStart(2, '0')}`
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`
}

/** The server takes so many decisions at once. */
const mostDecisions = 200

/** Rows in parts that the server takes. */
export function partsOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / mostDecisions) }, (_, index) => rows.slice(index * mostDecisions, (index + 1) * mostDecisions))
}
