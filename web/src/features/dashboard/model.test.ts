import { expect, it } from 'vitest'
import { heightOf, isProfitable, share, shareOfMoney, tickText } from './model'

it.each([
  ['0.00', true],
  ['0.01', true],
  ['-0.01', false],
  ['-1393.40', false],
])('a net profit of %s is profitable: %s', (amount, expected) => {
  expect(isProfitable(amount)).toBe(expected)
})

it.each([
  [19n, 22n, 86.4],
  [1n, 3n, 33.3],
  [2n, 3n, 66.7],
  [0n, 5n, 0],
  [0n, 0n, null],
])('%s of %s is %s %%', (part, whole, expected) => {
  expect(share(part, whole)).toBe(expected)
})

it('a share of money is exact', () => {
  expect(shareOfMoney('16640.00', '19370.00')).toBe(85.9)
  expect(shareOfMoney('0.00', '0.00')).toBeNull()
})

it.each([
  [0, '£0'],
  [500, '£500'],
  [5_000, '£5k'],
  [12_500, '£12.5k'],
  [3_300_000, '£3.3m'],
  [-5_000, '\u2212£5k'],
])('a tick of %s reads %s', (amount, text) => {
  expect(tickText(amount, '£')).toBe(text)
})

it('bars are drawn in whole currency units', () => {
  expect(heightOf('8943.50')).toBe(8943.5)
  expect(heightOf('-0.01')).toBe(-0.01)
})
