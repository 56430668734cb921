import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { common, errorPages } from '@/lib/messages'
import { aUser, aUserWith } from '@/test/factories'
import { entryOf, listingCall, openListing, serveListing, serveNothingElse } from '@/test/listingPage'
import { renderApp } from '@/test/renderApp'
import { aHomeForSale, aSaleNearby } from '@/test/returnFactories'
import { answer, problem } from '@/test/server'
import { about, comparables, returns } from './messages'

const user = aUser()
const attribution = 'Contains HM Land Registry data © Crown copyright and database right 2026.'

beforeEach(serveNothingElse)

describe('a listing', () => {
  it('shows what is for sale and where that is from', async () => {
    serveListing()
    await openListing()
    expect(screen.getByText('Shirebrook Road, Sheffield S8 9RF')).toBeVisible()
    expect(screen.getByText(returns.rentEstimate).nextElementSibling).toHaveTextContent('£1,050')
    for (const text of ['3 beds', '1 bath', '904 sq ft', 'No chain', 'EPC D', 'Bay-fronted stone terrace with a yard.']) expect(screen.getByText(text)).toBeVisible()
    const source = screen.getByRole('link', { name: `${returns.viewOn('Rightmove')}, ${returns.newTab}` })
    expect(source).toHaveAttribute('href', 'https://www.rightmove.example/properties/1')
    expect(source).toHaveAttribute('rel', 'noopener noreferrer')
    expect(entryOf(about.title, about.type)).toBe('Terraced house')
    expect(entryOf(about.title, about.tenure)).toBe('Freehold')
    expect(entryOf(about.title, about.firstSeen)).toBe('09/11/2026')
    expect(entryOf(about.title, about.lastSeen)).toBe('25/11/2026')
    expect(entryOf(about.title, about.rentFrom)).toBe('12 lettings nearby')
    expect(entryOf(about.title, about.origin)).toBe(about.own)
    expect(screen.getByText('Shown under the terms of the feed.')).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByText(returns.withdrawnTitle)).toBeNull()
    const rows = within(screen.getByRole('table', { name: about.history })).getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual([`${about.day}${about.change}${returns.price}`, '16/11/2026−£7,500£165,000', `09/11/2026${about.listed}£172,500`])
  })

  it('shows the server’s pictures, and nothing that is not known', async () => {
    const unknown = { price: null, monthlyRent: null, yield: null, rentBasis: null, tenure: null, licence: null, sourceUrl: null, bedrooms: 0, bathrooms: null, sqft: null, priceHistory: [], shared: true }
    serveListing({ images: ['/api/listings/9/pictures/1f', '/api/listings/9/pictures/2f'], ...unknown })
    await openListing()
    const pictures = screen.getAllByRole('img').map((picture) => picture.getAttribute('src'))
    expect(pictures).toEqual(['/api/listings/9/pictures/1f', '/api/listings/9/pictures/2f'])
    expect(screen.getAllByText(returns.onApplication).length).toBeGreaterThan(0)
    expect(screen.getByText(returns.rent, { selector: 'dt' }).nextElementSibling).toHaveTextContent('Not known')
    expect(screen.getByText('Studio')).toBeVisible()
    expect(screen.queryByRole('link', { name: /View on/ })).toBeNull()
    expect(entryOf(about.title, about.origin)).toBe(about.shared)
    expect(screen.getByText(about.historyNone)).toBeVisible()
  })

  it('says that it is no longer for sale', async () => {
    serveListing({ withdrawn: '2026-11-20' })
    await openListing()
    expect(screen.getByText(returns.withdrawnTitle)).toBeVisible()
    expect(screen.getByText(returns.withdrawnText('20/11/2026'))).toBeVisible()
    expect(entryOf(about.title, about.withdrawn)).toBe('20/11/2026')
  })

  it('gives the rest of a long description when it is asked for', async () => {
    const description = `${'A bright room. '.repeat(30)}The end.`
    serveListing({ description })
    const app = await openListing()
    expect(screen.queryByText(/The end\./)).toBeNull()
    await app.user.click(screen.getByRole('button', { name: returns.readAll }))
    expect(screen.getByText(/The end\./)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: returns.readLess }))
    expect(screen.queryByText(/The end\./)).toBeNull()
  })

  it('is watched with a message, and stays unwatched if the server refuses', async () => {
    serveListing()
    answer('put', `${listingCall}/watchlist`, () => HttpResponse.json(aHomeForSale({ isWatchlisted: true })))
    const app = await openListing()
    await app.user.click(screen.getByRole('button', { name: returns.watch, pressed: false }))
    expect(await screen.findByText(returns.watchAdded)).toBeVisible()
    answer('put', `${listingCall}/watchlist`, () => problem(403))
    await app.user.click(screen.getByRole('button', { name: returns.watched, pressed: true }))
    expect(await screen.findByText(returns.watchFailed)).toBeVisible()
    expect(await screen.findByRole('button', { name: returns.watched, pressed: true })).toBeVisible()
  })

  it('shows sales nearby with the words that their licence asks for', async () => {
    serveListing()
    const sales = [aSaleNearby({ newBuild: true }), ...Array.from({ length: 6 }, (_, index) => aSaleNearby({ address: `${String(index)} Other Road` }))]
    answer('get', `${listingCall}/comparables`, () => HttpResponse.json({ comparables: sales, attribution }))
    const app = await openListing()
    const table = within(await screen.findByRole('table', { name: comparables.title }))
    for (const text of ['18 Shirebrook Road, Sheffield S8\u00a09RF', '06/03/2026', `Terraced, ${comparables.newBuild}`]) {
      expect(table.getAllByRole('row')[1]).toHaveTextContent(text.replace('\u00a0', ' '))
    }
    expect(screen.getByText(attribution)).toBeVisible()
    expect(table.getAllByRole('row')).toHaveLength(7)
    await app.user.click(screen.getByRole('button', { name: comparables.showAll(7) }))
    expect(table.getAllByRole('row')).toHaveLength(8)
  })

  it('says that no sales nearby are known, and what could not be loaded', async () => {
    serveListing()
    await openListing()
    expect(await screen.findByText(comparables.none)).toBeVisible()
  })

  it('tries sales nearby again when asked', async () => {
    serveListing()
    answer('get', `${listingCall}/comparables`, () => problem(403))
    const app = await openListing()
    expect(await screen.findByText(common.couldNotLoad(comparables.title))).toBeVisible()
    answer('get', `${listingCall}/comparables`, () => HttpResponse.json({ comparables: [], attribution: null }))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByText(comparables.none)).toBeVisible()
  })

  it.each(['/property-search/9', '/property-search/none'])('is nothing at %s where there is none', async (address) => {
    answer('get', listingCall, () => problem(404))
    renderApp(address, { user })
    expect(await screen.findByRole('heading', { name: returns.goneTitle })).toBeVisible()
    expect(screen.getByRole('link', { name: returns.goneBack })).toHaveAttribute('href', '/property-search')
  })

  it('is nothing for a tenant', async () => {
    renderApp('/property-search/9', { user: aUserWith('Tenant') })
    expect(await screen.findByRole('heading', { name: errorPages.notFoundTitle })).toBeVisible()
  })

  it('says what could not be loaded and tries again when asked', async () => {
    answer('get', listingCall, () => problem(403))
    const app = renderApp('/property-search/9', { user })
    expect(await screen.findByText(common.couldNotLoad(returns.one))).toBeVisible()
    serveListing()
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { level: 1, name: /Sheffield/ })).toBeVisible()
  })

  it('leads back to the search that it was found by', async () => {
    serveListing()
    await openListing('/property-search/9?location=S8&analysis=77')
    expect(screen.getByRole('link', { name: returns.back })).toHaveAttribute('href', '/property-search?location=S8')
  })
})
