import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { scrollWindow, setViewport } from '@/test/browser'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { portfolio } from './messages'

const user = aUser()
const page = (first: number) => Array.from({ length: 100 }, (_, index) => aProperty({ id: first + index, name: `House ${first + index}` }))
const more = { link: '</api/properties?pageSize=100&pageToken=after-100>; rel="next"', 'lintel-total-count': '200' }

it('renders only the rows near the window, and says how many there are', async () => {
  answer('get', '/api/properties', () => HttpResponse.json(page(1), { headers: more }))
  renderApp('/portfolio', { user })
  const first = () => screen.getByRole('heading', { name: 'House 1' }).closest('li')
  await screen.findByRole('heading', { name: 'House 1' })
  await waitFor(() => expect(first()).toHaveAttribute('aria-setsize', '200'))
  expect(first()).toHaveAttribute('aria-posinset', '1')
  expect(screen.getAllByRole('article').length).toBeLessThan(50)
  expect(screen.queryByRole('heading', { name: 'House 100' })).toBeNull()
})

it('fetches the next page near its end, and a failed one on request', async () => {
  setViewport({ width: 360 })
  const asked = answer('get', '/api/properties', (count) => {
    if (count === 1) return HttpResponse.json(page(1), { headers: more })
    return count === 2 ? problem(403, { detail: 'No.' }) : HttpResponse.json(page(101))
  })
  const app = renderApp('/portfolio', { user })
  await screen.findByRole('heading', { name: 'House 1' })
  expect(asked.queries).toEqual([{ pageSize: '100' }])
  scrollWindow(180 * 96)
  expect(await screen.findByText(common.couldNotLoad(portfolio.moreFailed))).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: common.retry }))
  scrollWindow(180 * 102)
  expect(await screen.findByRole('heading', { name: 'House 103' })).toBeVisible()
  expect(asked.queries.at(-1)).toEqual({ pageSize: '100', pageToken: 'after-100' })
  expect(screen.queryByRole('heading', { name: 'House 1' })).toBeNull()
})

it('keeps the row that has the focus', async () => {
  setViewport({ width: 360 })
  answer('get', '/api/properties', () => HttpResponse.json(page(1)))
  renderApp('/portfolio', { user })
  const found = () => screen.getByRole('link', { name: 'House 2' })
  // Until the long list's own code is there, a short one stands in its place.
  await waitFor(() => expect(found().closest('li')).toHaveAttribute('aria-posinset', '2'))
  const link = found()
  act(() => link.focus())
  scrollWindow(180 * 60)
  await screen.findByRole('heading', { name: 'House 62' })
  expect(link).toHaveFocus()
  expect(screen.queryByRole('heading', { name: 'House 10' })).toBeNull()
  act(() => link.blur())
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'House 2' })).toBeNull())
})
