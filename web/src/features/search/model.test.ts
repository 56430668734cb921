import { describe, expect, it, test } from 'vitest'
import { createFormatter, defaultFormat } from '@/lib/format'
import { safeAddress } from '@/lib/listings'
import { aSavedSearch } from '@/test/listingFactories'
import { saved } from './messages'
import { criteriaOf, drawingOf, filtersOf, filtersOfSaved, foundOf, licencesOf, noFilters, placeOf, searchOf, sentOf, shownOf } from './model'

const format = createFormatter(defaultFormat)
const of = (query: string) => searchOf(new URLSearchParams(query))

describe('what an address searches for', () => {
  it('omits blank values and the value all, and begins with the cheapest', () => {
    expect(of('')).toEqual({ sortBy: 'price-asc' })
    expect(of('location=%20&propertyType=all&minPrice=all&maxPrice=&sortBy=price-asc')).toEqual({ sortBy: 'price-asc' })
    expect(of('location=ALL')).toEqual({ sortBy: 'price-asc' })
  })

  it('names everything that is set', () => {
    expect(of('location=LS9&propertyType=Flat&minPrice=100000&maxPrice=£250,000&sortBy=yield&list=watchlist')).toEqual({
      location: 'LS9',
      propertyType: 'Flat',
      minPrice: '100000',
      maxPrice: '250000',
      isWatchlisted: true,
      sortBy: 'yield',
    })
  })

  it('does not know other types, orders and lists', () => {
    expect(of('propertyType=Castle&sortBy=colour&list=mine')).toEqual({ sortBy: 'price-asc' })
  })

  it('leaves what is no amount to the server, which says what is wrong', () => {
    expect(of('minPrice=cheap&maxPrice=-5')).toEqual({ minPrice: 'cheap', maxPrice: '-5', sortBy: 'price-asc' })
  })
})

test('a typed amount is sent plainly, shown with commas, and stays the same', () => {
  const typed = { location: ' Leeds ', propertyType: 'House', minPrice: '£100,000.00', maxPrice: '250000.5' }
  const sent = sentOf(typed)
  expect(sent).toEqual({ location: 'Leeds', propertyType: 'House', minPrice: '100000', maxPrice: '250000.50' })
  expect(shownOf(sent)).toMatchObject({ minPrice: '100,000', maxPrice: '250,000.50' })
  expect(sentOf(shownOf(sent))).toEqual(sent)
  expect(filtersOf(new URLSearchParams({ minPrice: 'cheap' }))).toEqual({ ...noFilters, minPrice: 'cheap' })
  expect(shownOf({ ...noFilters, minPrice: 'cheap' }).minPrice).toBe('cheap')
})

test('the count is exact up to a thousand', () => {
  expect(foundOf('6', 6, false)).toBe('6')
  expect(foundOf('1000', 24, true)).toBe('1,000')
  expect(foundOf('1000+', 24, true)).toBe('1,000+')
  expect(foundOf(null, 24, true)).toBe('24+')
})

test('a search in words', () => {
  expect(criteriaOf(aSavedSearch(), format)).toEqual(['LS9', 'House', saved.to('£200,000')])
  expect(criteriaOf(aSavedSearch({ minPrice: '100000.00' }), format)).toContain(saved.between('£100,000', '£200,000'))
  expect(criteriaOf(aSavedSearch({ minPrice: '100000.00', maxPrice: null }), format)).toContain(saved.from('£100,000'))
  expect(criteriaOf({ location: null, propertyType: null, minPrice: null, maxPrice: null }, format)).toEqual([])
  expect(filtersOfSaved(aSavedSearch())).toEqual({ location: 'LS9', propertyType: 'House', minPrice: '', maxPrice: '200000' })
})

test('where a home is, and what is drawn of it', () => {
  expect(placeOf({ address: '31 Alma Street, Burnley', postcode: 'BB11 3QH' })).toBe('31 Alma Street, Burnley BB11\u00a03QH')
  expect(placeOf({ address: '31 Alma Street, Burnley, bb11 3qh', postcode: 'BB11 3QH' })).toBe('31 Alma Street, Burnley, bb11 3qh')
  expect(placeOf({ address: 'Leeds', postcode: null })).toBe('Leeds')
  expect(drawingOf({ propertyType: 'Flat', bedrooms: 0 })).toBe('Studio')
  expect(drawingOf({ propertyType: 'House', bedrooms: 0 })).toBe('House')
})

test('a link leads to https alone', () => {
  expect(safeAddress('https://www.zoopla.example/1')).toBe('https://www.zoopla.example/1')
  for (const address of ['http://www.zoopla.example/1', 'javascript:alert(1)', 'nonsense', null]) expect(safeAddress(address)).toBeUndefined()
})

test('the licence of a source is said once', () => {
  const [ours, theirs] = [{ source: 'Rightmove', licence: 'For this organisation.' }, { source: 'Zoopla', licence: null }]
  expect(licencesOf([ours, theirs, ours])).toEqual(['Rightmove: For this organisation.'])
})
