/** A day of the calendar, as the API writes it: `YYYY-MM-DD`. */
export type CivilDate = string

/** A day's parts, months from 1. */
export interface DayParts {
  year: number
  month: number
  day: number
}

/** Reads `YYYY-MM-DD`; `null` for anything else and for days that do not exist. */
export function parseCivilDate(text: string): DayParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
  return exists(parts) ? parts : null
}

/** Returns whether there is such a day. */
export function exists({ year, month, day }: DayParts): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
