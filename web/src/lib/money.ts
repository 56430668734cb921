import { parts, type Minor } from './minor'

// Every page writes amounts; only some of them reckon with them.
export { grouped, parseMoney, parts, readMoney, type Minor } from './minor'

/** The text the API takes: `1250.00`. */
export function toAmount(minor: Minor): string {
  const sign = minor < 0n ? '-' : ''
  const { whole, pence } = parts(minor)
  return `${sign}${whole}.${pence}`
}

/** `dividend / divisor` to the nearest integer, halves away from zero. The divisor is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}

/** The sum; nothing counts as zero. */
export function sum(amounts: readonly (Minor | null)[]): Minor {
  return amounts.reduce<Minor>((total, amount) => total + (amount ?? 0n), 0n)
}
