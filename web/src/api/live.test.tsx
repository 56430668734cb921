import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { portfolio } from '@/lib/messages'
import { Stream } from '@/test/browser'
import { aProperty, aToken, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { invalidate, readsOf } from './invalidations'
import { createCache } from './queryClient'
import { tokenStore } from './token'

/** A landlord who looks at an empty portfolio, which fills behind their back. */
async function openPortfolio() {
  const asked = answer('get', '/api/properties', (count) => HttpResponse.json(count === 1 ? [] : [aProperty()]))
  const app = renderApp('/portfolio', { user: aUser() })
  await screen.findByText(portfolio.emptyTitle)
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

test('strangers have no stream, and logging out closes it', async () => {
  await openPortfolio()
  tokenStore.set(null)
  await waitFor(() => expect(Stream.open).toBeUndefined())
})

test('a change of properties concerns the list, the property, its rooms and the figures', async () => {
  expect(readsOf.properties).toEqual(['/api/properties', '/api/properties/{id}', '/api/rooms/{propertyId}', '/api/dashboard/analytics'])
  const cache = createCache()
  cache.setQueryData(['get', '/api/properties'], [])
  cache.setQueryData(['get', '/api/user-settings'], {})
  await invalidate(cache, ['properties', 'unknown'])
  expect(cache.getQueryState(['get', '/api/properties'])?.isInvalidated).toBe(true)
  expect(cache.getQueryState(['get', '/api/user-settings'])?.isInvalidated).toBe(false)
})
