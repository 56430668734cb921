import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type { Analysis } from '@/api/analyses'
import type { Listing } from '@/api/listings'
import { aUser } from './factories'
import { renderApp, type App } from './renderApp'
import { aHomeForSale, anAnalysis } from './returnFactories'
import { answer } from './server'

/** The path of the listing of these tests. */
export const listingCall = '/api/investment-properties/9'

/** A listing with its return, nothing kept and no sales nearby; gives what was asked of the return. */
export function serveListing(listing: Partial<Listing> = {}, analysis: Partial<Analysis> = {}) {
  answer('get', listingCall, () => HttpResponse.json(aHomeForSale(listing)))
  return answer('post', `${listingCall}/roi`, () => HttpResponse.json(anAnalysis(analysis)))
}

/** Answers the other requests of its page, empty. */
export function serveNothingElse(): void {
  answer('get', `${listingCall}/comparables`, () => HttpResponse.json({ comparables: [], attribution: null }))
  answer('get', '/api/roi-analyses', () => HttpResponse.json([]))
}

/** Opens its page. */
export async function openListing(address = '/property-search/9'): Promise<App> {
  const app = renderApp(address, { user: aUser() })
  await screen.findByRole('heading', { level: 1, name: '3 bed terraced house, Sheffield' })
  return app
}

/** Returns the text beside a name in a part of the page. */
export function entryOf(section: string, label: string): string | null | undefined {
  const region = screen.getByRole('region', { name: section })
  return [...region.querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
}
