import { expect, it } from 'vitest'
import { together } from '@/lib/together'
import { aTenancyRent } from '@/test/rentFactories'
import { areShares, canTakeBack, dayFault, differenceOf, leftOf, presentOf, shortNames } from './model'

const rent = aTenancyRent()

it('names stand in one line', () => {
  expect([together([]), together(['James']), together(['James', 'Ruth']), together(['James', 'Ruth', 'Samuel'])]).toEqual(['', 'James', 'James and Ruth', 'James, Ruth and Samuel'])
})

it('who has left is no longer there, unless all have', () => {
  const [james, ruth] = rent.tenants
  if (james === undefined || ruth === undefined) throw new Error('two tenants')
  expect(presentOf([james, { ...ruth, hasLeft: true }])).toEqual([james])
  expect(presentOf([{ ...james, hasLeft: true }])).toHaveLength(1)
})

it('shares can be saved once they add up to the rent', () => {
  expect(areShares(rent, { 5: '1,100.00', 6: '375' })).toBe(true)
  expect(leftOf(rent, { 5: '1,100.00', 6: '300' })).toBe(7_500n)
  for (const shares of [{ 5: '1100.00', 6: '300' }, { 5: '1500.00', 6: '-25' }, { 5: '1475', 6: '' }, { 5: '1475,00', 6: '0' }]) expect(areShares(rent, shares)).toBe(false)
})

it('first names stand alone unless two share one', () => {
  const named = (...names: string[]) => [...shortNames(names.map((name, tenantId) => ({ tenantId, name }))).values()]
  expect(named('James Adeyemi', 'Ruth Adeyemi')).toEqual(['James', 'Ruth'])
  expect(named('James Adeyemi', 'James Boateng', 'Ruth')).toEqual(['James Adeyemi', 'James Boateng', 'Ruth'])
})

it('only what stands can be taken back', () => {
  expect(canTakeBack({ kind: 'receipt', reversedBy: null })).toBe(true)
  expect(canTakeBack({ kind: 'receipt', reversedBy: 4 })).toBe(false)
  expect(canTakeBack({ kind: 'reversal', reversedBy: null })).toBe(false)
})

it('what was paid is compared with what was charged', () => {
  expect([differenceOf({ paid: '2175.00', charged: '1800.00' }), differenceOf({ paid: '0.00', charged: '5.00' })]).toEqual([37_500n, -500n])
})

it('a day is needed that exists', () => {
  expect([dayFault({ day: '', month: '', year: '' }), dayFault({ day: '31', month: '2', year: '2027' }), dayFault({ day: '1', month: '3', year: '2027' })]).toEqual(['blank', 'invalid', null])
})
