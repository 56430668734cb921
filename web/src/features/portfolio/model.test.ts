import { describe, expect, it } from 'vitest'
import { addForm } from './form.messages'
import { controlOf, emptyProperty, fieldOrder, figuresBody, roomsOf, toBody, totalRent, type PropertyValues } from './model'
import { propertyMistakes } from './rules'

const now = new Date('2026-11-21T12:00:00Z')

function values(changes: Partial<PropertyValues> = {}): PropertyValues {
  const about = { name: 'Linden Avenue', address: '88 Linden Avenue', postcode: 'm21 9qj', propertyType: 'House' } as const
  return { ...emptyProperty(), ...about, ...changes }
}

const rooms = (...rents: string[]) => ({
  propertyType: 'HMO' as const,
  hmoRooms: String(rents.length),
  rooms: emptyProperty().rooms.map((room, index) => ({ rent: rents[index] ?? room.rent, isOccupied: index === 0 })),
})

describe('the mistakes of a new property', () => {
  it('names everything that has to be said at once', () => {
    expect(propertyMistakes(emptyProperty(), false, now)).toEqual({
      name: addForm.nameRequired,
      address: addForm.addressRequired,
      postcode: addForm.postcodeRequired,
      propertyType: addForm.typeRequired,
    })
    expect(propertyMistakes(values(), false, now)).toEqual({})
  })

  it.each<[Partial<PropertyValues>, string, string]>([
    [{ name: '  ' }, 'name', addForm.nameRequired],
    [{ postcode: 'Bristol' }, 'postcode', addForm.postcodeInvalid],
    [{ bedrooms: '1.5' }, 'bedrooms', addForm.wholeNumber(0, 100)],
    [{ bedrooms: '' }, 'bedrooms', addForm.wholeNumber(0, 100)],
    [{ bedrooms: '101' }, 'bedrooms', addForm.wholeNumber(0, 100)],
    [{ purchasePrice: 'a lot' }, 'purchasePrice', addForm.amountInvalid],
    [{ purchasePrice: '1.234' }, 'purchasePrice', addForm.amountInvalid],
    [{ currentValue: '-1' }, 'currentValue', addForm.amountNegative],
    [{ monthlyRent: '−5' }, 'monthlyRent', addForm.amountNegative],
    [{ propertyType: 'Flat', leaseYearsRemaining: 'many' }, 'leaseYearsRemaining', addForm.wholeNumber(0, 9999)],
    [{ propertyType: 'Flat', serviceCharge: 'x' }, 'serviceCharge', addForm.amountInvalid],
    [{ purchaseDate: { day: '30', month: '2', year: '2020' } }, 'purchaseDate', addForm.dateInvalid],
    [{ purchaseDate: { day: '1', month: '', year: '2020' } }, 'purchaseDate', addForm.dateInvalid],
    [{ purchaseDate: { day: '1', month: '1', year: '20' } }, 'purchaseDate', addForm.dateInvalid],
    [{ purchaseDate: { day: '22', month: '11', year: '2026' } }, 'purchaseDate', addForm.dateFuture],
    [rooms('480', 'x'), 'rooms.1.rent', addForm.amountInvalid],
  ])('%o', (changes, name, text) => {
    expect(propertyMistakes(values(changes), false, now)).toEqual({ [name]: text })
  })

  it('asks nothing of what the type does not have', () => {
    expect(propertyMistakes(values({ leaseYearsRemaining: 'x', serviceCharge: 'x', hmoRooms: '1' }), false, now)).toEqual({})
    const shared = values({ ...rooms('480'), bedrooms: 'x', monthlyRent: 'x' })
    expect(propertyMistakes(shared, false, now)).toEqual({})
    expect(propertyMistakes(shared, true, now)).toEqual({ monthlyRent: addForm.amountInvalid })
  })

  it('takes today in London for the last day of purchase', () => {
    const bought = values({ purchaseDate: { day: '22', month: '6', year: '2026' } })
    expect(propertyMistakes(bought, false, new Date('2026-06-21T23:30:00Z'))).toEqual({})
  })
})

describe('what is sent', () => {
  it('is exact money, and an empty current value is left to the server', () => {
    const body = toBody(values({ monthlyRent: '£1,475.5', purchasePrice: '238,000', size: ' 90 sq m ' }), false)
    expect(body).toMatchObject({
      name: 'Linden Avenue',
      propertyType: 'House',
      status: 'Vacant',
      bedrooms: 1,
      bathrooms: 1,
      size: '90 sq m',
      monthlyRent: '1475.50',
      purchasePrice: '238000.00',
      currentValue: null,
      purchaseDate: null,
    })
    expect(body).not.toHaveProperty('hmoRooms')
    expect(body).not.toHaveProperty('serviceCharge')
  })

  it('has a shared house’s rooms, their number as bedrooms and sum as rent', () => {
    expect(toBody(values(rooms('480', '520.50', '')), false)).toMatchObject({
      bedrooms: 3,
      hmoRooms: 3,
      hmoRoomRentals: { 1: '480.00', 2: '520.50', 3: '0.00' },
      hmoRoomOccupancy: ['Occupied', 'Vacant', 'Vacant'],
      status: null,
      monthlyRent: '1000.50',
    })
  })

  it('has the typed rent of a shared house where the settings leave it free', () => {
    expect(toBody(values({ ...rooms('480'), monthlyRent: '900' }), true).monthlyRent).toBe('900.00')
  })

  it('has the lease of a flat', () => {
    const flat = values({ propertyType: 'Flat', leaseYearsRemaining: '92', serviceCharge: '85.50', groundRent: '' })
    expect(toBody(flat, false)).toMatchObject({ leaseYearsRemaining: 92, serviceCharge: '85.50', groundRent: '0.00' })
    expect(toBody(values({ propertyType: 'Flat' }), false).leaseYearsRemaining).toBeNull()
  })

  it('has the day of purchase, and is nothing without a type', () => {
    expect(toBody(values({ purchaseDate: { day: '4', month: '6', year: '2019' } }), false).purchaseDate).toBe('2019-06-04')
    expect(() => toBody(emptyProperty(), false)).toThrow()
  })
})

describe('what the figures follow from', () => {
  it('is money that can be read, and what belongs to the kind', () => {
    const flat = values({ propertyType: 'Flat', monthlyRent: '1,250', purchasePrice: '£182750', serviceCharge: '85.5', groundRent: '-5' })
    expect(figuresBody(flat, false)).toEqual({
      propertyType: 'Flat',
      monthlyRent: '1250.00',
      purchasePrice: '182750.00',
      serviceCharge: '85.50',
      groundRent: '0.00',
      monthlyMortgagePayment: '0.00',
      insuranceAmount: '0.00',
    })
    expect(figuresBody(emptyProperty(), false)).not.toHaveProperty('propertyType')
  })

  it('is a shared house’s rooms and costs, and its rent only if free', () => {
    const shared = values({ ...rooms('480', 'x'), hmoWater: '45', monthlyRent: '900' })
    expect(figuresBody(shared, false)).toMatchObject({ hmoRooms: 2, hmoRoomRentals: { 1: '480.00', 2: '0.00' }, hmoWater: '45.00' })
    expect(figuresBody(shared, false)).not.toHaveProperty('monthlyRent')
    expect(figuresBody(shared, true)).toHaveProperty('monthlyRent', '900.00')
  })
})

it('shows as many rooms as were chosen', () => {
  const shown = roomsOf(values(rooms('1', '2')))
  expect(shown).toHaveLength(2)
  expect(totalRent(shown)).toBe(300n)
})

it.each([
  ['postcode', 'postcode'],
  ['hmoRoomRentals', 'hmoRooms'],
  ['hmoRoomOccupancy', 'hmoRooms'],
  ['purchaseYear', 'purchaseDate'],
  ['insuranceType', 'insuranceType'],
  ['organisationId', undefined],
])("the server's %s belongs to %s", (field, control) => {
  expect(controlOf(field)).toBe(control)
  expect(fieldOrder).toContain('rooms.9.rent')
})
