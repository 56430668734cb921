import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { noProperties } from '@/lib/messages'
import { login } from '@/features/auth/login.messages'
import { muchLater, Stream } from '@/test/browser'
import { aProperty, aToken, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { invalidate, readsOf } from './invalidations'
import { createCache } from './queryClient'
import { tokenStore } from './token'

/** Returns the header by which each request says that nobody caused it. */
const said = ({ headers }: { headers: Headers[] }) => headers.map((each) => each.get('lintel-background'))

/** A landlord who looks at an empty portfolio, which fills behind their back. */
async function openPortfolio() {
  const asked = answer('get', '/api/properties', (count) => HttpResponse.json(count === 1 ? [] : [aProperty()]))
  const app = renderApp('/portfolio', { user: aUser() })
  await screen.findByText(noProperties.title)
  return { ...app, asked }
}

test('a change made elsewhere appears', async () => {
  await openPortfolio()
  Stream.open?.say('changed', '{"resource":"properties","id":42,"version":1}')
  expect(await screen.findByText('Linden Avenue')).toBeVisible()
})

test('a stream that lost track fetches everything anew', async () => {
  await openPortfolio()
  Stream.open?.say('resync')
  expect(await screen.findByText('Linden Avenue')).toBeVisible()
})

test('many changes at once are one reading', async () => {
  const { asked } = await openPortfolio()
  for (const id of [1, 2, 3]) Stream.open?.say('changed', `{"resource":"properties","id":${id},"version":1}`)
  await screen.findByText('Linden Avenue')
  expect(asked.headers).toHaveLength(2)
})

test('changes that keep coming are read again at most once a second', async () => {
  const { asked } = await openPortfolio()
  const say = () => Stream.open?.say('changed', '{"resource":"properties","id":1,"version":1}')
  say()
  await screen.findByText('Linden Avenue')
  const coming = setInterval(say, 50)
  await new Promise((over) => setTimeout(over, 1_500))
  clearInterval(coming)
  const seen = asked.headers.length
  expect(seen).toBeLessThanOrEqual(4)
  say()
  await waitFor(() => expect(asked.headers.length).toBeGreaterThan(seen))
})

test('a stream that was turned away opens again when the token is renewed', async () => {
  await openPortfolio()
  Stream.open?.refuse()
  expect(Stream.open).toBeUndefined()
  tokenStore.set(aToken())
  expect(Stream.open).toBeDefined()
  expect(Stream.all).toHaveLength(2)
  Stream.open?.say('open')
  expect(Stream.open?.url).toBe('/api/events')
})

test('a stream displaced by newer tabs reopens only when its tab is used', async () => {
  await openPortfolio()
  Stream.open?.say('open')
  Stream.open?.say('displaced', '{}')
  expect(Stream.open).toBeUndefined()
  fireEvent.focus(window)
  expect(Stream.all).toHaveLength(2)
  Stream.open?.say('open')
  expect(await screen.findByText('Linden Avenue')).toBeVisible()
  fireEvent.focus(window)
  expect(Stream.all).toHaveLength(2)
})

describe('a tab that nobody has touched for a while', () => {
  /** The portfolio, a long time after the last touch, and long after any renewal. */
  async function leavePortfolio() {
    fireEvent.pointerMove(document.body)
    const app = await openPortfolio()
    muchLater()
    return app
  }

  test('marks its reads and the token renewal as caused by no person', async () => {
    const { asked } = await leavePortfolio()
    const token = aToken()
    tokenStore.set(aToken({ lifetime: 5 }))
    const refresh = answer('post', '/api/auth/refresh', () => HttpResponse.json({ token }))
    Stream.open?.say('changed', '{"resource":"properties","id":42,"version":1}')
    expect(await screen.findByText('Linden Avenue')).toBeVisible()
    expect(said(asked)).toEqual([null, '1'])
    expect(said(refresh)).toEqual(['1'])
  })

  test('is its user’s again at the first touch', async () => {
    const { asked } = await leavePortfolio()
    fireEvent.pointerDown(document.body)
    Stream.open?.say('changed', '{"resource":"properties","id":42,"version":1}')
    expect(await screen.findByText('Linden Avenue')).toBeVisible()
    expect(said(asked)).toEqual([null, null])
  })

  test('goes on listening until the session timeout, and is signed out by it', async () => {
    await leavePortfolio()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const refresh = answer('post', '/api/auth/refresh', (count) =>
      count === 1 ? HttpResponse.json({ token: aToken() }) : problem(401, { reason: 'SESSION_ENDED' }),
    )
    Stream.open?.refuse()
    await vi.advanceTimersByTimeAsync(2_000)
    await waitFor(() => expect(Stream.open).toBeDefined())
    muchLater()
    Stream.open?.refuse()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await screen.findByRole('heading', { name: login.title })).toBeVisible()
    expect(said(refresh)).toEqual(['1', '1'])
    expect(Stream.open).toBeUndefined()
  })
})

test('strangers have no stream, and logging out closes it', async () => {
  await openPortfolio()
  tokenStore.set(null)
  await waitFor(() => expect(Stream.open).toBeUndefined())
})

test('certificates and inspections concern their lists and what is urgent', () => {
  for (const [resource, list] of [
    ['property-certificates', '/api/property-certificates'],
    ['property-inspections', '/api/property-inspections/overdue'],
  ] as const) {
    for (const read of [list, '/api/compliance/summary']) {
      expect(readsOf[resource]).toContain(read)
      expect(readsOf.properties).toContain(read)
    }
  }
})

test('properties change the list, the property, its rooms and the figures', async () => {
  expect(readsOf.properties).toEqual(expect.arrayContaining(['/api/properties', '/api/properties/{id}', '/api/rooms/{propertyId}',
    '/api/dashboard/analytics', '/api/dashboard/series']))
  const cache = createCache()
  cache.setQueryData(['get', '/api/properties'], [])
  cache.setQueryData(['get', '/api/user-settings'], {})
  await invalidate(cache, ['properties', 'unknown'])
  expect(cache.getQueryState(['get', '/api/properties'])?.isInvalidated).toBe(true)
  expect(cache.getQueryState(['get', '/api/user-settings'])?.isInvalidated).toBe(false)
})
