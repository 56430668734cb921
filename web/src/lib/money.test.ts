import { describe, expect, test } from 'vitest'
import cases from '../../../services/shared/core/tests/data/amounts.json'
import { amountFault } from './amountFault'
import { divideRounded, grouped, parseMoney, parts, readMoney, sum, toAmount } from './money'

/** services/shared/core/src/money.rs reads the same cases. */
describe('what people type', () => {
  test.each(cases.read)('$text is read exactly', ({ text, minor }) => {
    expect(readMoney(text)).toBe(BigInt(minor))
    expect(parseMoney(text)).toBe(BigInt(minor))
  })

  test.each(cases.refused)('$text is refused and never another amount', ({ text, why }) => {
    expect(readMoney(text)).toBe(why)
    expect(parseMoney(text)).toBeNull()
  })

  test('a misplaced comma has a sentence of its own', () => {
    expect(amountFault('12,50', 'usual')).toBe('Write pence with a point, such as 12.50.')
    expect(amountFault('1,2345', 'usual')).toBe('Write a comma only before three digits, such as 1,250.00.')
    expect(amountFault('150k', 'usual')).toBe('usual')
  })
})

test('the API takes two decimals', () => {
  expect([125000n, 5n, -1n, 0n].map(toAmount)).toEqual(['1250.00', '0.05', '-0.01', '0.00'])
})

test('what was read is written as it was', () => {
  for (const text of ['0.00', '9007199254740993.07', '-12.30']) {
    expect(toAmount(parseMoney(text) ?? 0n)).toBe(text)
  }
})

test('parts carry no sign', () => {
  expect(parts(-1234n)).toEqual({ whole: '12', pence: '34' })
})

test('halves are rounded away from zero', () => {
  expect([5n, 4n, -5n, -4n, 6n].map((dividend) => divideRounded(dividend, 10n))).toEqual([1n, 0n, -1n, 0n, 1n])
})

test('nothing counts as zero in a sum', () => {
  expect(sum([100n, null, -30n])).toBe(70n)
})

test('digits are grouped by three', () => {
  expect(['1', '123', '1234', '1234567'].map(grouped)).toEqual(['1', '123', '1,234', '1,234,567'])
})
