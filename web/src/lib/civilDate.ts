import { exists, parseCivilDate, type CivilDate, type DayParts } from './dayParts'

// Every page reads days; only some of them do more with them.
export { parseCivilDate, type CivilDate, type DayParts }

/** Writes `YYYY-MM-DD`. */
export function toCivilDate({ year, month, day }: DayParts): CivilDate {
  const pad = (number: number, length: number) => String(number).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** The calendar day in Europe/London at an instant. */
export function londonDay(instant: Date): CivilDate {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The day `months` later; where that month is shorter, its last day. */
export function addMonths(day: CivilDate, months: number): CivilDate {
  const parts = parseCivilDate(day)
  if (!parts) return day
  const first = new Date(Date.UTC(parts.year, parts.month - 1 + months, 1))
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  return toCivilDate({ year, month, day: Math.min(parts.day, new Date(Date.UTC(year, month, 0)).getUTCDate()) })
}

/** A day as it is typed into three boxes. */
export interface TypedDay {
  day: string
  month: string
  year: string
}

/** Three empty boxes. */
export const noDay: TypedDay = { day: '', month: '', year: '' }

/** Returns whether nothing was typed. */
export function isBlankDay({ day, month, year }: TypedDay): boolean {
  return [day, month, year].every((part) => part.trim() === '')
}

/** The day that was typed, the year with four digits; `null` for what is none. */
export function readDay(typed: TypedDay): CivilDate | null {
  const parts = [typed.year, typed.month, typed.day].map((part) => part.trim())
  if (!parts.every((part) => /^\d{1,4}$/.test(part)) || parts[0]?.length !== 4) return null
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  return exists({ year, month, day }) ? toCivilDate({ year, month, day }) : null
}

/** A day as it stands in three boxes. */
export function typeDay(day: CivilDate | null): TypedDay {
  const parts = day === null ? null : parseCivilDate(day)
  return parts ? { day: String(parts.day), month: String(parts.month), year: String(parts.year) } : noDay
}
