import { parseMoney } from './money'

/** Returns the tone of an amount that was earned or lost: zero is neither (docs/reference/decisions.md 3). */
export function toneOf(amount: string | bigint | null): 'good' | 'bad' | 'plain' {
  const minor = (typeof amount === 'string' ? parseMoney(amount) : amount) ?? 0n
  return minor === 0n ? 'plain' : minor < 0n ? 'bad' : 'good'
}
