import { parseCivilDate, type CivilDate } from './civilDate'
import { parseMoney, type Minor } from './money'
import { monthName } from './format'

/** The methods of a payment, as the server calls them, and in words. */
export const methods = {
  'bank-transfer': 'bank transfer',
  'standing-order': 'standing order',
  card: 'card',
  cash: 'cash',
  cheque: 'cheque',
  'housing-benefit': 'housing benefit',
  other: 'another way',
} as const

const methodNames: Readonly<Record<string, string>> = methods

/** The facts known of a ledger's entry. */
interface Entry {
  kind: 'charge' | 'receipt' | 'refund' | 'reversal' | 'waiver'
  method: string | null
  reference: string | null
  periodStart: CivilDate | null
  periodEnd: CivilDate | null
  /** The reason why a reversal takes something back. */
  reason?: string | null
}

/** The reasons for which an entry is taken back, as the server calls them, and in words. */
export const reasons = {
  'wrong-tenancy': 'Wrong tenancy',
  'wrong-amount': 'Wrong amount',
  'entered-twice': 'Entered twice',
  'returned-by-the-bank': 'Returned by the bank',
  other: 'Other',
} as const

const reasonNames: Readonly<Record<string, string>> = reasons

/** The name of an entry in a statement, and the details beside it. */
export interface EntryName {
  title: string
  more: string | null
}

/** The days that rent is for: a whole month by its name. */
function periodName(start: CivilDate, end: CivilDate, date: (day: CivilDate) => string): string {
  const last = parseCivilDate(end)
  const isMonth = last !== null && start === `${end.slice(0, 8)}01` && last.day === new Date(Date.UTC(last.year, last.month, 0)).getUTCDate()
  return isMonth ? `Rent for ${monthName(start.slice(0, 7)).replace(/ \d+$/, '')}` : `Rent, ${date(start)} to ${date(end)}`
}

/** The words for an entry; `date` writes a day. */
export function entryName({ kind, method, reference, periodStart, periodEnd, reason }: Entry, date: (day: CivilDate) => string): EntryName {
  const said = reference === '' ? null : reference
  if (kind === 'receipt' || kind === 'refund') {
    const way = methodNames[method ?? ''] ?? ''
    const what = kind === 'receipt' ? 'Received' : 'Refunded'
    return { title: way === '' ? what : `${what} by ${way}`, more: said }
  }
  if (kind === 'waiver') return { title: 'Waived', more: said }
  if (kind === 'reversal') {
    const why = [reasonNames[reason ?? ''], said].filter(Boolean).join(': ')
    return { title: 'Reversed', more: why === '' ? null : why }
  }
  if (periodStart !== null && periodEnd !== null) return { title: periodName(periodStart, periodEnd, date), more: said }
  return { title: said ?? 'Charge', more: null }
}

type Kind = Entry['kind']

/** Returns the amounts that an entry adds to the two columns of a statement: a waiver is a negative charge, a reversal the opposite of what it takes back. */
export function sidesOf(kind: Kind, amount: Minor, original: Kind | undefined): { charged: Minor | null; received: Minor | null } {
  if (kind === 'charge') return { charged: amount, received: null }
  if (kind === 'waiver') return { charged: -amount, received: null }
  if (kind === 'receipt') return { charged: null, received: amount }
  if (kind === 'refund') return { charged: null, received: -amount }
  if (original === 'charge') return { charged: -amount, received: null }
  if (original === 'waiver') return { charged: amount, received: null }
  return { charged: null, received: original === 'refund' ? amount : -amount }
}

/** A day of the month in words: `1st`, `22nd`, `31st`. */
export function ordinal(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${String(day)}${ending}`
}

/** Returns the amount owed; 0 where somebody is in credit, or no rent is charged. */
export function owedOf(balance: string | null | undefined): Minor {
  const minor = parseMoney(balance ?? '') ?? 0n
  return minor > 0n ? minor : 0n
}
