/** Amounts in minor units (pence). Text comes in and goes out; arithmetic is on integers only. */
export type Minor = bigint

/** The reason why text is no amount. */
export type AmountFault = 'notANumber' | 'decimalComma' | 'misplacedComma' | 'tooPrecise' | 'tooLarge'

/** Digits as they are, or in groups of three with one sign between them; pence behind a point. */
const written = /^(\d*|[1-9]\d{0,2}([,\s])\d{3}(?:\2\d{3})*)(?:\.(\d*))?$/
const largest = 2n ** 63n - 1n

/**
 * Reads an amount as people type it and as the API sends it: an optional sign or brackets, an optional `£` or `GBP`, a comma or a
 * blank only before three digits, at most two decimals. Anything else says why it is none; it never becomes another amount. The
 * server has the same rule and the same cases (services/shared/core/tests/data/amounts.json).
 */
export function readMoney(text: string): Minor | AmountFault {
  const trimmed = text.trim().replace('\u2212', '-')
  const front = trimmed.replace(/^([-+(]?\s*)(?:£|GBP)/i, '$1')
  const bare = front === trimmed ? trimmed.replace(/(?:£|GBP)(\s*\)?)$/i, '$1') : front.trim()
  const [, bracketed, sign, plain = ''] = /^(?:\((.*)\)|([-+]?)(.*))$/.exec(bare) ?? []
  const digits = (bracketed ?? plain).trim()
  if (!/^[\d.,\s]+$/.test(digits) || !/\d/.test(digits)) return 'notANumber'
  const match = written.exec(digits)
  if (!match) {
    if (/,\d{1,2}$/.test(digits)) return 'decimalComma'
    return digits.includes(',') ? 'misplacedComma' : 'notANumber'
  }
  const [, whole = '', , decimals = ''] = match
  if (decimals.length > 2) return 'tooPrecise'
  const minor = BigInt(whole.replace(/\D/g, '') + decimals.padEnd(2, '0'))
  if (minor > largest) return 'tooLarge'
  return bracketed !== undefined || sign === '-' ? -minor : minor
}

/** The amount; `null` for text that is none. */
export function parseMoney(text: string): Minor | null {
  const read = readMoney(text)
  return typeof read === 'bigint' ? read : null
}

/** Returns the whole and the pence of an amount without its sign. */
export function parts(minor: Minor): { whole: string; pence: string } {
  const size = minor < 0n ? -minor : minor
  return { whole: String(size / 100n), pence: String(size % 100n).padStart(2, '0') }
}

/** `1234567` as `1,234,567`. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
