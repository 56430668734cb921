import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { answer, problem } from '@/test/server'
import { client } from './client'
import { ApiError, fieldErrors, isRefusal, shortCause, userMessage } from './errors'
import { shouldRetry } from './queryClient'

const login = () => client.POST('/api/auth/login', { body: { email: 'a@b.example', password: 'x' } })

describe('the message of a failure', () => {
  test('is the status and the body', async () => {
    answer('post', '/api/auth/login', () => new HttpResponse('broken', { status: 500, statusText: 'Internal Server Error' }))
    await expect(login()).rejects.toThrow(/^500: broken$/)
  })

  test('is the status and its text where there is no body', async () => {
    answer('post', '/api/auth/login', () => new HttpResponse('', { status: 500, statusText: 'Internal Server Error' }))
    await expect(login()).rejects.toThrow(/^500: Internal Server Error$/)
  })
})

describe('what people read', () => {
  const refusal = new ApiError(
    422,
    JSON.stringify({ title: 'Invalid', detail: 'The name is too long.', reason: 'PROPERTY_INVALID', errors: { name: ['Too long.', 'Odd.'], size: [] } }),
    '',
  )

  test('is what the server said, else the fallback', () => {
    expect(userMessage(refusal, 'Failed.')).toBe('The name is too long.')
    for (const error of [new ApiError(500, '', ''), new ApiError(500, '<html>', ''), new ApiError(500, 'null', ''), new TypeError('x')]) {
      expect(userMessage(error, 'Failed.')).toBe('Failed.')
    }
  })

  test('belongs to fields where it says so, the first text of each', () => {
    expect(fieldErrors(refusal)).toEqual({ name: 'Too long.' })
    expect(fieldErrors(new Error('x'))).toEqual({})
  })

  test('has a reason', () => {
    expect(isRefusal(refusal, 'PROPERTY_INVALID')).toBe(true)
    expect(isRefusal(refusal, 'OTHER')).toBe(false)
    expect(isRefusal(new Error('x'), 'OTHER')).toBe(false)
  })

  test('is short where it names a cause', () => {
    expect(shortCause(refusal)).toBe('422: The name is too long.')
    expect(shortCause(new ApiError(500, '', 'Internal Server Error'))).toBe('500: Internal Server Error')
    expect(shortCause(new ApiError(404, '{"title":"Not Found"}', ''))).toBe('404: Not Found')
    expect(shortCause(new TypeError('Failed to fetch'))).toBe('The server did not answer.')
  })
})

test('a refusal is not tried again, anything else is', () => {
  expect(shouldRetry(0, new ApiError(404, '', ''))).toBe(false)
  expect(shouldRetry(2, new ApiError(503, '', ''))).toBe(true)
  expect(shouldRetry(3, new ApiError(503, '', ''))).toBe(false)
  expect(shouldRetry(0, new TypeError('Failed to fetch'))).toBe(true)
})

test('a problem travels with its fields', async () => {
  answer('post', '/api/auth/login', () => problem(422, { errors: { email: ['Enter a valid email address.'] } }))
  const error: unknown = await login().catch((reason: unknown) => reason)
  expect(fieldErrors(error)).toEqual({ email: 'Enter a valid email address.' })
})
