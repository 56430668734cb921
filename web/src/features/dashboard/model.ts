import type { Schema } from '@/api/client'
import { divideRounded, parseMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { attention } from './messages'

/** The portfolio at the end of a month. */
export type Month = Schema<'PortfolioMonth'>

/** How many properties Recent Properties shows. */
export const recentCount = 3

/** Whether the portfolio earns: nothing is profitable, too (spec 1 section 2.3). */
export function isProfitable(monthlyNetProfit: string): boolean {
  return (parseMoney(monthlyNetProfit) ?? 0n) >= 0n
}

/** `part` of `whole` in percent to one decimal; `null` where there is no whole. */
export function share(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number(divideRounded(part * 1000n, whole)) / 10
}

/** The share of an amount in another, in percent to one decimal. */
export function shareOfMoney(part: string, whole: string): number | null {
  return share(parseMoney(part) ?? 0n, parseMoney(whole) ?? 0n)
}

/** How many inspections Upcoming Inspections shows: on mobile screens, and on desktop. */
export const upcomingCount = { mobile: 3, desktop: 5 } as const

/** The screen of certificates or inspections, filtered. */
export function complianceAt(filter: { kind?: 'inspections'; state?: string }): string {
  return `${paths.compliance}?${new URLSearchParams(filter).toString()}`
}

/** `Mercer Row, Ashmead House and 2 more`: the names that were sent, and how many were not. */
export function namesOf(group: { count: number; items: readonly { propertyName: string }[] }): string {
  const names = group.items.map(({ propertyName }) => propertyName).join(', ')
  const rest = group.count - group.items.length
  return rest > 0 ? attention.andMore(names, rest) : names
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
