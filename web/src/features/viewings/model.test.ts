import { describe, expect, it, test } from 'vitest'
import { noDay } from '@/lib/civilDate'
import { aViewing } from '@/test/viewingFactories'
import { viewingForm as texts } from './messages'
import { bodyOf, changesOf, controlOf, daysOf, filterOf, hasClash, overlapOf, placeOf, plannedOf, readList, valuesOf, viewingMistakes } from './model'

const now = new Date('2026-11-20T11:15:00Z')
const booked = { ...valuesOf({ kind: 'move', viewing: aViewing() }) }

describe('the list', () => {
  it('reads the address, and is not restricted by what it does not know', () => {
    expect(readList(new URLSearchParams('tab=cancelled&property=12&search= shah '))).toEqual({ view: 'cancelled', propertyId: 12, search: 'shah' })
    expect(readList(new URLSearchParams('tab=x&property=x'))).toEqual({ view: 'upcoming', propertyId: undefined, search: '' })
    expect(filterOf({ view: 'upcoming', propertyId: 12, search: '' })).toEqual({ view: 'upcoming', propertyId: 12 })
  })

  it('groups by day in the order given', () => {
    const days = daysOf([aViewing({ id: 1 }), aViewing({ id: 2, viewingDate: '2999-11-21' }), aViewing({ id: 3 })])
    expect(days.map(({ day, viewings }) => [day, viewings.map(({ id }) => id)])).toEqual([
      ['2999-11-20', [1, 3]],
      ['2999-11-21', [2]],
    ])
  })

  it('names the room where there is one', () => {
    expect(placeOf(aViewing())).toBe('Ashmead House, Room 4')
    expect(placeOf(aViewing({ roomNumber: null }))).toBe('Ashmead House')
  })
})

describe('an overlap', () => {
  const first = aViewing({ id: 1, clashes: [2] })
  const second = aViewing({ id: 2, clashes: [1], viewingTime: '14:15', startsAt: '2999-11-20T14:15:00Z', endsAt: '2999-11-20T14:45:00Z' })

  it('proposes the time at which the earlier one is over', () => {
    const found = overlapOf([second, first])
    expect(found?.viewings.map(({ id }) => id)).toEqual([1, 2])
    expect([found?.late?.id, found?.free]).toEqual([2, '14:30'])
  })

  it('is none where the other is elsewhere, or one is over', () => {
    expect(overlapOf([first])).toBeNull()
    expect(overlapOf([first, { ...second, status: 'Cancelled' }])).toBeNull()
  })

  it('is a clash with an inspection, too', () => {
    expect(hasClash(aViewing({ inspectionClashes: [5] }))).toBe(true)
    expect(hasClash(aViewing())).toBe(false)
  })
})

describe('the form', () => {
  it('names everything that has to be said at once', () => {
    const empty = { ...valuesOf({ kind: 'book', property: { id: null, label: '' } }), time: '' }
    expect(viewingMistakes(empty, now)).toEqual({
      property: texts.propertyRequired,
      name: texts.nameShort,
      email: texts.emailInvalid,
      phone: texts.phoneShort,
      date: texts.dateRequired,
      time: texts.timeRequired,
    })
    expect(viewingMistakes(booked, now)).toEqual({})
  })

  test.each([
    ['2026', '11', '20', '11:15', true],
    ['2026', '11', '20', '11:16', false],
    ['2026', '11', '19', '23:59', true],
  ])('%s-%s-%s %s is over: %s', (year, month, day, time, isOver) => {
    expect(viewingMistakes({ ...booked, date: { day, month, year }, time }, now)).toEqual(isOver ? { time: texts.past } : {})
  })

  it('takes a time that is over where it was that already', () => {
    const date = { day: '19', month: '11', year: '2026' }
    expect(viewingMistakes({ ...booked, date, time: '10:00' }, now, { date: '2026-11-19', time: '10:00' })).toEqual({})
  })

  it('is London’s in summer as well', () => {
    const date = { day: '20', month: '6', year: '2026' }
    const summer = new Date('2026-06-20T10:00:00Z')
    expect(viewingMistakes({ ...booked, date, time: '10:59' }, summer)).toEqual({ time: texts.past })
    expect(viewingMistakes({ ...booked, date, time: '11:01' }, summer)).toEqual({})
  })

  it('sends what was typed, and of a change what differs', () => {
    expect(bodyOf({ ...booked, notes: '  ' })).toEqual({
      propertyId: 12,
      roomNumber: '4',
      viewerName: 'Priyanka Shah',
      viewerEmail: 'priyanka.shah@mail.example',
      viewerPhone: '07700 900812',
      viewingDate: '2999-11-20',
      viewingTime: '14:00',
      notes: null,
      noteForViewer: null,
    })
    expect(changesOf(aViewing(), booked)).toEqual({})
    expect(changesOf(aViewing(), { ...booked, time: '15:00', room: '' })).toEqual({ viewingTime: '15:00', roomNumber: null })
  })

  it('speaks of a time once it is one', () => {
    expect(plannedOf(booked)).toEqual({ propertyId: 12, viewingDate: '2999-11-20', viewingTime: '14:00' })
    expect(plannedOf({ ...booked, date: noDay })).toBeNull()
  })

  test.each([
    ['viewerEmail', 'email'],
    ['viewingTime', 'time'],
    ['unknown', undefined],
  ])('the server’s %s belongs beside %s', (field, name) => expect(controlOf(field)).toBe(name))
})
