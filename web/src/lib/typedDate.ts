import { exists, type CivilDate } from './dayParts'

type Part = 'day' | 'month' | 'year'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a day as people write and paste it: in the order of the settings with any separator, `2026-12-05` whatever the order, or with
 * the month's name (`5 Dec 2026`, `Sat 5th December 26`, `December 5, 2026`). `null` for anything else and for days that do not exist.
 */
export function readTypedDate(text: string, order: readonly Part[]): CivilDate | null {
  const bare = text.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ].*)?$/.exec(bare)
  if (iso) return written(iso[1], iso[2], iso[3])
  const words = bare.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/, '').split(/[\s/.,\-–]+/)
  if (words.length !== 3) return null
  const name = words.findIndex((word) => /^[a-z]{3,9}$/.test(word))
  if (name === -1) {
    const part = (wanted: Part) => words[order.indexOf(wanted)]
    return written(part('year'), part('month'), part('day'))
  }
  const month = months.indexOf((words[name] ?? '').slice(0, 3)) + 1
  const [first, second] = words.filter((_, index) => index !== name)
  const day = first?.replace(/(?<=\d)(?:st|nd|rd|th)$/, '')
  return month === 0 ? null : written(second, String(month), day)
}

function written(year: string | undefined, month: string | undefined, day: string | undefined): CivilDate | null {
  if (!/^(?:\d{2}|\d{4})$/.test(year ?? '') || !/^\d{1,2}$/.test(month ?? '') || !/^\d{1,2}$/.test(day ?? '')) return null
  const parts = { year: fullYear(Number(year), year?.length === 2), month: Number(month), day: Number(day) }
  if (!exists(parts)) return null
  const pad = (number: number, length: number) => String(number).padStart(length, '0')
  return `${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)}`
}

/** The year that two digits mean: of 1970 to 2069. */
function fullYear(year: number, isShort: boolean): number {
  if (!isShort) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** Reads a time as people write it (`14:30`, `2.30 pm`, `930`, `9`) and gives `HH:MM`; `null` for anything else. */
export function readTypedTime(text: string): string | null {
  const found = /^(\d{1,2}?)(?:[:.h ]?([0-5]\d))?\s*([ap])?\.?m?\.?$/.exec(text.trim().toLowerCase())
  if (!found) return null
  const [, typed, minute = '00', half] = found
  const hour = Number(typed)
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return null
  const ofDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return `${String(ofDay).padStart(2, '0')}:${minute}`
}

/** Returns whether a text is a time of the day as the API writes it: `HH:MM`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
