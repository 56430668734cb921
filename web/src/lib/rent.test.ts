import { describe, expect, it } from 'vitest'
import { entryName, ordinal, owedOf } from './rent'

const entry = { kind: 'charge', method: null, reference: null, periodStart: null, periodEnd: null } as const
const date = (day: string) => day.split('-').reverse().join('/')

describe('an entry is called', () => {
  it.each([
    [{ ...entry, periodStart: '2026-11-01', periodEnd: '2026-11-30' }, 'Rent for November', null],
    [{ ...entry, periodStart: '2028-02-01', periodEnd: '2028-02-29' }, 'Rent for February', null],
    [{ ...entry, periodStart: '2027-02-01', periodEnd: '2027-02-27' }, 'Rent, 01/02/2027 to 27/02/2027', null],
    [{ ...entry, periodStart: '2026-11-15', periodEnd: '2026-12-14' }, 'Rent, 15/11/2026 to 14/12/2026', null],
    [{ ...entry, reference: 'Lost key' }, 'Lost key', null],
    [entry, 'Charge', null],
    [{ ...entry, kind: 'receipt', method: 'standing-order', reference: 'R5' }, 'Received by standing order', 'R5'],
    [{ ...entry, kind: 'receipt', reference: '' }, 'Received', null],
    [{ ...entry, kind: 'waiver', reference: 'Boiler was broken' }, 'Waived', 'Boiler was broken'],
    [{ ...entry, kind: 'reversal' }, 'Reversed', null],
    [{ ...entry, kind: 'reversal', reason: 'wrong-tenancy', reference: 'Flat 2' }, 'Reversed', 'Wrong tenancy: Flat 2'],
    [{ ...entry, kind: 'refund', method: 'bank-transfer' }, 'Refunded by bank transfer', null],
  ] as const)('%o: %s', (given, title, more) => {
    expect(entryName(given, date)).toEqual({ title, more })
  })
})

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [31, '31st'],
])('day %i is the %s', (day, text) => {
  expect(ordinal(day)).toBe(text)
})

it.each([
  ['740.00', 74_000n],
  ['0.00', 0n],
  ['-5.00', 0n],
  [null, 0n],
  [undefined, 0n],
])('of a balance of %s %s is owed', (balance, owed) => {
  expect(owedOf(balance)).toBe(owed)
})
