import { describe, expect, it } from 'vitest'
import { aTenant } from '@/test/tenantFactories'
import { form as texts } from '../form.messages'
import {
  canBeNew,
  changesOf,
  chosenHome,
  controlOf,
  fieldOrder,
  mergeValues,
  newFieldOrder,
  newTenant,
  newTenantBody,
  newTenantMistakes,
  tenanciesOf,
  tenantMistakes,
  valuesOf,
  type NewTenantValues,
} from './values'

const alone = { isShared: false, tenancies: [] }

function values(changes: Partial<NewTenantValues> = {}): NewTenantValues {
  const person = { name: 'Priya Raman', email: 'priya@mail.example', phone: '07700 900201' }
  const start = { leaseStart: { day: '1', month: '12', year: '2026' }, tenancyRent: '£1,150' }
  return { ...newTenant({ id: 42, label: 'Linden Avenue, M21 9QJ' }), ...person, ...start, ...changes }
}

describe('the mistakes of a new tenant', () => {
  it('names everything that has to be said at once', () => {
    expect(newTenantMistakes(newTenant({ id: null, label: 'Lin' }), { isShared: true, tenancies: [] })).toEqual({
      property: texts.propertyRequired,
      room: texts.roomRequired,
      name: texts.nameShort,
      email: texts.emailInvalid,
      phone: texts.phoneShort,
      leaseStart: texts.startRequired,
      tenancyRent: texts.rentRequired,
    })
    expect(newTenantMistakes(values(), alone)).toEqual({})
  })

  it.each<[Partial<NewTenantValues>, string, string]>([
    [{ name: ' A ' }, 'name', texts.nameShort],
    [{ email: 'priya' }, 'email', texts.emailInvalid],
    [{ phone: '0770090' }, 'phone', texts.phoneShort],
    [{ leaseStart: { day: '31', month: '2', year: '2027' } }, 'leaseStart', texts.dateInvalid],
    [{ leaseEnd: { day: '1', month: '', year: '' } }, 'leaseEnd', texts.dateInvalid],
    [{ leaseEnd: { day: '30', month: '11', year: '2026' } }, 'leaseEnd', texts.endBeforeStart],
    [{ tenancyRent: 'a lot' }, 'tenancyRent', texts.amountInvalid],
    [{ depositAmount: '-5' }, 'depositAmount', texts.amountNegative],
  ])('%o', (changes, name, text) => {
    expect(newTenantMistakes(values(changes), alone)).toEqual({ [name]: text })
  })

  it('asks which open-ended tenancy is joined, and then for no days', () => {
    const tenancies = tenanciesOf([aTenant()], null)
    const blank = { leaseStart: newTenant({ id: 42, label: '' }).leaseStart, tenancyRent: '' }
    expect(newTenantMistakes(values(), { isShared: false, tenancies })).toEqual({ tenancy: texts.tenancyRequired })
    expect(newTenantMistakes(values({ ...blank, tenancy: '3' }), { isShared: false, tenancies })).toEqual({})
    expect(newTenantMistakes(values({ ...blank, tenancy: '3', tenancyRent: 'x' }), { isShared: false, tenancies })).toEqual({ tenancyRent: texts.amountInvalid })
  })
})

describe('the home that was chosen', () => {
  const marta = aTenant({ id: 1, tenancyId: 1, roomNumber: '1', name: 'Marta', leaveDate: '2027-01-31' })
  const both = [aTenant({ id: 2, tenancyId: 2, roomNumber: '2', name: 'Daniel' }), aTenant({ id: 3, tenancyId: 2, roomNumber: '2', name: 'Aoife' })]

  it('has the tenancies of the room, once one is chosen', () => {
    const house = { propertyType: 'HMO' as const }
    const property = { id: 42, label: 'Ashmead House' }
    expect(chosenHome({ property, room: '' }, house, [marta, ...both])).toEqual({ isShared: true, tenancies: [] })
    expect(chosenHome({ property, room: '2' }, house, [marta, ...both]).tenancies.map(({ names }) => names)).toEqual(['Daniel and Aoife'])
    expect(chosenHome({ property, room: '' }, { propertyType: 'House' }, [aTenant()]).tenancies).toHaveLength(1)
    expect(chosenHome({ property: { id: null, label: '' }, room: '' }, undefined, undefined)).toEqual(alone)
  })

  it('can have a tenancy of its own beside those whose tenants all leave', () => {
    expect(canBeNew(tenanciesOf([marta], '1'))).toBe(true)
    expect(canBeNew(tenanciesOf(both, '2'))).toBe(false)
    expect(canBeNew([])).toBe(true)
  })
})

describe('what is sent', () => {
  it('is a tenancy of their own, with exact money', () => {
    expect(newTenantBody(values({ address: ' 1 High Street ', depositAmount: '1,326.92' }))).toEqual({
      propertyId: 42,
      roomNumber: null,
      name: 'Priya Raman',
      email: 'priya@mail.example',
      phone: '07700 900201',
      address: '1 High Street',
      employmentStatus: null,
      leaseStart: '2026-12-01',
      leaseEnd: null,
      tenancyRent: '1150.00',
      depositAmount: '1326.92',
    })
  })

  it('is the joined tenancy, and its rent only where that changes', () => {
    const body = newTenantBody(values({ tenancy: '3', tenancyRent: '', room: '2' }))
    expect(body).toMatchObject({ tenancyId: 3, roomNumber: '2', tenancyRent: null })
    expect(body).not.toHaveProperty('leaseStart')
    expect(newTenantBody(values({ tenancy: '3', tenancyRent: '1200' }))).toMatchObject({ tenancyRent: '1200.00' })
  })

  it('is of an edited tenant what differs', () => {
    const base = valuesOf(aTenant())
    expect(changesOf(base, base)).toEqual({})
    expect(changesOf(base, { ...base, phone: '07700 900000', leaseEnd: { day: '31', month: '3', year: '2027' }, depositAmount: '' })).toEqual({
      phone: '07700 900000',
      leaseEnd: '2027-03-31',
      depositAmount: null,
    })
    // The same amount, written in another way.
    expect(changesOf(base, { ...base, tenancyRent: '£1,475' })).toEqual({})
    expect(tenantMistakes(base)).toEqual({})
  })
})

it('keeps typed values and takes over the others from another save', () => {
  const base = valuesOf(aTenant())
  const theirs = { ...base, phone: '07700 111111', email: 'new@mail.example' }
  const mine = { ...base, phone: '07700 222222', name: 'James A.' }
  const { merged, both } = mergeValues(base, theirs, mine)
  expect(merged).toEqual({ ...base, phone: '07700 222222', name: 'James A.', email: 'new@mail.example' })
  expect(both).toEqual(['phone'])
})

it.each([
  ['roomNumber', 'room'],
  ['rentAmount', 'tenancyRent'],
  ['leaseStart', 'leaseStart'],
  ['unknown', undefined],
])("puts the server's %s beside %s", (field, name) => {
  expect(controlOf(newFieldOrder, field)).toBe(name)
  expect(controlOf(fieldOrder, 'roomNumber')).toBeUndefined()
})
