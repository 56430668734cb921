import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { muchLater } from '@/test/browser'
import { aToken, aUser } from '@/test/factories'
import { answer, problem } from '@/test/server'
import { client } from './client'
import { ApiError } from './errors'
import { tokenStore } from './token'
import { askAhead } from './transport'

const bearers = (headers: Headers[]) => headers.map((each) => each.get('authorization'))

/** A server that knows only `good` as a token. */
function meOnlyFor(good: string) {
  const asked = answer('get', '/api/auth/me', (count) => {
    const bearer = asked.headers[count - 1]?.get('authorization')
    return bearer === `Bearer ${good}` ? HttpResponse.json(aUser()) : problem(401, { reason: 'TOKEN_EXPIRED' })
  })
  return asked
}

let old: string
let fresh: string

beforeEach(() => {
  // Each test long after the renewals of the one before, which would keep it from renewing again.
  muchLater()
  old = aToken()
  fresh = aToken()
  tokenStore.set(old)
})

test('a request carries the token and a trace', async () => {
  const asked = answer('get', '/api/auth/me', () => HttpResponse.json(aUser()))
  await client.GET('/api/auth/me')
  expect(bearers(asked.headers)).toEqual([`Bearer ${old}`])
  expect(asked.headers[0]?.get('traceparent')).toMatch(/^00-/)
})

describe('a 401', () => {
  test('renews the token once for all that wait, and repeats them', async () => {
    const me = meOnlyFor(fresh)
    const refresh = answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: fresh }))
    const replies = await Promise.all([client.GET('/api/auth/me'), client.GET('/api/auth/me'), client.GET('/api/auth/me')])
    expect(replies.map(({ data }) => data?.id)).toEqual([7, 7, 7])
    expect(refresh.headers).toHaveLength(1)
    expect(me.headers).toHaveLength(6)
    expect(tokenStore.get()).toBe(fresh)
  })

  test('ends the session when it cannot be renewed', async () => {
    meOnlyFor(fresh)
    answer('post', '/api/auth/refresh', () => problem(401, { reason: 'SESSION_ENDED' }))
    await expect(client.GET('/api/auth/me')).rejects.toMatchObject({ status: 401 })
    expect(tokenStore.get()).toBeNull()
  })

  test('keeps the session when the renewal has no answer', async () => {
    meOnlyFor(fresh)
    answer('post', '/api/auth/refresh', () => problem(503, { detail: 'Try again soon.' }))
    await expect(client.GET('/api/auth/me')).rejects.toMatchObject({ status: 503 })
    expect(tokenStore.get()).toBe(old)
  })

  test('is repeated once only', async () => {
    const me = meOnlyFor('another')
    answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: fresh }))
    await expect(client.GET('/api/auth/me')).rejects.toMatchObject({ status: 401 })
    expect(me.headers).toHaveLength(2)
  })

  test('of a login is its answer', async () => {
    answer('post', '/api/auth/login', () => problem(401, { reason: 'CREDENTIALS_WRONG' }))
    const refresh = answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: fresh }))
    await expect(client.POST('/api/auth/login', { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ status: 401 })
    expect(refresh.headers).toHaveLength(0)
    expect(tokenStore.get()).toBe(old)
  })
})

test('a write is repeated with its body and its key', async () => {
  const body = { name: 'A', address: 'B', postcode: 'M21 9QJ', propertyType: 'House' as const }
  const asked = answer('post', '/api/properties', (count) =>
    count === 1 ? problem(401, { reason: 'TOKEN_EXPIRED' }) : HttpResponse.json({}, { status: 201 }),
  )
  answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: fresh }))
  await client.POST('/api/properties', { body, params: { header: { 'Idempotency-Key': 'key-1' } } })
  expect(asked.bodies).toEqual([body, body])
  expect(asked.headers.map((each) => each.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
})

test('a token about to run out is renewed before it is used', async () => {
  tokenStore.set(aToken({ lifetime: 5 }))
  const me = meOnlyFor(fresh)
  answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: fresh }))
  await client.GET('/api/auth/me')
  expect(bearers(me.headers)).toEqual([`Bearer ${fresh}`])
})

describe('while nobody is there', () => {
  const said = ({ headers }: { headers: Headers[] }) => headers.map((each) => each.get('lintel-background'))

  test('a read says so, and so does the renewal that it needs', async () => {
    const me = meOnlyFor(fresh)
    const refresh = answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: fresh }))
    await client.GET('/api/auth/me')
    expect(said(me)).toEqual(['1', '1'])
    expect(said(refresh)).toEqual(['1'])
  })

  test('a write is somebody’s all the same', async () => {
    const asked = answer('post', '/api/properties', () => HttpResponse.json({}, { status: 201 }))
    const body = { name: 'A', address: 'B', postcode: 'M21 9QJ', propertyType: 'House' as const }
    await client.POST('/api/properties', { body, params: { header: { 'Idempotency-Key': 'key-1' } } })
    expect(said(asked)).toEqual([null])
  })
})

test.each(['pointerdown', 'keydown', 'wheel', 'touchmove'])('after a %s a read is its user’s', async (act) => {
  dispatchEvent(new Event(act))
  const asked = answer('get', '/api/auth/me', () => HttpResponse.json(aUser()))
  await client.GET('/api/auth/me')
  expect(asked.headers[0]?.has('lintel-background')).toBe(false)
})

describe('what was asked for ahead of time', () => {
  test('is the reply of who asks for it first, and of nobody else', async () => {
    const me = meOnlyFor(old)
    askAhead('/api/auth/me')
    const replies = await Promise.all([client.GET('/api/auth/me'), client.GET('/api/auth/me')])
    expect(replies.map(({ data }) => data?.id)).toEqual([7, 7])
    expect(me.headers).toHaveLength(2)
  })

  test('fails for them as if they had asked', async () => {
    answer('get', '/api/auth/me', (count) => (count === 1 ? HttpResponse.error() : HttpResponse.json(aUser())))
    askAhead('/api/auth/me')
    await expect(client.GET('/api/auth/me')).rejects.toThrow(TypeError)
    await expect(client.GET('/api/auth/me')).resolves.toMatchObject({ data: { id: 7 } })
  })

  test('is not given to who asks much later', async () => {
    const me = meOnlyFor(old)
    askAhead('/api/auth/me')
    await waitFor(() => expect(me.headers).toHaveLength(1))
    muchLater()
    await client.GET('/api/auth/me')
    expect(me.headers).toHaveLength(2)
  })

  test('is not given to somebody else', async () => {
    const me = meOnlyFor(old)
    askAhead('/api/auth/me')
    await waitFor(() => expect(me.headers).toHaveLength(1))
    const theirs = aToken({ subject: '8' })
    tokenStore.set(theirs)
    answer('get', '/api/auth/me', () => HttpResponse.json(aUser({ id: 8 })))
    expect((await client.GET('/api/auth/me')).data?.id).toBe(8)
  })
})

test('who logged out while a renewal ran stays logged out', async () => {
  meOnlyFor(fresh)
  answer('post', '/api/auth/refresh', () => {
    tokenStore.set(null)
    return HttpResponse.json({ token: fresh })
  })
  await expect(client.GET('/api/auth/me')).rejects.toBeInstanceOf(ApiError)
  expect(tokenStore.get()).toBeNull()
})
