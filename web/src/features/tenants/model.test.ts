import { describe, expect, it } from 'vitest'
import { aTenant } from '@/test/tenantFactories'
import { aProperty } from '@/test/factories'
import { filterNames, filterOf, readList } from './listState'
import { tenants as texts } from './messages'
import { arrearsOf, canBegin, groupsOf, isLeaving, linesOf, moveInOf, propertiesOf, rentOf, vacancyOf } from './model'

const marta = aTenant({ id: 1, propertyId: 12, propertyName: 'Ashmead House', roomNumber: '1', rentAmount: '575.00' })
const daniel = aTenant({ id: 2, propertyId: 12, propertyName: 'Ashmead House', roomNumber: '2', rentAmount: '590.50' })
const priya = aTenant({ id: 3, propertyId: 7, propertyName: 'Corn Exchange Lofts' })
const callum = aTenant({ id: 4, propertyId: 13, propertyName: 'Forest House', roomNumber: '1' })

describe('groups', () => {
  it('are the shared houses in their order, and whole properties after them', () => {
    const groups = groupsOf([marta, daniel, priya, callum], texts.whole)
    expect(groups.map(({ name, tenants }) => [name, tenants.map(({ id }) => id)])).toEqual([
      ['Ashmead House', [1, 2]],
      ['Forest House', [4]],
      [texts.whole, [3]],
    ])
    expect(rentOf(groups[0]?.tenants ?? [])).toBe(116_550n)
  })

  it('have heads where there is more than whole properties, and fold to them', () => {
    const kinds = (folded: number[], ...tenants: (typeof marta)[]) =>
      linesOf(groupsOf(tenants, texts.whole), new Set(folded)).map((line) => (line.kind === 'group' ? line.group.name : line.tenant.id))
    expect(kinds([], priya)).toEqual([3])
    expect(kinds([], marta, daniel, priya)).toEqual(['Ashmead House', 1, 2, texts.whole, 3])
    expect(kinds([12], marta, daniel, priya)).toEqual(['Ashmead House', texts.whole, 3])
    expect(kinds([0], marta, priya)).toEqual(['Ashmead House', 1, texts.whole])
  })
})

it('says who leaves, whose tenancy can begin, and by which application', () => {
  expect(isLeaving(aTenant({ leaveDate: '2027-01-31' }))).toBe(true)
  expect(isLeaving(aTenant())).toBe(false)
  expect(isLeaving(aTenant({ leaseStatus: 'Ended', leaveDate: '2026-10-31' }))).toBe(false)
  const upcoming = aTenant({ leaseStatus: 'Upcoming', leaseStart: '2026-12-01' })
  expect(canBegin(upcoming, '2026-11-30')).toBe(false)
  expect(canBegin(upcoming, '2026-12-01')).toBe(true)
  expect(canBegin(aTenant(), '2026-12-01')).toBe(false)
  expect(moveInOf(upcoming)).toBeNull()
  expect(moveInOf({ ...upcoming, agreementApplicationId: 41 })).toBe(41)
  expect(moveInOf(aTenant({ agreementApplicationId: 41 }))).toBeNull()
})

it('knows which rooms of a shared house are vacant', () => {
  const room = (id: number, isOccupied: boolean) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '500.00', askingRent: '500.00', isOccupied })
  expect(vacancyOf(aProperty({ rooms: [room(1, true), room(2, false), room(3, true)] }))).toEqual({ rooms: 3, let_: 2, vacant: ['Room 2'] })
})

it('offers the properties that tenants live in, unless there are hundreds', () => {
  expect(propertiesOf([callum, marta, daniel])).toEqual([
    { id: 12, name: 'Ashmead House' },
    { id: 13, name: 'Forest House' },
  ])
  expect(propertiesOf(Array.from({ length: 201 }, (_, id) => ({ propertyId: id, propertyName: `House ${String(id)}` })))).toEqual([])
})

describe('the address', () => {
  const read = (query: string) => readList(new URLSearchParams(query))

  it('says what restricts the list; what is unknown does not', () => {
    expect(read('search=+Priya+&property=12&show=leaving')).toEqual({ search: 'Priya', propertyId: 12, isLeaving: true, isInArrears: false, asOf: undefined })
    expect(read('property=x&show=all')).toEqual({ search: '', propertyId: undefined, isLeaving: false, isInArrears: false, asOf: undefined })
    expect(read('show=arrears&asOf=2026-09-30')).toMatchObject({ isInArrears: true, asOf: '2026-09-30' })
    expect(read('asOf=2026-02-30').asOf).toBeUndefined()
    expect(filterOf(read('search=Priya&property=12'))).toEqual({ search: 'Priya', propertyId: 12 })
    expect(filterOf(read(''))).toEqual({})
  })

  it('names what is on', () => {
    expect(filterNames(read('search=Priya&property=12&show=leaving'), 'Ashmead House')).toEqual(['“Priya”', 'Ashmead House', texts.leaving])
    expect(filterNames(read(''), undefined)).toEqual([])
  })
})

it('what joint tenants owe counts once, and only what is overdue', () => {
  const joint = [5, 6].map((id) => aTenant({ id, balance: '950.00', overdue: '400.00' }))
  expect(arrearsOf([...joint, aTenant({ id: 7, tenancyId: 4, balance: '50.00' })])).toBe(45_000n)
  expect(arrearsOf([aTenant({ balance: '950.00', overdue: '0.00' })])).toBe(0n)
})
