import { divideRounded, parseMoney } from '@/lib/money'

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
