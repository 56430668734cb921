import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { HttpResponse } from 'msw'
import { answer } from '@/test/server'
import { api } from './client'
import { createCache } from './queryClient'
import { useMutation } from './useMutation'

const within = () => {
  const cache = createCache()
  return { wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider> }
}

/** Calls back with what it was called for, and in which order. */
function ears() {
  const heard: unknown[] = []
  return {
    heard,
    callbacks: {
      onSuccess: (data: unknown, variables: unknown) => heard.push(['success', data, variables]),
      onError: (error: unknown, variables: unknown) => heard.push(['error', error, variables]),
      onSettled: () => heard.push('settled'),
    },
  }
}

test('an act calls back though its own news takes the control away first', async () => {
  const { heard, callbacks } = ears()
  const { result, unmount } = renderHook(() => useMutation({ mutationFn: async (id: number) => Promise.resolve(`${id} is gone`) }), within())
  result.current.mutate(7, callbacks)
  unmount()
  await waitFor(() => expect(heard).toEqual([['success', '7 is gone', 7], 'settled']))
})

test('a refusal is told as well, and each of two acts', async () => {
  const { heard, callbacks } = ears()
  const no = new Error('No.')
  const { result } = renderHook(() => useMutation({ mutationFn: async (id: number) => (id === 7 ? Promise.reject(no) : Promise.resolve('done')) }), within())
  result.current.mutate(7, callbacks)
  result.current.mutate(8, callbacks)
  await waitFor(() => expect(heard).toHaveLength(4))
  expect(heard).toEqual(expect.arrayContaining([['error', no, 7], ['success', 'done', 8]]))
})

test('a call of the contract does so too', async () => {
  answer('post', '/api/auth/logout', () => new HttpResponse(null, { status: 204 }))
  const { heard, callbacks } = ears()
  const { result, unmount } = renderHook(() => api.useMutation('post', '/api/auth/logout'), within())
  result.current.mutate({}, callbacks)
  unmount()
  await waitFor(() => expect(heard.at(-1)).toBe('settled'))
})
