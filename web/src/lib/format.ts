import { parseCivilDate, type CivilDate } from './dayParts'
import { grouped, parseMoney, parts, type Minor } from './minor'

/** The parts of the user's settings that decide how things are written. */
export interface FormatSettings {
  currency: string
  dateFormat: string
}

/** The format until the settings are there, and where they say something unknown. */
export const defaultFormat: FormatSettings = { currency: 'GBP', dateFormat: 'DD/MM/YYYY' }

const signs: Record<string, string> = { GBP: '£', USD: '$', EUR: '€' }
const minus = '\u2212'

const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
] // prettier-ignore
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The text where there is no figure. */
export const nothing = 'Not known'

/** One amount: text as the API has it, or minor units. */
type Amount = string | Minor | null

/** The formats of amounts, dates and figures for this user. */
export interface Formatter {
  /** The currency's sign. */
  currencySign: string
  /** The order of a day's parts in inputs. */
  dateOrder: readonly ('day' | 'month' | 'year')[]
  /** Writes an amount in whole units, as in cards: `£1,250`. */
  money(amount: Amount): string
  /** Writes an amount with pence, as in forms and breakdowns: `£1,250.00`. */
  moneyExact(amount: Amount): string
  /** Writes an amount with pence only where there are any, as a share of a rent: `£737.50`, `£1,250`. */
  rent(amount: Amount): string
  /** Writes an amount in whole units with a sign, as for profits: `+£1,250`, `−£45`. */
  signedMoney(amount: Amount): string
  /** Writes an amount with pence and a sign. */
  signedMoneyExact(amount: Amount): string
  /** A day in tables and inputs: `20/11/2026`. */
  date(day: CivilDate): string
  /** A day in a sentence: `20 November 2026`. */
  longDate(day: CivilDate): string
  /** A day with its weekday, as under a page's title. */
  fullDate(day: CivilDate): string
  /** The same, short, as in a list: `Fri 20 Nov 2026`. */
  listDate(day: CivilDate): string
}

/** The formatter that the settings ask for. */
export function createFormatter(settings: FormatSettings): Formatter {
  const currencySign = signs[settings.currency] ?? '£'
  const write = (amount: Amount, exact: boolean, signed: boolean) => {
    const minor = typeof amount === 'string' ? parseMoney(amount) : amount
    if (minor === null) return nothing
    const size = parts(exact ? minor : wholeUnits(minor))
    const digits = grouped(size.whole) + (exact ? `.${size.pence}` : '')
    return `${sign(minor, signed)}${currencySign}${digits}`
  }
  const order = dateOrders[settings.dateFormat] ?? dateOrders['DD/MM/YYYY'] ?? []
  const date = (day: CivilDate) => shortDate(day, settings.dateFormat)
  const longDate = (day: CivilDate) => {
    const found = parseCivilDate(day)
    if (!found || order[0] !== 'day') return date(day)
    return `${found.day} ${months[found.month - 1] ?? ''} ${found.year}`
  }
  return {
    currencySign,
    dateOrder: order,
    money: (amount) => write(amount, false, false),
    moneyExact: (amount) => write(amount, true, false),
    rent: (amount) => write(amount, true, false).replace(/\.00$/, ''),
    signedMoney: (amount) => write(amount, false, true),
    signedMoneyExact: (amount) => write(amount, true, true),
    date,
    longDate,
    fullDate: (day) => `${weekday(day)} ${longDate(day)}`,
    listDate: (day) => `${weekday(day).slice(0, 3)} ${longDate(day).replace(/[a-z]+/i, (month) => month.slice(0, 3))}`,
  }
}

const dateOrders: Record<string, readonly ('day' | 'month' | 'year')[]> = {
  'DD/MM/YYYY': ['day', 'month', 'year'],
  'MM/DD/YYYY': ['month', 'day', 'year'],
  'YYYY-MM-DD': ['year', 'month', 'day'],
}

function shortDate(day: CivilDate, format: string): string {
  if (!parseCivilDate(day)) return day
  const [year, month, date] = day.split('-') as [string, string, string]
  if (format === 'MM/DD/YYYY') return `${month}/${date}/${year}`
  if (format === 'YYYY-MM-DD') return day
  return `${date}/${month}/${year}`
}

function weekday(day: CivilDate): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

/** A month of the API, `2026-11`, as `November 2026`. */
export function monthName(month: string): string {
  return `${months[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`
}

/** Rounds to whole units, halves away from zero. */
function wholeUnits(minor: Minor): Minor {
  const half = minor < 0n ? -50n : 50n
  return ((minor + half) / 100n) * 100n
}

function sign(minor: Minor, signed: boolean): string {
  if (minor < 0n) return minus
  return signed && minor > 0n ? '+' : ''
}

/** A figure in percent with as many decimals as asked for: `83.3%`. */
export function percent(value: number | null, decimals: 1 | 2): string {
  return value === null ? nothing : `${value.toFixed(decimals).replace('-', minus)}%`
}

/** The same with its sign, as for returns: `+3.7%`. */
export function signedPercent(value: number | null, decimals: 1 | 2): string {
  return value === null || value < 0 ? percent(value, decimals) : `+${percent(value, decimals)}`
}

/** Years to one decimal: `9.1 years`. */
export function years(value: number | null): string {
  return value === null ? nothing : `${value.toFixed(1)} years`
}

/** `1 bath`, `3 baths`. */
export function count(number: number, one: string, many: string): string {
  return `${grouped(String(number))} ${number === 1 ? one : many}`
}

/** A postcode never breaks: its space does not. */
export function unbroken(postcode: string): string {
  return postcode.replace(/ /g, '\u00a0')
}

/** Apostrophes within words and after a plural as they are printed: `Helen’s portfolio`, `2 months’ rent`, whatever was typed. */
export function typographic(text: string): string {
  return text.replace(/(?<=\p{L})'(?=\p{L})|(?<=s)'(?= )/gu, '’')
}

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.[0] ?? ''
  const last = words.length > 1 ? (words[words.length - 1]?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}
