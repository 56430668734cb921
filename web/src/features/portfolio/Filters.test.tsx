import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { filters } from '@/lib/filters'
import { setViewport } from '@/test/browser'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { portfolio } from './messages'

const user = aUser()
const headers = { 'lintel-total-count': '1204' }

it('the server filters, sorts and searches, and the address says how', async () => {
  const asked = answer('get', '/api/properties', () => HttpResponse.json([aProperty()], { headers }))
  const app = renderApp('/portfolio', { user })
  await app.user.selectOptions(await screen.findByRole('combobox', { name: portfolio.type }), 'Studio')
  await app.user.selectOptions(screen.getByRole('combobox', { name: portfolio.status }), 'Under Renovation')
  await app.user.selectOptions(screen.getByRole('combobox', { name: portfolio.sort }), portfolio.sorts['-rent'])
  await app.user.type(screen.getByRole('searchbox', { name: portfolio.search }), 'BS6')
  const query = { propertyType: 'Studio', status: 'Under Renovation', sort: '-rent', search: 'BS6', pageSize: '100' }
  await waitFor(() => expect(asked.queries.at(-1)).toEqual(query))
  expect(app.address()).toBe('/portfolio?type=Studio&status=Under+Renovation&sort=-rent&search=BS6')
  expect(asked.queries.some(({ search }) => search === 'B')).toBe(false)
  expect(screen.getAllByText('1,204 properties found')[0]).toBeVisible()
})

it('an address that says something unknown restricts nothing', async () => {
  const asked = answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  renderApp('/portfolio?type=Castle&status=Sold&sort=luck', { user })
  await screen.findByRole('heading', { name: 'Linden Avenue' })
  expect(asked.queries).toEqual([{ pageSize: '100' }])
})

it('where nothing matches the filters are named and can be cleared', async () => {
  answer('get', '/api/properties', (count) => HttpResponse.json(count === 1 ? [] : [aProperty()]))
  const app = renderApp('/portfolio?type=Studio&status=Under+Renovation&sort=name', { user })
  expect(await screen.findByRole('heading', { name: 'No properties found matching your criteria' })).toBeVisible()
  expect(screen.getByText('2 filters are on: Studio, Under Renovation')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Clear filters' }))
  expect(await screen.findByRole('heading', { name: 'Linden Avenue' })).toBeVisible()
  expect(app.address()).toBe('/portfolio?sort=name')
})

it('they stand in a sheet on phones, and the search keeps its place', async () => {
  setViewport({ width: 360 })
  const asked = answer('get', '/api/properties', () => HttpResponse.json([aProperty()], { headers }))
  const app = renderApp('/portfolio?type=House', { user })
  const button = await screen.findByRole('button', { name: new RegExp(portfolio.filters) })
  expect(button).toHaveTextContent('1')
  expect(screen.queryByRole('combobox', { name: portfolio.type })).toBeNull()
  await app.user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const sheet = within(await screen.findByRole('dialog', { name: portfolio.filters }))
  expect(sheet.getByRole('combobox', { name: portfolio.type })).toHaveValue('House')
  await app.user.selectOptions(sheet.getByRole('combobox', { name: portfolio.status }), 'Vacant')
  await waitFor(() => expect(asked.queries.at(-1)).toMatchObject({ propertyType: 'House', status: 'Vacant' }))
  expect(await sheet.findByText('1,204 properties found')).toBeVisible()
  await app.user.click(sheet.getByRole('button', { name: filters.clear }))
  expect(app.address()).toBe('/portfolio')
  expect(sheet.queryByRole('button', { name: filters.clear })).toBeNull()
  await app.user.click(sheet.getByRole('button', { name: filters.done }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('searchbox', { name: portfolio.search })).toBeVisible()
})
