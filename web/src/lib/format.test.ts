import { describe, expect, it, test } from 'vitest'
import { count, createFormatter, defaultFormat, initials, nothing, percent, signedPercent, typographic, unbroken, years } from './format'

const british = createFormatter(defaultFormat)
const day = '2026-11-20'

describe('money', () => {
  test('whole pounds in cards, pence in forms', () => {
    expect(british.money('1250.00')).toBe('£1,250')
    expect(british.moneyExact('1250.00')).toBe('£1,250.00')
    expect(british.moneyExact(5n)).toBe('£0.05')
  })

  test('a share of a rent has its pence where there are any', () => {
    expect(['737.50', '1250.00', '1250.05', null].map((text) => british.rent(text))).toEqual(['£737.50', '£1,250', '£1,250.05', nothing])
  })

  test('whole pounds are rounded, halves away from zero', () => {
    expect(['0.49', '0.50', '-0.50', '1249.99'].map((text) => british.money(text))).toEqual(['£0', '£1', '\u2212£1', '£1,250'])
  })

  test('a profit shows its sign before the pound sign, a loss a real minus', () => {
    expect(british.signedMoney('535.20')).toBe('+£535')
    expect(british.signedMoney('-13958')).toBe('\u2212£13,958')
    expect(british.signedMoneyExact('-0.01')).toBe('\u2212£0.01')
    expect([british.signedMoney('0'), british.signedMoneyExact('0.00')], 'nothing is neither').toEqual(['£0', '£0.00'])
    expect(british.money('-5')).toBe('\u2212£5')
  })

  test('what is not there is said in words', () => {
    expect(british.money(null)).toBe(nothing)
    expect(british.money('much')).toBe(nothing)
  })

  test.each([
    ['USD', '$1,250'],
    ['EUR', '€1,250'],
    ['XXX', '£1,250'],
  ])('%s has its sign and is not converted', (currency, text) => {
    expect(createFormatter({ ...defaultFormat, currency }).money('1250.00')).toBe(text)
  })
})

describe('days', () => {
  test.each([
    ['DD/MM/YYYY', '20/11/2026', '20 November 2026', ['day', 'month', 'year']],
    ['MM/DD/YYYY', '11/20/2026', '11/20/2026', ['month', 'day', 'year']],
    ['YYYY-MM-DD', '2026-11-20', '2026-11-20', ['year', 'month', 'day']],
    ['unknown', '20/11/2026', '20 November 2026', ['day', 'month', 'year']],
  ])('%s applies to tables, sentences and inputs', (dateFormat, short, long, order) => {
    const format = createFormatter({ currency: 'GBP', dateFormat })
    expect(format.date(day)).toBe(short)
    expect(format.longDate(day)).toBe(long)
    expect(format.dateOrder).toEqual(order)
  })

  test('with the weekday', () => {
    expect(british.fullDate(day)).toBe('Friday 20 November 2026')
  })

  test('what is no day stays as it came', () => {
    expect(british.date('soon')).toBe('soon')
  })
})

test('percentages', () => {
  expect(percent(83.3, 1)).toBe('83.3%')
  expect(percent(8.2, 2)).toBe('8.20%')
  expect(percent(-1.5, 1)).toBe('\u22121.5%')
  expect(percent(null, 1)).toBe(nothing)
})

test('counts', () => {
  expect([1, 2, 1000].map((number) => count(number, 'bath', 'baths'))).toEqual(['1 bath', '2 baths', '1,000 baths'])
})

test('a postcode does not break', () => {
  expect(unbroken('LS2 7QB')).toBe('LS2\u00a07QB')
})

test('initials', () => {
  expect(['Helen Okafor', 'Cher', ' anna  maria van berg ', ''].map(initials)).toEqual(['HO', 'C', 'AB', ''])
})

it.each([
  [3.7, '+3.7%', '3.7 years'],
  [0, '+0.0%', '0.0 years'],
  [-2.2, '\u22122.2%', '-2.2 years'],
  [null, 'Not known', 'Not known'],
])('writes %s as a return and as a time', (value, rate, time) => {
  expect(signedPercent(value, 1)).toBe(rate)
  expect(years(value)).toBe(time)
})

it.each([
  ["Helen Okafor's portfolio", 'Helen Okafor’s portfolio'],
  ["O'Neill & Sons' homes", 'O’Neill & Sons’ homes'],
  ['12\' by 8\'', '12\' by 8\''],
])('%s is printed %s', (typed, printed) => {
  expect(typographic(typed)).toBe(printed)
})
