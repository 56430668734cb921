import type { Schema } from '@/api/client'
import type { Formatter } from '@/lib/format'
import { fieldOf } from './fields'
import { history } from './messages'

export type HistoryEntry = Schema<'PropertyHistoryEntry'>

type FieldChange = Schema<'FieldChange'>

/** A figure or a field that is no longer what it was, in words. */
export interface Difference {
  label: string
  before: string
  after: string
}

/** One change: an entry beside the one before it. */
export interface Change {
  entry: HistoryEntry
  /** True for the property's first version. */
  isFirst: boolean
  differences: Difference[]
}

/** Returns the derived figures of the property, beside the field where the figure is one. */
function figures(before: HistoryEntry, after: HistoryEntry, format: Formatter): Difference[] {
  const money = (amount: string | null) => (amount === null ? history.unknown : format.moneyExact(amount))
  const all = [
    [history.status, before.status, after.status],
    [history.rent, money(before.monthlyRent), money(after.monthlyRent)],
    [history.value, money(before.currentValue), money(after.currentValue)],
    [history.costs, money(before.monthlyCosts), money(after.monthlyCosts)],
  ] as const
  return all.filter(([, was, is]) => was !== is).map(([label, was, is]) => ({ label, before: was, after: is }))
}

/** A field in words: a room that is new or gone is said so once, and a photo by its number. */
function field({ field: name, roomNumber, before, after }: FieldChange, format: Formatter): Difference {
  const { label, show } = fieldOf(name)
  const inWords = (value: string | null) => (value === null ? history.nothing : show(value, format))
  const [was, is] = [inWords(before), inWords(after)]
  if (name === 'photos' && was === is) return { label, before: was, after: history.replaced(is) }
  if (name === 'roomNumber' && before === null) return { label: history.room(is, label), before: history.nothing, after: history.roomAdded }
  if (name === 'roomNumber' && after === null) return { label: history.room(was, label), before: was, after: history.roomRemoved }
  return { label: roomNumber === null ? label : history.room(roomNumber, label), before: was, after: is }
}

/** Returns whether a change says nothing that another one of the same entry does not say. */
function isSaid({ field: name, roomNumber }: FieldChange, { changes }: HistoryEntry): boolean {
  const other = (field: string, isNewOrGone: boolean) =>
    changes.some((each) => each.field === field && each.roomNumber === roomNumber && (!isNewOrGone || each.before === null || each.after === null))
  // The year follows from the date, and the name of a room from its number until somebody gives it another.
  return (name === 'purchaseYear' && other('purchaseDate', false)) || (name === 'roomName' && other('roomNumber', true))
}

function differences(before: HistoryEntry, after: HistoryEntry, format: Formatter): Difference[] {
  const derived = figures(before, after, format)
  const fields = after.changes.filter((each) => !isSaid(each, after)).map((each) => field(each, format))
  return [...derived, ...fields.filter(({ label }) => !derived.some((each) => each.label === label))]
}

/**
 * Returns what changed from entry to entry, the newest first. The oldest of `entries` is the property's first version
 * where there is none before it; else it only says what the next one was compared with.
 */
export function changesOf(entries: readonly HistoryEntry[], isComplete: boolean, format: Formatter): Change[] {
  return entries.flatMap((entry, index): Change[] => {
    const before = entries[index + 1]
    if (before !== undefined) return [{ entry, isFirst: false, differences: differences(before, entry, format) }]
    return isComplete ? [{ entry, isFirst: true, differences: [] }] : []
  })
}

/** Returns who made a change, seen by the user with the id `you`. */
export function whoOf({ changedByUserId }: Pick<HistoryEntry, 'changedByUserId'>, you: number): string {
  if (changedByUserId === null) return history.lintel
  return changedByUserId === you ? history.you : history.other
}
