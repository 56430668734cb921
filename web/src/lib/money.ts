/** Amounts in minor units (pence). Text comes in and goes out; arithmetic is on integers only. */
export type Minor = bigint

const written = /^(-?)(\d*)(?:\.(\d{0,2}))?$/

/**
 * Reads an amount as people type it and as the API sends it: spaces, commas and a currency sign do not count.
 * `null` for anything else, and for more than two decimals.
 */
export function parseMoney(text: string): Minor | null {
  const plain = text.replace(/[\s,£$€]/g, '').replace('\u2212', '-')
  const match = written.exec(plain)
  if (!match) return null
  const [, sign, whole = '', decimals = ''] = match
  if (whole === '' && decimals === '') return null
  const minor = BigInt(whole || '0') * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign === '-' ? -minor : minor
}

/** The text the API takes: `1250.00`. */
export function toAmount(minor: Minor): string {
  const sign = minor < 0n ? '-' : ''
  const { whole, pence } = parts(minor)
  return `${sign}${whole}.${pence}`
}

/** Whole and pence of an amount without its sign. */
export function parts(minor: Minor): { whole: string; pence: string } {
  const size = minor < 0n ? -minor : minor
  return { whole: String(size / 100n), pence: String(size % 100n).padStart(2, '0') }
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

/** `1234567` as `1,234,567`. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
