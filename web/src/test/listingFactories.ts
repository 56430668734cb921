import { HttpResponse } from 'msw'
import type { Listing, ListingImport, SavedSearch } from '@/api/listings'

/** A home for sale, of the design's pictures. */
export function aListing(changes: Partial<Listing> = {}): Listing {
  return {
    id: 9,
    title: 'Two-bed terrace near the station',
    address: '31 Alma Street, Burnley',
    postcode: 'BB11 3QH',
    nation: 'England',
    town: 'Burnley',
    price: '84950.00',
    priceQualifier: null,
    yield: 8.83,
    monthlyRent: '625.00',
    rentBasis: '12 lettings nearby',
    bedrooms: 2,
    bathrooms: 1,
    sqft: 742,
    propertyType: 'House',
    propertySubtype: 'Terraced house',
    tenure: 'Freehold',
    description: 'Let at £595 until this summer. New boiler in 2024, kitchen needs work.',
    tags: ['Reduced by 5%', 'No chain'],
    imageUrl: null,
    images: [],
    source: 'Rightmove',
    sourceUrl: 'https://www.rightmove.example/properties/9',
    licence: null,
    shared: false,
    isWatchlisted: false,
    firstSeen: '2026-11-02',
    lastSeen: '2026-11-20',
    withdrawn: null,
    priceHistory: [],
    version: 3,
    ...changes,
  }
}

/** A page of a search as the gateway answers it: how many there are, and where the next page is. */
export function listingPage(rows: readonly Listing[], { count = String(rows.length), next }: { count?: string; next?: string } = {}): Response {
  const headers = new Headers({ 'lintel-count': count })
  if (next !== undefined) headers.set('link', `</api/investment-properties?pageToken=${next}>; rel="next"`)
  return HttpResponse.json([...rows], { headers })
}

/** An import that was read to its end. */
export function aListingImport(changes: Partial<ListingImport> = {}): ListingImport {
  return {
    id: 5,
    state: 'done',
    format: 'blm',
    source: 'Rightmove',
    fileName: '77.blm',
    sizeBytes: 40_960,
    read: 1_204,
    added: 1_100,
    changed: 40,
    unchanged: 52,
    withdrawn: 3,
    refused: 12,
    refusals: [],
    problem: null,
    createdAt: '2026-11-20T06:08:00Z',
    finishedAt: '2026-11-20T06:10:00Z',
    version: 4,
    ...changes,
  }
}

/** A search that somebody keeps. */
export function aSavedSearch(changes: Partial<SavedSearch> = {}): SavedSearch {
  return { id: 3, name: 'Terraces in Leeds', location: 'LS9', propertyType: 'House', minPrice: null, maxPrice: '200000.00', createdAt: '2026-11-20T09:00:00Z', ...changes }
}
