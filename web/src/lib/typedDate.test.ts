import { describe, expect, it } from 'vitest'
import { readTypedDate, readTypedTime } from './typedDate'

const british = ['day', 'month', 'year'] as const
const american = ['month', 'day', 'year'] as const

describe('a typed day', () => {
  it.each(['5/12/2026', '05.12.26', '5-12-2026', '2026-12-05', '2026-12-05T09:00:00Z', '5 Dec 2026', ' Sat 5th December 26', 'Saturday, 5 December 2026', 'December 5, 2026', '5 12 2026'])(
    'is understood as %s',
    (text) => {
      expect(readTypedDate(text, british)).toBe('2026-12-05')
    },
  )

  it('follows the order of the settings', () => {
    expect(readTypedDate('5/12/2026', american)).toBe('2026-05-12')
    expect(readTypedDate('31/12/2026', american)).toBeNull()
    expect(readTypedDate('2026/12/05', ['year', 'month', 'day'])).toBe('2026-12-05')
  })

  it('means a year of 1970 to 2069 by two digits', () => {
    expect(readTypedDate('1/1/69', british)).toBe('2069-01-01')
    expect(readTypedDate('1/1/70', british)).toBe('1970-01-01')
  })

  it.each(['', '5/12', '31/02/2026', '5 Foo 2026', '5/12/202', 'tomorrow', '5/12/2026/1'])('is not made of %s', (text) => {
    expect(readTypedDate(text, british)).toBeNull()
  })
})

describe('a typed time', () => {
  it.each([
    ['14:30', '14:30'],
    ['2.30 pm', '14:30'],
    ['2:30PM', '14:30'],
    ['930', '09:30'],
    ['1430', '14:30'],
    ['9', '09:00'],
    ['9am', '09:00'],
    ['12 a.m.', '00:00'],
    ['12pm', '12:00'],
    ['00:05', '00:05'],
  ])('%s is %s', (text, time) => {
    expect(readTypedTime(text)).toBe(time)
  })

  it.each(['', '24:00', '13pm', '0am', '9:60', 'noon', '14:3'])('is not made of %s', (text) => {
    expect(readTypedTime(text)).toBeNull()
  })
})
