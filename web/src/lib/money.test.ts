import { describe, expect, test } from 'vitest'
import { divideRounded, grouped, parseMoney, parts, sum, toAmount } from './money'

describe('what people type', () => {
  test.each<[string, bigint]>([
    ['1250', 125000n],
    ['1,250.00', 125000n],
    ['£1,250.5', 125050n],
    [' £ 1 250 ', 125000n],
    ['.5', 50n],
    ['0', 0n],
    ['-45.10', -4510n],
    ['\u221245', -4500n],
    ['90071992547409.93', 9007199254740993n],
  ])('%s is read exactly', (text, minor) => {
    expect(parseMoney(text)).toBe(minor)
  })

  test.each(['', '-', '.', 'abc', '1.234', '1.2.3', '1e3', '--5', '5-'])('%j is no amount', (text) => {
    expect(parseMoney(text)).toBeNull()
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
