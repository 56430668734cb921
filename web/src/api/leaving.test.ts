import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aProperty } from '@/test/factories'
import { answer } from '@/test/server'
import { invalidate, invalidateAll } from './invalidations'
import { isLeaving, markBack, markLeaving, markSaleLeaving, markTenantLeaving } from './leaving'
import { propertyQuery } from './properties'
import { createCache } from './queryClient'

test('the data of a leaving property is not fetched unless it stays', async () => {
  const asked = answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
  const cache = createCache()
  const observer = new QueryObserver(cache, propertyQuery(42))
  const stopWatching = observer.subscribe(() => undefined)
  await waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  const stay = markLeaving(cache, 42)
  await invalidate(cache, ['properties'])
  await invalidateAll(cache)
  expect(asked.headers).toHaveLength(1)
  // Whoever comes back to its address asks anew.
  expect(cache.getQueryState(propertyQuery(42).queryKey)?.isInvalidated).toBe(true)
  stay()
  await invalidate(cache, ['properties'])
  expect(asked.headers).toHaveLength(2)
  stopWatching()
})

test('what is on its way when a property leaves is given up', async () => {
  const asked = answer('get', '/api/properties/42', async () => {
    await delay('infinite')
    return HttpResponse.json(aProperty())
  })
  const cache = createCache()
  const observer = new QueryObserver(cache, propertyQuery(42))
  const stopWatching = observer.subscribe(() => undefined)
  await waitFor(() => expect(asked.headers).toHaveLength(1))
  markLeaving(cache, 42)
  await waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  stopWatching()
})

test.each([
  [['get', '/api/properties/{id}', { params: { path: { id: 42 } } }], true],
  [['get', '/api/properties/{id}/inspection-settings', { params: { path: { id: 42 } } }], true],
  [['get', '/api/rooms/{propertyId}', { params: { path: { propertyId: 42 } } }], true],
  [['get', '/api/property-certificates', { params: { query: { propertyId: 42 } } }, 'pages'], true],
  [['get', '/api/properties/{id}', { params: { path: { id: 43 } } }], false],
  [['get', '/api/sold-properties/{id}', { params: { path: { id: 42 } } }], false],
  [['get', '/api/properties'], false],
])('%j', (queryKey, isConcerned) => {
  const cache = createCache()
  markLeaving(cache, 42)
  expect(isLeaving(cache, { queryKey })).toBe(isConcerned)
  expect(isLeaving(createCache(), { queryKey })).toBe(false)
})

test('the data of a deleted tenant belongs to the tenant and to no property', () => {
  const cache = createCache()
  const asks = (path: string, params: object) => isLeaving(cache, { queryKey: ['get', path, { params }] })
  const stay = markTenantLeaving(cache, 5)
  expect(asks('/api/tenants/{id}/deposit', { path: { id: 5 } })).toBe(true)
  expect(asks('/api/rent-payments', { query: { tenantId: 5 } })).toBe(true)
  expect(asks('/api/tenants/{id}', { path: { id: 6 } })).toBe(false)
  expect(asks('/api/properties/{id}', { path: { id: 5 } })).toBe(false)
  stay()
  expect(asks('/api/tenants/{id}', { path: { id: 5 } })).toBe(false)
  markLeaving(cache, 42)
  markBack(cache, 42)
  expect(asks('/api/properties/{id}', { path: { id: 42 } })).toBe(false)
  markSaleLeaving(cache, 7)
  expect(asks('/api/sold-properties/{id}', { path: { id: 7 } })).toBe(true)
  expect(asks('/api/sold-properties/{id}', { path: { id: 8 } })).toBe(false)
})
