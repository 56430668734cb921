import { QueryClient } from '@tanstack/react-query'
import { readBytes } from './bytes'
import { ApiError } from './errors'

const minutes = 60_000

/** A refusal stays a refusal; everything else is tried three more times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return !isRefused && failures < 3
}

/** The cache of what the server said: fresh for five minutes (docs/reference/screens/calls.md S1 7). */
export function createCache(): QueryClient {
  const cache = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5 * minutes, retry: shouldRetry },
      // Without a connection a call fails at once, and whoever made it decides: by itself nothing is sent later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // A picture by its address, which parts without knowledge of the API show: another picture has another address.
  cache.setQueryDefaults(['bytes'], { queryFn: ({ queryKey: [, url], signal }) => readBytes(String(url), signal), staleTime: Infinity })
  return cache
}
