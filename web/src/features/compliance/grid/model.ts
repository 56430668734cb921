import type { Schema } from '@/api/client'
import { cell, duties, facts, grid } from './messages'

export type Duty = Schema<'Duty'>
export type HomeDuty = Schema<'HomeDuty'>
export type HomeDuties = Schema<'HomeDuties'>
export type DutyTotal = Schema<'DutyTotal'>
export type DutyCounts = Schema<'DutyCounts'>
export type Fact = Schema<'HomeFact'>

export const dutyNames = Object.keys(duties) as Duty[]

/** The duties that a certificate meets; the others have their days among the property's details. */
const dated: readonly Duty[] = ['Insurance', 'Fixed Rate']
export const isOfCertificate = (duty: Duty): duty is Exclude<Duty, 'Insurance' | 'Fixed Rate'> => !dated.includes(duty)

export const toDoOf = ({ missing, expired, due }: DutyCounts): number => missing + expired + due
export const isToDo = ({ state }: Pick<HomeDuty, 'state'>): boolean => state === 'Missing' || state === 'Expired' || state === 'Due'

/** Returns the columns of a table: what some home needs, and where there is little room what is to be done about. */
export function columnsOf(totals: readonly DutyTotal[], isNarrow: boolean): { shown: Duty[]; notNeeded: Duty[]; folded: Duty[] } {
  const needed = totals.filter(({ counts }) => toDoOf(counts) + counts.valid > 0)
  const shown = isNarrow ? needed.filter(({ counts }) => toDoOf(counts) > 0) : needed
  const names = (rows: readonly DutyTotal[]) => rows.map(({ duty }) => duty)
  return {
    shown: names(shown),
    notNeeded: names(totals.filter((total) => !needed.includes(total))),
    folded: names(needed.filter((total) => !shown.includes(total))),
  }
}

export const listed = (names: readonly Duty[]): string => names.map((duty) => duties[duty].name).join(', ')

/** Returns the days of a due or expired duty, in words. */
export function daysText({ state, daysRemaining }: Pick<HomeDuty, 'state' | 'daysRemaining'>): string {
  const days = daysRemaining ?? 0
  if (state === 'Expired') return grid.expiredAgo(-days)
  return days === 0 ? grid.today : grid.daysLeft(days)
}

/** Returns a cell's text for those who cannot see it: home, duty and its state. */
export function spoken(home: string, { duty, state, shortReason, unknownFact, ...row }: HomeDuty, date: (day: string) => string): string {
  const name = `${home}, ${duties[duty].name}`
  if (state === 'Missing') return `${name}: ${grid.missing}${unknownFact === null ? '' : `, ${facts[unknownFact].unknown}`}`
  if (state === 'NotRequired') return `${name}: ${shortReason ?? cell.notNeeded}`
  if (row.tested !== null) return `${name}: ${grid.tested} ${date(row.tested)}`
  const until = row.validUntil === null ? '' : `, ${grid.until(date(row.validUntil))}`
  return `${name}: ${state === 'Valid' ? grid.inDate : daysText({ state, daysRemaining: row.daysRemaining })}${until}`
}

/** The body of an answer, of a home or of all of which it is not known. */
export function answerOf(fact: Fact, typed: string): Partial<Schema<'HomeFactBody'>> | null {
  if (fact === 'gas' || fact === 'shared') return typed === '' ? null : { [fact]: typed === 'yes' }
  if (fact === 'furnishing' || fact === 'licensingArea') return typed === '' ? null : { [fact]: typed }
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= mostOf(fact) ? { [fact]: number } : null
}

/** The most that a number of a fact may be. */
export const mostOf = (fact: Fact): number => (fact === 'storeys' ? 99 : 999)

/** Returns whether a fact can be said of several homes at once. */
export const isForMany = (fact: Fact): boolean => fact !== 'shared'

/** The town of an address with its postcode, as a row says it. */
export function placeOf({ address, postcode }: Pick<HomeDuties, 'address' | 'postcode'>): string {
  const town = address.split(',').at(-1)?.trim() ?? ''
  const bare = town.replace(postcode, '').trim()
  return bare === '' ? postcode : `${bare} ${postcode}`
}
