import type { Schema } from '@/api/client'
import type { ComplianceSummary } from '@/api/compliance'
import { divideRounded, parseMoney } from '@/lib/money'
import { paths } from '@/lib/paths'

/** The portfolio at the end of a month. */
export type Month = Schema<'PortfolioMonth'>

/** The number of properties in Recent Properties. */
export const recentCount = 3

/** Returns whether the portfolio earns: zero is profitable, too (docs/reference/screens/dashboard.md S1 2.3). */
export function isProfitable(monthlyNetProfit: string): boolean {
  return (parseMoney(monthlyNetProfit) ?? 0n) >= 0n
}

/** Returns whether any home misses something that it needs: then not all is fine (docs/reference/decisions.md 8). */
export const isMissing = ({ duties }: Pick<ComplianceSummary, 'duties'>): boolean => duties.missing > 0

/** Returns what homes miss, and which insurances and fixed rates are due: in Action Required, and no part of what is urgent. */
export function dutyLines({ dutiesToDo }: Pick<ComplianceSummary, 'dutiesToDo'>) {
  const sum = (names: readonly string[], of: 'missing' | 'expired' | 'due') =>
    dutiesToDo.filter(({ duty }) => names.includes(duty)).reduce((all, { counts }) => all + counts[of], 0)
  const missing = dutiesToDo.filter(({ counts }) => counts.missing > 0)
  return {
    missing: missing.reduce((all, { counts }) => all + counts.missing, 0),
    missingNames: missing.map(({ duty }) => duty),
    insurance: sum(['Insurance'], 'expired') + sum(['Insurance'], 'due'),
    fixedRates: sum(['Fixed Rate'], 'expired') + sum(['Fixed Rate'], 'due'),
  }
}

/** The number of months from which charts are drawn: two bars say nothing. */
const enoughMonths = 3

/** The month since which figures are counted, while there are too few months to draw; `null` once there are enough. */
export function countingSince(months: readonly Month[]): string | null {
  return months.length < enoughMonths ? (months[0]?.month ?? null) : null
}

/** The number of months that a chart has room for. */
const places = 12

/** The months of a chart: the known ones at its end, empty ones before them, so that bars stay as wide as they are in a full year. */
export function placesFor(months: readonly Month[]): string[] {
  const known = months.map(({ month }) => month)
  const first = known[0]
  if (first === undefined) return []
  const missing = Math.max(0, places - known.length)
  const start = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1 - missing
  const before = Array.from({ length: missing }, (_, index) => start + index)
  return [...before.map((month) => `${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`), ...known]
}

/** `part` of `whole` in percent to one decimal; `null` where there is no whole. */
export function share(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number(divideRounded(part * 1000n, whole)) / 10
}

/** The share of an amount in another, in percent to one decimal. */
export function shareOfMoney(part: string, whole: string): number | null {
  return share(parseMoney(part) ?? 0n, parseMoney(whole) ?? 0n)
}

/** The number of inspections in Upcoming Inspections: on mobile screens, and on desktop. */
export const upcomingCount = { mobile: 3, desktop: 5 } as const

/** The screen of certificates or inspections, filtered. */
export function complianceAt(filter: { kind?: 'inspections'; state?: string; add?: 'certificate' }): string {
  return `${paths.compliance}?${new URLSearchParams(filter).toString()}`
}


/** An amount in whole currency units, for the height of a bar alone. */
export function heightOf(amount: string): number {
  return Number(parseMoney(amount) ?? 0n) / 100
}

/** A tick of an axis: `£10k`, `£1.5m`. Full amounts are in the tooltip and the table. */
export function tickText(amount: number, currencySign: string): string {
  const size = Math.abs(amount)
  const sign = amount < 0 ? '\u2212' : ''
  const [divisor, suffix] = size >= 1_000_000 ? [1_000_000, 'm'] : size >= 1_000 ? [1_000, 'k'] : [1, '']
  return `${sign}${currencySign}${String(Number((size / divisor).toFixed(1)))}${suffix}`
}
