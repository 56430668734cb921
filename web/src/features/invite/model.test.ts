import { describe, expect, it } from 'vitest'
import { anInvite } from '@/test/tenantFactories'
import { invite as texts } from './messages'
import { choiceOf, daysLeft, emailOf, homeOf, keyOf, mailto, personMistakes, personOf, sms, textOf, whomOf, type MessageFacts } from './model'

const room = (id: number, isOccupied: boolean) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '610.00', askingRent: '610.00', isOccupied })
const house = { id: 12, propertyType: 'HMO' as const }

describe('the choice', () => {
  it('is a whole property at once', () => {
    expect(choiceOf({ id: 42, propertyType: 'House' }, [], null)).toEqual({ propertyId: 42, roomId: null })
  })

  it.each([
    ['none is vacant', [room(1, true)], null, null],
    ['several are and none was picked', [room(1, false), room(2, false)], null, null],
    ['the picked one', [room(1, false), room(2, false)], 2, 2],
    ['a picked one that was let meanwhile', [room(1, true), room(2, false), room(3, false)], 1, null],
    ['an only one', [room(1, true), room(4, false)], null, 4],
  ])('of a room: %s', (_, rooms, picked, roomId) => {
    expect(choiceOf(house, rooms, picked)).toEqual(roomId === null ? null : { propertyId: 12, roomId })
  })

  it('has a key of its own', () => {
    expect(keyOf({ propertyId: 12, roomId: 4 })).not.toBe(keyOf({ propertyId: 12, roomId: null }))
    expect(keyOf({ propertyId: 12, roomId: 4 }, { bills: 'Water' })).not.toBe(keyOf({ propertyId: 12, roomId: 4 }))
  })
})

describe('the messages', () => {
  const facts: MessageFacts = {
    home: 'Room 4, Ashmead House',
    address: '212 Ashmead Road, Bristol BS6 7QD',
    rent: '£610',
    offer: ['The deposit is £500.'],
    url: 'https://lintel.example/tenant-signup?propertyId=12&roomId=48&invite=secret',
    until: '18 February 2027',
    from: ['Helen Okafor', 'Okafor Lettings'],
  }

  it('state the rent, hold the link, and ask for no offer', () => {
    const { subject, text } = emailOf(facts)
    expect(subject).toBe('Apply to rent Room 4, Ashmead House')
    expect(text).toContain('£610 per month. The deposit is £500.')
    for (const written of [text, textOf(facts)]) {
      expect(written).toContain('£610 per month')
      expect(written).toContain(facts.url)
      expect(written).toContain('18 February 2027')
      expect(written).toContain('10 minutes')
      expect(written).not.toMatch(/offer/i)
    }
    expect(text.endsWith('Helen Okafor\nOkafor Lettings')).toBe(true)
  })

  it('are opened with the link whole', () => {
    const address = new URL(mailto('A & B', facts.url))
    expect(address.searchParams.get('subject')).toBe('A & B')
    expect(address.searchParams.get('body')).toBe(facts.url)
    expect(sms('A & B')).toBe('sms:?&body=A%20%26%20B')
  })
})

it('counts the calendar days in London that a link still works', () => {
  const at = new Date('2027-02-18T00:30:00Z')
  expect(daysLeft(anInvite(), new Date('2027-02-17T23:30:00Z'))).toBe(1)
  expect(daysLeft(anInvite(), at)).toBe(0)
  expect(daysLeft(anInvite({ expiresAt: '2027-02-01T00:00:00Z' }), at)).toBe(0)
  expect(texts.daysLeft(0)).toBe('Last day')
})

it('says where a link leads and whom it is for', () => {
  expect(homeOf(anInvite())).toBe('Linden Avenue')
  expect(homeOf(anInvite({ roomNumber: '4' }))).toBe('Room 4, Linden Avenue')
  expect(whomOf(anInvite())).toBe(texts.anyone)
  expect(whomOf(anInvite({ email: 'a@b.example' }))).toBe('a@b.example')
  expect(whomOf(anInvite({ name: 'Rosa Delgado', email: 'a@b.example' }))).toBe('Rosa Delgado')
})

it('wants a name and an address for a person', () => {
  expect(personMistakes({ name: ' R ', email: 'rosa' })).toEqual({ name: texts.nameShort, email: texts.emailInvalid })
  expect(personMistakes({ name: 'Rosa', email: 'rosa@mail.example' })).toEqual({})
})

it('fills in whom another page leads here for', () => {
  expect(personOf({ name: 'Priyanka Shah', email: 'priyanka@mail.example', roomNumber: '4' })).toEqual({ name: 'Priyanka Shah', email: 'priyanka@mail.example', roomNumber: '4' })
  expect(personOf({ name: 'Priyanka Shah', email: 'priyanka@mail.example' })?.roomNumber).toBeNull()
  for (const state of [null, 'x', {}, { name: 7, email: 'a@b.example' }]) expect(personOf(state)).toBeNull()
})
