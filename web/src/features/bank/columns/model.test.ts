import { expect, it } from 'vitest'
import { aBankPreview } from '@/test/rentFactories'
import { checksOf, examplesOf, lineNumbers, nameOfFile, obstacleOf, tellingDay, withMeaning, withWord } from './model'

const { layout } = aBankPreview()

it('a meaning that is in use moves, and what it proved is found anew', () => {
  const moved = withMeaning({ ...layout, sign: 'minusIsOut', outWords: ['D'] }, 1, 'amount')
  expect(moved.columns).toEqual(['date', 'amount', 'payer', 'reference', 'ignore', 'flag', 'balance'])
  expect(moved).toMatchObject({ dayOrder: 'dayFirst', sign: null, outWords: ['D'] })
  expect(withMeaning(layout, 0, 'ignore')).toMatchObject({ dayOrder: null })
  expect(withMeaning(layout, 5, 'ignore').outWords).toEqual([])
  expect(withMeaning(withMeaning(layout, 1, 'text'), 3, 'text').columns.slice(1, 4)).toEqual(['text', 'payer', 'text'])
})

it('a word stands for money out or in', () => {
  expect(withWord({ ...layout, outWords: ['D'] }, 'C', true).outWords).toEqual(['D', 'C'])
  expect(withWord({ ...layout, outWords: ['D'] }, 'D', false).outWords).toEqual([])
})

it('the first thing that is missing is what is asked for', () => {
  const { preview } = aBankPreview()
  expect(obstacleOf({ missing: ['leaveOut', 'direction'], preview })).toBe('direction')
  expect(obstacleOf({ missing: [], preview })).toBeNull()
  expect(obstacleOf({ missing: [], preview: [] })).toBe('amount')
})

it('balances agree in either direction, and a line that does not fit shows', () => {
  const line = (amount: string, balance: string | null) => ({ date: '2026-11-02', amount, payer: null, reference: null, balance })
  const down = [line('1250.00', '10736.12'), line('-398.20', '10337.92'), line('1150.00', '11487.92')]
  expect(checksOf(down)).toEqual([true, true, true])
  expect(checksOf([...down].reverse())).toEqual([true, true, true])
  expect(checksOf([line('1250.00', '10736.12'), line('398.20', '10337.92'), line('1150.00', '11487.92')])).toEqual([null, false, true])
  expect(checksOf([line('5.00', null), line('6.00', null)])).toEqual([null, null])
  expect(checksOf([])).toEqual([])
})

it('a day whose first number is above 12 says which comes first', () => {
  const data = aBankPreview()
  expect(tellingDay(data)).toBe('16/11/2026')
  expect(tellingDay({ ...data, rows: data.rows.slice(0, 3) })).toBe('02/11/2026')
  expect(tellingDay({ ...data, rows: [] })).toBeNull()
})

it('columns have examples, and lines that are no payments are named', () => {
  const { rows } = aBankPreview()
  expect(examplesOf(rows, 2)).toBe('H PETRIE, TRENTSIDE COUNCIL')
  expect(lineNumbers(rows)).toBe('Lines 1 and 5 are')
  expect(lineNumbers(rows.slice(0, 2))).toBe('Line 1 is')
  expect(lineNumbers([])).toBe('')
  expect(nameOfFile('account-activity.nov.csv')).toBe('account-activity.nov')
})
