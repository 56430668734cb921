import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { tokenStore } from '@/api/token'
import { dashboard } from '@/features/dashboard/messages'
import { aSummary } from '@/test/complianceFactories'
import { aProperty, aToken, aUser, aUserWith, someAnalytics, someMonths, someSettings } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { headStart } from './headStart'

/** Everything that is asked ahead, of a server that counts. */
function counting() {
  return {
    settings: answer('get', '/api/user-settings', () => HttpResponse.json(someSettings())),
    summary: answer('get', '/api/compliance/summary', () => HttpResponse.json(aSummary())),
    analytics: answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics())),
    series: answer('get', '/api/dashboard/series', () => HttpResponse.json(someMonths())),
    properties: answer('get', '/api/properties', () => HttpResponse.json([aProperty()])),
  }
}

const times = (asked: ReturnType<typeof counting>) => Object.fromEntries(Object.entries(asked).map(([name, { headers }]) => [name, headers.length]))

test('what the dashboard reads is asked for ahead of it, and not again', async () => {
  const asked = counting()
  tokenStore.set(aToken())
  await headStart({ pathname: '/', search: '' })
  await waitFor(() => expect(times(asked)).toEqual({ settings: 1, summary: 1, analytics: 1, series: 1, properties: 0 }))
  renderApp('/', { user: aUser() })
  await screen.findByText(dashboard.occupancy)
  await screen.findByText(dashboard.netProfit)
  expect(times(asked)).toEqual({ settings: 1, summary: 1, analytics: 1, series: 1, properties: 0 })
})

test('so is what the portfolio reads', async () => {
  const asked = counting()
  tokenStore.set(aToken())
  await headStart({ pathname: '/portfolio', search: '' })
  await waitFor(() => expect(times(asked)).toEqual({ settings: 1, summary: 1, analytics: 1, series: 0, properties: 1 }))
  renderApp('/portfolio', { user: aUser() })
  expect(await screen.findByText('Linden Avenue')).toBeVisible()
  expect(times(asked)).toEqual({ settings: 1, summary: 1, analytics: 1, series: 0, properties: 1 })
})

test('nothing is asked for that a tenant may not read, or a stranger', async () => {
  const asked = counting()
  tokenStore.set(aToken({ role: 'Tenant' }))
  await headStart({ pathname: '/', search: '' })
  await waitFor(() => expect(times(asked)).toEqual({ settings: 1, summary: 0, analytics: 0, series: 0, properties: 0 }))
  renderApp('/', { user: aUserWith('Tenant') })
  tokenStore.set(null)
  await headStart({ pathname: '/', search: '' })
  expect(times(asked)).toEqual({ settings: 1, summary: 0, analytics: 0, series: 0, properties: 0 })
})

test('a list that the address restricts is left to its screen', async () => {
  const asked = counting()
  tokenStore.set(aToken())
  await headStart({ pathname: '/portfolio', search: '?search=Linden' })
  await waitFor(() => expect(times(asked)).toEqual({ settings: 1, summary: 1, analytics: 0, series: 0, properties: 0 }))
})

test('it resolves to the preparable page for those who may open it', async () => {
  counting()
  tokenStore.set(aToken())
  expect(await headStart({ pathname: '/portfolio', search: '' })).toHaveProperty('prepare')
  expect(await headStart({ pathname: '/', search: '' })).toHaveProperty('prepare')
  expect(await headStart({ pathname: '/settings', search: '' })).toBeUndefined()
  tokenStore.set(aToken({ role: 'Tenant' }))
  expect(await headStart({ pathname: '/', search: '' })).toBeUndefined()
})

// Charts.test.tsx once failed because it was given the months that the test above had asked for.
test('what a test asked ahead and did not take is not given to the next', async () => {
  const asked = counting()
  renderApp('/', { user: aUser() })
  await screen.findByText(dashboard.occupancy)
  await waitFor(() => expect(times(asked)).toEqual({ settings: 1, summary: 1, analytics: 1, series: 1, properties: 0 }))
})
