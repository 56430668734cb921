import { describe, expect, test } from 'vitest'
import { londonDay, parseCivilDate, toCivilDate } from './civilDate'
import { exists } from './dayParts'
import { addDays, daysBetween } from './days'
import { readToken } from './jwt'
import { passwordStrength } from './password'
import { paths, safeNext, withNext } from './paths'
import { isPostcode } from './postcode'
import { traceparent, uuid } from './trace'

describe('days', () => {
  test('are read and written', () => {
    expect(parseCivilDate('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 })
    expect(toCivilDate({ year: 987, month: 3, day: 4 })).toBe('0987-03-04')
  })

  test.each(['2023-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-01-01', '2026-1-1', ''])('%j is none', (text) => {
    expect(parseCivilDate(text)).toBeNull()
  })

  test('exist or not', () => {
    expect(exists({ year: 0, month: 1, day: 1 })).toBe(false)
    expect(exists({ year: 2000, month: 2, day: 29 })).toBe(true)
    expect(exists({ year: 1900, month: 2, day: 29 })).toBe(false)
  })

  test('are counted across months and the change of the clocks', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('never', 1)).toBe('never')
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
    expect(daysBetween('2026-11-20', '2026-11-17')).toBe(-3)
  })

  test('are those of London, in summer and in winter', () => {
    expect(londonDay(new Date('2026-07-31T23:30:00Z'))).toBe('2026-08-01')
    expect(londonDay(new Date('2026-01-31T23:30:00Z'))).toBe('2026-01-31')
  })
})

describe('T28: where next may lead', () => {
  test.each([
    ['/portfolio?add=property#top', '/portfolio?add=property#top'],
    [null, '/'],
    ['', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['portfolio', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example', '/'],
    ['/portfolio/..//evil.example', '/'],
    ['/./\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    [' //evil.example', '/'],
    ['///evil.example', '/'],
    ['//user@evil.example', '/'],
    ['/\\/evil.example', '/'],
    ['data:text/html,hi', '/'],
    ['%2F%2Fevil.example', '/'],
    ['http:/evil.example', '/'],
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['/@evil.example', '/@evil.example'],
  ])('%j leads to %s', (next, path) => {
    expect(safeNext(next)).toBe(path)
  })

  test('home needs no way back', () => {
    expect(withNext(paths.signUp, '/')).toBe('/signup')
    expect(withNext(paths.signUp, '/portfolio?a=b')).toBe('/signup?next=%2Fportfolio%3Fa%3Db')
  })
})

test.each([
  ['SW1A 1AA', true],
  ['m219qj', true],
  ['LS2 7QB', true],
  ['GIR 0AA', true],
  ['EC1A 1BB', true],
  ['', false],
  ['12345', false],
  ['SW1A 1A', false],
  ['S11 8Q1', false],
])('postcode %j: %s', (text, is) => {
  expect(isPostcode(text)).toBe(is)
})

describe('the strength of a password', () => {
  test.each<[string, number]>([
    ['', 0],
    ['abc', 1],
    ['password', 1],
    ['bluetiger', 2],
    ['aaaaaaaaaaaa', 1],
    ['12345678', 1],
    ['Tr1cky-b!', 3],
    ['correct horse battery staple', 4],
  ])('%j: %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  test('its owner is easy to guess', () => {
    expect(passwordStrength('HelenOkafor1', ['Helen', 'Okafor'])).toBe(1)
  })
})

describe('a token', () => {
  const token = (payload: string) => `x.${btoa(payload).replace(/=+$/, '')}.y`

  test('says whose it is and until when it is good', () => {
    expect(readToken(token('{"sub":"7","org":3,"sid":"f1","exp":10}'))).toEqual({ subject: '7/3', session: 'f1', expiresAt: 10_000 })
    expect(readToken(token('{"exp":10}'))).toEqual({ subject: '/', session: '', expiresAt: 10_000 })
  })

  test.each(['', 'a.b.c', token('null'), token('{}'), token('{"exp":"soon"}')])('%j is none', (text) => {
    expect(readToken(text)).toBeNull()
  })
})

test('every request has a trace of its own', () => {
  expect(traceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(traceparent()).not.toBe(traceparent())
})

test('keys are random UUIDs', () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuid()).not.toBe(uuid())
})
