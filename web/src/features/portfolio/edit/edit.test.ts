import { describe, expect, it } from 'vitest'
import { createFormatter, defaultFormat } from '@/lib/format'
import { aProperty, aSharedHouse } from '@/test/factories'
import { addForm } from '../form.messages'
import type { PropertyValues } from '../model'
import { differences, inWords, merge } from './compare'
import { editForm } from './messages'
import { editMistakes } from './rules'
import { changesOf, valuesOf } from './values'

const now = new Date('2026-11-21T12:00:00Z')
const edited = (property: Parameters<typeof valuesOf>[0], changes: Partial<PropertyValues> = {}) => ({ ...valuesOf(property), ...changes })

describe('what a save sends', () => {
  it('is nothing when nothing was changed, whatever is known of the property', () => {
    const flat = aProperty({ propertyType: 'Flat', currentLeaseYearsRemaining: 87, serviceCharge: '85.50', groundRent: null })
    for (const property of [aProperty(), aSharedHouse(), flat, aProperty({ purchaseYear: 2019 })]) {
      expect(changesOf(property, valuesOf(property), false)).toEqual({})
    }
  })

  it('is what was changed, as exact money, days and numbers', () => {
    const values = edited(aProperty(), {
      name: ' Linden House ',
      monthlyRent: '£1,500',
      status: 'Under Maintenance',
      mortgageCompany: 'Severn & Wye',
      mortgageType: 'Repayment',
      interestRate: '4.89',
      amountBorrowed: '150,000',
      fixedTermEndDate: { day: '14', month: '4', year: '2027' },
      insuranceAmount: '684',
      photos: ['/api/files/a'],
    })
    expect(changesOf(aProperty(), values, false)).toEqual({
      name: 'Linden House',
      monthlyRent: '1500.00',
      status: 'Under Maintenance',
      mortgageCompany: 'Severn & Wye',
      mortgageType: 'Repayment',
      interestRate: 4.89,
      amountBorrowed: '150000.00',
      fixedTermEndDate: '2027-04-14',
      insuranceAmount: '684.00',
      photos: ['/api/files/a'],
    })
  })

  it('empties what was emptied', () => {
    const emptied = edited(aSharedHouse(), { mortgageCompany: ' ', interestRate: '', outstandingBalance: '', hmoWater: '', mortgageType: '' })
    const noRenewal = { ...emptied, insuranceRenewalDate: { day: '', month: '', year: '' }, currentValue: '' }
    expect(changesOf(aSharedHouse(), noRenewal, false)).toEqual({
      mortgageCompany: null,
      interestRate: null,
      outstandingBalance: null,
      hmoWater: null,
      mortgageType: null,
      insuranceRenewalDate: null,
      currentValue: null,
    })
  })

  it('is all rooms when one changed, with their sum as rent unless free', () => {
    const rooms = valuesOf(aSharedHouse()).rooms.map((room, index) => (index === 3 ? { rent: '620', isOccupied: true } : room))
    const values = edited(aSharedHouse(), { rooms })
    const hmoRoomRentals = { 1: '575.00', 2: '590.00', 3: '560.00', 4: '620.00', 5: '595.00', 6: '580.00' }
    const stored = {
      ...aSharedHouse(),
      hmoRoomRentals: { ...hmoRoomRentals, 4: '610.00' },
    }
    expect(changesOf(stored, values, false)).toEqual({
      hmoRoomRentals,
      hmoRoomOccupancy: Array.from({ length: 6 }, () => 'Occupied'),
      monthlyRent: '3520.00',
    })
    expect(changesOf(stored, values, true)).not.toHaveProperty('monthlyRent')
  })

  it('is the suggested rooms and costs of a shared house without any', () => {
    const bare = aSharedHouse({ roomsConfigured: false, rooms: [], hmoRooms: null, hmoUtilities: null })
    expect(valuesOf(bare)).toMatchObject({ hmoRooms: '3' })
    expect(changesOf(bare, valuesOf(bare), false)).toEqual({
      hmoRooms: 3,
      hmoRoomRentals: { 1: '480.00', 2: '480.00', 3: '480.00' },
      hmoRoomOccupancy: ['Vacant', 'Vacant', 'Vacant'],
      hmoUtilities: '120.00',
      hmoTvLicence: '13.25',
      hmoCouncilTax: '150.00',
      hmoWater: '45.00',
      hmoCleaningFees: '80.00',
    })
  })

  it('has the defaults for a house that becomes shared', () => {
    const house = aProperty({ roomsConfigured: true })
    const change = changesOf(house, edited(house, { propertyType: 'HMO' }), false)
    expect(change).toMatchObject({ propertyType: 'HMO', hmoRooms: 3, bedrooms: 3, monthlyRent: '1440.00', hmoUtilities: '120.00' })
    expect(change).not.toHaveProperty('status')
  })

  it('has the day or the year of purchase', () => {
    const bought = aProperty({ purchaseYear: 2017 })
    const at = (purchaseDate: PropertyValues['purchaseDate']) => changesOf(bought, edited(bought, { purchaseDate }), false)
    expect(valuesOf(bought).purchaseDate).toEqual({ day: '', month: '', year: '2017' })
    expect(at({ day: '', month: '', year: '2018' })).toEqual({ purchaseYear: 2018 })
    expect(at({ day: '4', month: '6', year: '2018' })).toEqual({ purchaseDate: '2018-06-04' })
    expect(at({ day: '', month: '', year: '' })).toEqual({ purchaseYear: null })
  })

  it('leaves the lease alone unless its years were changed', () => {
    const flat = aProperty({ propertyType: 'Flat', leaseYearsRemaining: 90, currentLeaseYearsRemaining: 87 })
    expect(valuesOf(flat).leaseYearsRemaining).toBe('87')
    expect(changesOf(flat, edited(flat, { leaseYearsRemaining: '125' }), false)).toEqual({ leaseYearsRemaining: 125 })
  })

  it('never has a status that is only derived', () => {
    expect(valuesOf(aSharedHouse()).status).toBe('Occupied')
  })
})

describe('the mistakes of an edited property', () => {
  it.each<[Partial<PropertyValues>, Record<string, string>]>([
    [{}, {}],
    [{ interestRate: '4.89' }, {}],
    [{ interestRate: '100' }, {}],
    [{ interestRate: '100.01' }, { interestRate: editForm.rateInvalid }],
    [{ interestRate: '-1' }, { interestRate: editForm.rateInvalid }],
    [{ interestRate: 'low' }, { interestRate: editForm.rateInvalid }],
    [{ interestRate: '4.891' }, { interestRate: editForm.rateInvalid }],
    [{ amountBorrowed: '-1' }, { amountBorrowed: addForm.amountNegative }],
    [{ insuranceAmount: 'x' }, { insuranceAmount: addForm.amountInvalid }],
    [{ fixedTermEndDate: { day: '31', month: '2', year: '2027' } }, { fixedTermEndDate: editForm.dateInvalid }],
    [{ insuranceRenewalDate: { day: '', month: '', year: '2027' } }, { insuranceRenewalDate: editForm.dateInvalid }],
    [{ name: '' }, { name: addForm.nameRequired }],
    // A house has no such costs, so nothing can be wrong with them.
    [{ hmoWater: 'x' }, {}],
    [{ propertyType: 'HMO', hmoWater: 'x' }, { hmoWater: addForm.amountInvalid }],
  ])('%o', (changes, mistakes) => {
    expect(editMistakes(edited(aProperty(), changes), false, now)).toEqual(mistakes)
  })
})

describe('two people', () => {
  const base = valuesOf(aSharedHouse())
  const format = createFormatter(defaultFormat)
  const change = (changes: Partial<PropertyValues>) => ({ ...base, ...changes })
  const found = (theirs: PropertyValues, mine: PropertyValues) =>
    differences(base, theirs, mine, false).map(({ facet, by }) => [facet.label, by, inWords(facet, theirs, format), inWords(facet, mine, format)])

  it('who change different things both have their way', () => {
    const theirs = change({ name: 'Ashmead Lodge' })
    const mine = change({ currentValue: '520000', size: '' })
    expect(found(theirs, mine)).toEqual([
      [addForm.name, 'theirs', 'Ashmead Lodge', 'Ashmead House'],
      [addForm.size, 'mine', '168 m²', 'Not set'],
      [addForm.currentValue, 'mine', '£515,000.00', '£520,000.00'],
    ])
    expect(merge(theirs, mine, differences(base, theirs, mine, false), {})).toMatchObject({
      name: 'Ashmead Lodge',
      size: '',
      currentValue: '520000',
    })
  })

  it('who differ leave a choice; without one the saved value stays', () => {
    const [theirs, mine] = [change({ interestRate: '5.1' }), change({ interestRate: '5.2' })]
    const both = differences(base, theirs, mine, false)
    expect(found(theirs, mine)).toEqual([[editForm.rate, 'both', '5.10%', '5.20%']])
    expect(merge(theirs, mine, both, {}).interestRate).toBe('5.1')
    expect(merge(theirs, mine, both, { interestRate: 'theirs' }).interestRate).toBe('5.1')
    expect(merge(theirs, mine, both, { interestRate: 'mine' }).interestRate).toBe('5.2')
  })

  it('who say the same in other words agree', () => {
    const [theirs, mine] = [change({ currentValue: '520,000.00', interestRate: '5.10' }), change({ currentValue: '£520000', interestRate: '5.1' })]
    expect(found(theirs, mine)).toEqual([])
  })

  it('are compared room by room', () => {
    const withRoom = (at: number, changes: object) => base.rooms.map((room, index) => (index === at ? { ...room, ...changes } : room))
    const theirs = change({ rooms: withRoom(0, { rent: '600.00' }) })
    const mine = change({ rooms: withRoom(3, { isOccupied: true }) })
    expect(found(theirs, mine)).toEqual([
      [addForm.roomRent(1), 'theirs', '£600.00', '£575.00'],
      [addForm.room(4), 'mine', 'Vacant', 'Occupied'],
    ])
    const merged = merge(theirs, mine, differences(base, theirs, mine, false), {})
    expect(merged.rooms[0]?.rent).toBe('600.00')
    expect(merged.rooms[3]?.isOccupied).toBe(true)
  })

  it('are compared by days, photos and the number of bathrooms', () => {
    const theirs = change({ bathrooms: '10', photos: ['/api/files/a'] })
    const mine = change({ bathrooms: '4', fixedTermEndDate: { day: '1', month: '5', year: '2028' }, photos: ['/api/files/a', '/api/files/b'] })
    expect(found(theirs, mine)).toEqual([
      [addForm.bathrooms, 'both', '10+', '4'],
      [addForm.photos, 'both', '1 photo', '2 photos'],
      ['Fixed term ends', 'mine', '14/04/2027', '01/05/2028'],
    ])
  })
})
