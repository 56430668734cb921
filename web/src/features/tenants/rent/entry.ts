import type { LedgerEntry, NewEntry, ReversalReason } from '@/api/rent'
import { readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { parseMoney, toAmount, type Minor } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import { amountMistake, dayMistake } from './amount'
import { entryForm as texts } from './messages'

/** An entry as it is typed. */
export interface EntryValues {
  kind: LedgerEntry['kind']
  amount: string
  date: TypedDay
  method: string
  reference: string
  /** The id of what is taken back, and why. */
  entry: string
  reason: string
}

/** The form as it opens: for a receipt with what is owed. */
export const newEntry = (owed: Minor, today: CivilDate): EntryValues => ({
  kind: 'receipt',
  amount: owed > 0n ? toAmount(owed) : '',
  date: typeDay(today),
  method: 'bank-transfer',
  reference: '',
  entry: '',
  reason: '',
})

/** Returns the mistakes in an entry; `entries` are those that can be taken back. */
export function entryMistakes({ kind, amount, date, reference, entry, reason }: EntryValues, entries: readonly LedgerEntry[]): Mistakes<EntryValues> {
  const day = dayMistake(date)
  if (kind === 'reversal') {
    const original = entries.find(({ id }) => String(id) === entry)
    const isEarly = original !== undefined && (readDay(date) ?? original.date) < original.date
    return { ...(original === undefined && { entry: texts.entryRequired }), ...(reason === '' && { reason: texts.reasonRequired }), ...(day !== undefined ? { date: day } : isEarly && { date: texts.dateEarly }) }
  }
  const money = amountMistake(amount)
  return {
    ...(money !== undefined && { amount: money }),
    ...(day !== undefined && { date: day }),
    ...(kind === 'charge' && reference.trim() === '' && { reference: texts.referenceRequired }),
  }
}

/** Returns the body of an entry. */
export function entryBody({ kind, amount, date, method, reference, entry, reason }: EntryValues): NewEntry {
  const said = reference.trim()
  return {
    kind,
    date: readDay(date) ?? '',
    ...(kind === 'reversal' ? { reverses: Number(entry), reason: reason as ReversalReason } : { amount: toAmount(parseMoney(amount) ?? 0n) }),
    ...((kind === 'receipt' || kind === 'refund') && { method }),
    ...(said !== '' && { reference: said }),
  }
}

/** Returns the facts of a receipt's mail, as far as they can be read. */
export function receiptAbout(amount: string, date: TypedDay): { amount?: string; date?: string } {
  const minor = parseMoney(amount)
  const day = readDay(date)
  return { ...(minor !== null && minor > 0n && { amount: toAmount(minor) }), ...(day !== null && { date: day }) }
}

/** The controls from top to bottom. */
export const entryOrder = ['entry', 'reason', 'amount', 'date', 'method', 'reference'] as const

