import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { watchlist } from '@/lib/listings'
import { common, navigation } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { aUser } from '@/test/factories'
import { aListing, listingPage } from '@/test/listingFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { search as texts } from './messages'

const user = aUser()
const path = '/api/investment-properties'

const open = (address = '/property-search') => renderApp(address, { user })

/** Returns the searches that were sent, without the count of the watchlist. */
const searches = (asked: ReturnType<typeof answer>) => asked.queries.filter(({ pageSize }) => pageSize !== '1')

const card = async (title: string) => within(await screen.findByRole('article', { name: title }))

describe('a card', () => {
  it('has all parts of the specification', async () => {
    answer('get', path, () => listingPage([aListing(), aListing({ id: 10, title: 'Studio', bedrooms: 0, source: 'Zoopla', imageUrl: '/api/listings/10/pictures/1f', sourceUrl: null, withdrawn: '2026-11-12' })]))
    open()
    const first = await card('Two-bed terrace near the station')
    expect(first.getByText('£84,950')).toBeVisible()
    expect(first.getByText('8.83%')).toBeVisible()
    expect(first.getByText('31 Alma Street, Burnley BB11 3QH')).toBeVisible()
    for (const text of ['2 beds', '1 bath', '742 sq ft', 'Reduced by 5%', 'No chain', 'Rightmove', /Let at £595/]) expect(first.getByText(text)).toBeVisible()
    expect(first.getByRole('link', { name: /^View Details/ })).toHaveAttribute('href', '/property-search/9')
    expect(first.getByRole('link', { name: /^Analyse ROI/ })).toHaveAttribute('href', '/property-search/9#roi')
    const source = first.getByRole('link', { name: /^View on Rightmove/ })
    expect(source).toHaveAttribute('href', 'https://www.rightmove.example/properties/9')
    expect(source).toHaveAttribute('rel', 'noopener noreferrer')
    expect(source).toHaveAttribute('target', '_blank')
    const second = await card('Studio')
    expect(second.getAllByText(texts.studio)).not.toHaveLength(0)
    expect(second.getByText(texts.withdrawn('12/11/2026'))).toBeVisible()
    expect(second.queryByText(/^View on/)).toBeNull()
    const pictures = document.querySelectorAll('img')
    expect([...pictures].map((picture) => picture.getAttribute('src'))).toEqual(['/api/listings/10/pictures/1f'])
    for (const picture of pictures) fireEvent.error(picture)
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByRole('heading', { name: '2 Properties Found' })).toBeVisible()
  })

  it('says what is not known, and never leads anywhere but to https', async () => {
    answer('get', path, () => listingPage([aListing({ price: null, yield: null, priceQualifier: 'Guide price', sourceUrl: 'javascript:alert(1)', licence: 'Contains HM Land Registry data', bedrooms: null, bathrooms: null, sqft: null })]))
    open()
    const only = await card('Two-bed terrace near the station')
    for (const text of [texts.noPrice, texts.noYield, 'Guide price']) expect(only.getByText(text)).toBeVisible()
    expect(screen.getByText('Rightmove: Contains HM Land Registry data')).toBeVisible()
    expect(only.queryByText(/^View on/)).toBeNull()
    expect(only.queryByText(/bath/)).toBeNull()
    expect(screen.getByRole('heading', { name: '1 Property Found' })).toBeVisible()
  })
})

describe('the filters', () => {
  it('take effect when the typing pauses, and blank ones are left out', async () => {
    const asked = answer('get', path, () => listingPage([aListing()]))
    const app = open()
    await screen.findByRole('list', { name: texts.list })
    const bar = within(screen.getByRole('search', { name: texts.filters }))
    await app.user.type(bar.getByLabelText(texts.location), 'Leeds')
    await app.user.selectOptions(bar.getByLabelText(texts.type), 'House')
    await app.user.type(bar.getByLabelText(texts.maximum), '£300,000')
    expect(searches(asked)).toHaveLength(1)
    await waitFor(() => expect(app.address()).toBe('/property-search?location=Leeds&propertyType=House&maxPrice=300000'))
    await waitFor(() => expect(searches(asked).at(-1)).toEqual({ location: 'Leeds', propertyType: 'House', maxPrice: '300000', sortBy: 'price-asc', pageSize: '24' }))
    expect(searches(asked)).toHaveLength(2)
    await app.user.selectOptions(bar.getByLabelText(texts.type), texts.allTypes)
    expect(bar.getByLabelText(texts.maximum)).toHaveValue('300,000')
    await app.user.clear(bar.getByLabelText(texts.location))
    await waitFor(() => expect(app.address()).toBe('/property-search?maxPrice=300000'))
  })

  it('act at once by the button, which also searches again', async () => {
    const asked = answer('get', path, () => listingPage([aListing()]))
    const app = open()
    await screen.findByRole('list', { name: texts.list })
    const bar = within(screen.getByRole('search', { name: texts.filters }))
    await app.user.type(bar.getByLabelText(texts.location), 'Leeds')
    await app.user.click(bar.getByRole('button', { name: texts.search }))
    expect(app.address()).toBe('/property-search?location=Leeds')
    await waitFor(() => expect(searches(asked)).toHaveLength(2))
    await app.user.click(bar.getByRole('button', { name: texts.search }))
    await waitFor(() => expect(searches(asked)).toHaveLength(3))
  })

  it('are read from the address, and follow it', async () => {
    const asked = answer('get', path, () => listingPage([aListing()]))
    const app = open('/property-search?location=Hull&minPrice=50000&sortBy=yield')
    await screen.findByRole('list', { name: texts.list })
    const bar = within(screen.getByRole('search', { name: texts.filters }))
    expect(bar.getByLabelText(texts.location)).toHaveValue('Hull')
    expect(bar.getByLabelText(texts.minimum)).toHaveValue('50,000')
    expect(screen.getByRole('combobox', { name: texts.sort })).toHaveValue('yield')
    expect(searches(asked)[0]).toMatchObject({ location: 'Hull', minPrice: '50000', sortBy: 'yield' })
    await app.visit('/property-search?location=York')
    await waitFor(() => expect(bar.getByLabelText(texts.location)).toHaveValue('York'))
    expect(bar.getByLabelText(texts.minimum)).toHaveValue('')
  })

  it('show the words of the server beside the field', async () => {
    const short = 'Enter a postcode, its first half, or at least 3 letters of a town or an address.'
    answer('get', path, () => problem(422, { reason: 'SEARCH_INVALID', detail: short, errors: { location: [short] } }))
    open('/property-search?location=Le')
    const field = await screen.findByRole('searchbox', { name: texts.location })
    await waitFor(() => expect(field).toHaveAccessibleDescription(short))
    expect(field).toBeInvalid()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(short)
    expect(screen.queryByText(texts.checkFilters)).toBeNull()
  })

  it('say it below as well where the field is in the sheet', async () => {
    setViewport({ width: 360 })
    answer('get', path, () => problem(422, { reason: 'SEARCH_INVALID', detail: 'Enter an amount.', errors: { minPrice: ['Enter an amount.'] } }))
    const app = open('/property-search?minPrice=cheap')
    expect(await screen.findByText(texts.checkFilters)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: `${texts.filters}1` }))
    const sheet = within(await screen.findByRole('dialog', { name: texts.filters }))
    expect(sheet.getByLabelText(texts.minimum)).toHaveAccessibleDescription('Enter an amount.')
  })

  it('stand in a sheet on phones, where the location stays', async () => {
    setViewport({ width: 360 })
    const asked = answer('get', path, () => listingPage([aListing()]))
    const app = open('/property-search?minPrice=50000')
    await screen.findByRole('list', { name: texts.list })
    await app.user.click(screen.getByRole('button', { name: `${texts.filters}1` }))
    const sheet = within(await screen.findByRole('dialog', { name: texts.filters }))
    await app.user.selectOptions(sheet.getByLabelText(texts.type), 'Flat')
    await waitFor(() => expect(searches(asked).at(-1)).toMatchObject({ propertyType: 'Flat', minPrice: '50000' }))
    await app.user.click(sheet.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(app.address()).toBe('/property-search'))
  })
})

it('sorts, and shows the watchlist alone', async () => {
  const asked = answer('get', path, () => listingPage([aListing()], { count: '2' }))
  const app = open()
  await screen.findByRole('list', { name: texts.list })
  const sort = screen.getByRole('combobox', { name: texts.sort })
  expect(within(sort).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(Object.values(texts.sorts))
  expect(sort).toHaveDisplayValue('Price: low to high')
  await app.user.selectOptions(sort, 'bedrooms')
  await waitFor(() => expect(searches(asked).at(-1)).toMatchObject({ sortBy: 'bedrooms' }))
  await app.user.click(screen.getByRole('radio', { name: `${texts.watchlist} 2` }))
  await waitFor(() => expect(searches(asked).at(-1)).toMatchObject({ isWatchlisted: 'true', sortBy: 'bedrooms' }))
  expect(app.address()).toBe('/property-search?sortBy=bedrooms&list=watchlist')
})

describe('the heart', () => {
  const heart = () => screen.findByRole('button', { name: watchlist.heart('Two-bed terrace near the station') })

  it('fills at once, and says added or removed', async () => {
    answer('get', path, () => listingPage([aListing()]))
    let reply: () => void = () => undefined
    const sent = answer('put', `${path}/9/watchlist`, (count) => (count === 1 ? new Promise((resolve) => (reply = () => resolve(HttpResponse.json(aListing({ isWatchlisted: true }))))) : HttpResponse.json(aListing())))
    const app = open()
    await app.user.click(await heart())
    expect(await heart()).toHaveAttribute('aria-pressed', 'true')
    expect(screen.queryByText(watchlist.updated)).toBeNull()
    await waitFor(() => expect(sent.bodies).toEqual([{ isWatchlisted: true }]))
    reply()
    expect(await screen.findByText(watchlist.updated)).toBeVisible()
    expect(screen.getByText(watchlist.added)).toBeVisible()
    await app.user.click(await heart())
    expect(await screen.findByText(watchlist.removed)).toBeVisible()
    expect(await heart()).toHaveAttribute('aria-pressed', 'false')
    expect(sent.bodies[1]).toEqual({ isWatchlisted: false })
    expect(sent.headers[0]?.get('idempotency-key')).not.toBe(sent.headers[1]?.get('idempotency-key'))
  })

  it('is undone where the server refuses', async () => {
    answer('get', path, () => listingPage([aListing()]))
    answer('put', `${path}/9/watchlist`, () => problem(500, { detail: 'A fault of ours.' }))
    const app = open()
    await app.user.click(await heart())
    expect(await screen.findByText(watchlist.failed)).toBeVisible()
    expect(screen.getByText(common.error)).toBeVisible()
    expect(await heart()).toHaveAttribute('aria-pressed', 'false')
  })
})

describe('what was found', () => {
  it('comes page by page', async () => {
    const asked = answer('get', path, () => listingPage([aListing()], { count: '1000+', next: 'abc' }))
    const app = open()
    expect(await screen.findByRole('heading', { name: '1,000+ Properties Found' })).toBeVisible()
    answer('get', path, () => listingPage([aListing({ id: 11, title: 'Second page' })]))
    expect(searches(asked)).toHaveLength(1)
    await app.user.click(screen.getByRole('button', { name: texts.showMore }))
    expect(await screen.findByRole('link', { name: 'Second page' })).toBeVisible()
    expect(screen.getByRole('heading', { name: '1,000+ Properties Found' })).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.showMore })).toBeNull()
  })

  it('is nothing: with filters, which can be cleared', async () => {
    const app = open('/property-search?location=Nowhere')
    expect(await screen.findByRole('heading', { name: 'No properties found matching your criteria' })).toBeVisible()
    expect(screen.getByRole('heading', { name: '0 Properties Found' })).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(app.address()).toBe('/property-search')
  })

  it('is nothing: the way to an import for those who may, none for a Viewer', async () => {
    open()
    expect(await screen.findByText(texts.nothingYet)).toBeVisible()
    expect(screen.getAllByRole('link', { name: texts.imports })).toHaveLength(2)
    cleanup()
    renderApp('/property-search', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
    expect(await screen.findByText(texts.nothingYet)).toBeVisible()
    expect(screen.getAllByRole('link', { name: texts.imports })).toHaveLength(1)
  })

  it('is nothing on the watchlist', async () => {
    const app = open('/property-search?list=watchlist')
    expect(await screen.findByRole('heading', { name: texts.noneWatched })).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: texts.showAll }))
    expect(app.address()).toBe('/property-search')
  })

  it('fails in the words of the specification, and is tried again', async () => {
    answer('get', path, () => problem(403, { detail: 'Not now.' }))
    const app = open()
    expect(await screen.findByText('Failed to fetch properties')).toBeVisible()
    answer('get', path, () => listingPage([aListing()]))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('list', { name: texts.list })).toBeVisible()
  })

  it('follows live updates', async () => {
    answer('get', path, () => listingPage([aListing()]))
    open()
    await screen.findByRole('list', { name: texts.list })
    answer('get', path, () => listingPage([aListing({ price: '79950.00' })]))
    Stream.open?.say('changed', JSON.stringify({ resource: 'investment-properties', id: 9, version: 4 }))
    expect(await screen.findByText('£79,950')).toBeVisible()
  })
})

describe('the head', () => {
  it('searches listings, and its menu leads to settings and out', async () => {
    const app = open()
    await screen.findByRole('heading', { name: '0 Properties Found' })
    await app.user.type(screen.getByRole('searchbox', { name: texts.searchListings }), 'Hull')
    await waitFor(() => expect(app.address()).toBe('/property-search?location=Hull'))
    expect(screen.getByRole('searchbox', { name: texts.location })).toHaveValue('Hull')
    await app.user.click(screen.getByRole('button', { name: texts.account('Helen Okafor') }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Profile Settings', 'Account Preferences', 'Sign Out'])
    expect(menu.getByRole('menuitem', { name: texts.profile })).toHaveAttribute('href', '/settings/profile')
    expect(menu.getByRole('menuitem', { name: texts.preferences })).toHaveAttribute('href', '/settings/property')
  })

  it('is reached by the navigation', async () => {
    const app = renderApp('/settings', { user })
    await app.user.click(await screen.findByRole('link', { name: navigation.propertySearch }))
    expect(await screen.findByRole('heading', { name: texts.title, level: 1 })).toBeVisible()
    expect(document.title).toContain(texts.title)
  })
})
