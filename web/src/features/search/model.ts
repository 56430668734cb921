import type { Listing, ListingSearch, ListingSort, ListingType, SavedSearch } from '@/api/listings'
import type { Formatter } from '@/lib/format'
import { grouped, parseMoney, parts } from '@/lib/money'
import { saved, search as texts } from './messages'

/** The types that can be searched for (docs/reference/screens/property-search.md S1 9). */
export const types = ['Flat', 'House', 'Commercial'] as const satisfies readonly ListingType[]

export const sorts: readonly ListingSort[] = ['price-asc', 'price-desc', 'yield', 'bedrooms']

/** The filters as they are typed; blank ones do not restrict. */
export interface Filters {
  location: string
  propertyType: string
  minPrice: string
  maxPrice: string
}

/** The filters' names in the address, which are the call's. */
export const filterNames = ['location', 'propertyType', 'minPrice', 'maxPrice'] as const satisfies readonly (keyof Filters)[]

export const noFilters: Filters = { location: '', propertyType: '', minPrice: '', maxPrice: '' }

/** Blank values, and the value `all`, are left out (docs/reference/screens/property-search.md S1 5). */
const unlessAll = (text: string) => (text.trim().toLowerCase() === 'all' ? '' : text.trim())

/** An amount as the address has it, without commas and pence that say nothing; what is no amount stays, for the server to refuse. */
function plainAmount(text: string): string {
  const minor = parseMoney(text)
  if (minor === null || minor < 0n) return unlessAll(text)
  const { whole, pence } = parts(minor)
  return pence === '00' ? whole : `${whole}.${pence}`
}

/** The filters as they are sent and stand in the address. */
export const sentOf = ({ location, propertyType, minPrice, maxPrice }: Filters): Filters => ({
  location: unlessAll(location),
  propertyType: types.find((type) => type === propertyType) ?? '',
  minPrice: plainAmount(minPrice),
  maxPrice: plainAmount(maxPrice),
})

/** The filters of an address. */
export const filtersOf = (query: URLSearchParams): Filters =>
  sentOf({
    location: query.get('location') ?? '',
    propertyType: query.get('propertyType') ?? '',
    minPrice: query.get('minPrice') ?? '',
    maxPrice: query.get('maxPrice') ?? '',
  })

/** An amount as it is shown in its field: `300,000`. */
export function shownAmount(text: string): string {
  const [whole = '', pence] = text.split('.')
  if (!/^\d+$/.test(whole)) return text
  return grouped(whole) + (pence === undefined ? '' : `.${pence}`)
}

/** The filters of an address as their fields show them. */
export const shownOf = (filters: Filters): Filters => ({ ...filters, minPrice: shownAmount(filters.minPrice), maxPrice: shownAmount(filters.maxPrice) })

/** Returns whether two sets of filters find the same. */
export const isSame = (one: Filters, other: Filters): boolean => filterNames.every((name) => one[name] === other[name])

/** Returns the search in an address; anything unknown in it does not restrict. */
export function searchOf(query: URLSearchParams): ListingSearch {
  const { location, propertyType, minPrice, maxPrice } = filtersOf(query)
  const type = types.find((each) => each === propertyType)
  return {
    ...(location !== '' && { location }),
    ...(type !== undefined && { propertyType: type }),
    ...(minPrice !== '' && { minPrice }),
    ...(maxPrice !== '' && { maxPrice }),
    ...(query.get('list') === 'watchlist' && { isWatchlisted: true as const }),
    sortBy: sorts.find((sort) => sort === query.get('sortBy')) ?? 'price-asc',
  }
}

/** Returns the number found, as it is written: the server counts up to 1,000. */
export function foundOf(count: string | null, rows: number, hasMore: boolean): string {
  if (count === null) return `${grouped(String(rows))}${hasMore ? '+' : ''}`
  return count.endsWith('+') ? `${grouped(count.slice(0, -1))}+` : grouped(count)
}

/** The criteria of a search in words, none where it finds everything. */
export function criteriaOf({ location, propertyType, minPrice, maxPrice }: Pick<SavedSearch, 'location' | 'propertyType' | 'minPrice' | 'maxPrice'>, format: Formatter): string[] {
  const [low, high] = [minPrice, maxPrice].map((price) => (price ? format.money(price) : undefined))
  const price = low !== undefined && high !== undefined ? saved.between(low, high) : low !== undefined ? saved.from(low) : high !== undefined ? saved.to(high) : undefined
  return [location, propertyType, price].filter((each) => each !== null && each !== undefined && each !== '').map(String)
}

/** A saved search as filters. */
export const filtersOfSaved = ({ location, propertyType, minPrice, maxPrice }: SavedSearch): Filters =>
  sentOf({ location: location ?? '', propertyType: propertyType ?? '', minPrice: minPrice ?? '', maxPrice: maxPrice ?? '' })

/** The drawing that stands for a listing without a picture. */
export const drawingOf = ({ propertyType, bedrooms }: { propertyType: string; bedrooms: number | null }): string =>
  propertyType === 'Flat' && bedrooms === 0 ? texts.studio : propertyType

/** Returns the address of a home, on one line; a postcode that the address ends with is not said twice. */
export function placeOf({ address, postcode }: { address: string; postcode: string | null }): string {
  if (postcode === null || address.toUpperCase().endsWith(postcode.toUpperCase())) return address
  return `${address} ${postcode.replace(/ /g, '\u00a0')}`
}

/** Returns the licences that these listings ask to be shown, each once with its source. */
export function licencesOf(listings: readonly Pick<Listing, 'source' | 'licence'>[]): string[] {
  return [...new Set(listings.flatMap(({ source, licence }) => (licence === null ? [] : [`${source}: ${licence}`])))]
}
