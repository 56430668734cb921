import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { scrollWindow, setViewport } from '@/test/browser'
import { aCertificate } from '@/test/complianceFactories'
import { aProperty, aSharedHouse, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { portfolio } from './messages'

const user = aUser()
const choice = (name: string) => screen.findByRole('radio', { name })
const table = () => screen.findByRole('table', { name: portfolio.list })
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') ?? document.body
const row = async (name: string) => within(await rowOf(name))
const heads = async () => within(await table()).getAllByRole('columnheader').map(({ textContent }) => textContent)

it('the switch is labelled, works by keyboard, and is remembered', async () => {
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  const app = renderApp('/portfolio', { user })
  expect(await screen.findByRole('article')).toBeVisible()
  const group = await screen.findByRole('radiogroup', { name: portfolio.view })
  expect(within(group).getAllByRole('radio')).toHaveLength(2)
  expect(await choice(portfolio.views.grid)).toBeChecked()
  act(() => within(group).getByRole('radio', { checked: true }).focus())
  await app.user.keyboard('{ArrowRight}')
  expect(await table()).toBeVisible()
  expect(screen.queryByRole('article')).toBeNull()
  await app.visit('/settings')
  await app.visit('/portfolio')
  expect(await table()).toBeVisible()
  await app.user.click(await choice(portfolio.views.grid))
  expect(await screen.findByRole('article')).toBeVisible()
})

it('a row says what the card says, and opens the details over the list', async () => {
  localStorage.setItem('lintel-portfolio-view', 'list')
  answer('get', '/api/properties', () => HttpResponse.json([aProperty({ id: 1, name: 'Mercer Row', monthlyProfit: '-26.40' }), aSharedHouse({ annualYield: null })]))
  answer('get', '/api/properties/1', () => HttpResponse.json(aProperty({ id: 1, name: 'Mercer Row' })))
  answer('get', '/api/property-certificates', () => HttpResponse.json([aCertificate({ propertyId: 1, daysRemaining: 3 })]))
  const app = renderApp('/portfolio?sort=name', { user })
  expect(await heads()).toEqual(['Property', 'Type', 'Status', 'Rent', 'Profit', 'Yield', 'Value'])
  const house = await row('Mercer Row')
  expect(house.getByText('4 beds, 2 baths')).toBeVisible()
  expect(house.getByText('Occupied')).toBeVisible()
  expect(await house.findByText('Gas Safety in 3 days')).toBeVisible()
  expect(house.getByText('\u2212£26')).toBeVisible()
  expect(house.getByText('£265,000')).toBeVisible()
  const shared = await row('Ashmead House')
  expect(shared.getByText('6 rooms, 3 baths')).toBeVisible()
  expect(shared.getByText(portfolio.noYield)).toBeVisible()
  await app.user.click(house.getByRole('link', { name: 'Mercer Row' }))
  expect(app.address()).toBe('/portfolio/1?sort=name')
})

it('the heads sort on the server, the other way round when pressed again', async () => {
  localStorage.setItem('lintel-portfolio-view', 'list')
  const asked = answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  const app = renderApp('/portfolio?type=House', { user })
  const head = (name: string) => within(screen.getByRole('table')).getByRole('columnheader', { name })
  await table()
  for (const [name, sort, direction] of [
    ['Rent', '-rent', 'descending'],
    ['Rent', 'rent', 'ascending'],
    ['Value', '-value', 'descending'],
    ['Property', 'name', 'ascending'],
    ['Property', '-name', 'descending'],
  ] as const) {
    await app.user.click(within(head(name)).getByRole('button'))
    await waitFor(() => expect(asked.queries.at(-1)).toMatchObject({ sort, propertyType: 'House' }))
    expect(head(name)).toHaveAttribute('aria-sort', direction)
    expect(screen.getByRole('combobox', { name: portfolio.sort })).toHaveValue(sort)
  }
  expect(head('Rent')).not.toHaveAttribute('aria-sort')
  expect(within(head('Profit')).queryByRole('button')).toBeNull()
})

it('leaves columns out where they would be squeezed', async () => {
  setViewport({ width: 768 })
  localStorage.setItem('lintel-portfolio-view', 'list')
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  renderApp('/portfolio', { user })
  expect(await heads()).toEqual(['Property', 'Status', 'Rent', 'Profit'])
})

it('mobile screens keep their list and offer no choice', async () => {
  setViewport({ width: 767 })
  localStorage.setItem('lintel-portfolio-view', 'list')
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  renderApp('/portfolio', { user })
  expect(await screen.findByRole('article')).toBeVisible()
  expect(await screen.findByRole('searchbox')).toBeVisible()
  expect(screen.queryByRole('radiogroup', { name: portfolio.view })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

it('renders only rows near the window, keeps the focus, and fetches more', async () => {
  localStorage.setItem('lintel-portfolio-view', 'list')
  const page = (first: number) => Array.from({ length: 100 }, (_, index) => aProperty({ id: first + index, name: `House ${first + index}` }))
  const more = { link: '</api/properties?pageSize=100&pageToken=after-100>; rel="next"', 'lintel-total-count': '200' }
  const asked = answer('get', '/api/properties', (count) => HttpResponse.json(page(count === 1 ? 1 : 101), count === 1 ? { headers: more } : {}))
  renderApp('/portfolio', { user })
  // By text: roles take long to be told in a table of so many cells. Until the long one's own code is there, a short one stands in its place.
  const name = (text: string) => screen.queryByText(text, { selector: 'a' })
  await waitFor(() => expect(name('House 2')?.closest('tr')).toHaveAttribute('aria-rowindex', '3'))
  expect(name('House 2')?.closest('table')).toHaveAttribute('aria-rowcount', '201')
  expect(screen.queryAllByText(/^House /).length).toBeLessThan(50)
  const link = name('House 2')
  act(() => link?.focus())
  scrollWindow(63 * 96)
  await waitFor(() => expect(name('House 97')).toBeVisible())
  await waitFor(() => expect(asked.queries.at(-1)).toEqual({ pageSize: '100', pageToken: 'after-100' }))
  expect(link).toHaveFocus()
  expect(name('House 10')).toBeNull()
})
