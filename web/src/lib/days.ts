import { parseCivilDate, toCivilDate, type CivilDate } from './civilDate'

/** The day `days` later, or earlier where that is negative. */
export function addDays(day: CivilDate, days: number): CivilDate {
  const parts = parseCivilDate(day)
  if (!parts) return day
  const then = new Date(Date.UTC(parts.year, parts.month - 1, parts.day + days))
  return toCivilDate({ year: then.getUTCFullYear(), month: then.getUTCMonth() + 1, day: then.getUTCDate() })
}

/** Returns the number of days between two, negative where the second is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  const number = (day: CivilDate) => {
    const parts = parseCivilDate(day)
    return parts === null ? 0 : Date.UTC(parts.year, parts.month - 1, parts.day) / 86_400_000
  }
  return Math.round(number(to) - number(from))
}
