import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors'

const minutes = 60_000

/** A refusal stays a refusal; everything else is tried three more times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return !isRefused && failures < 3
}

/** The cache of what the server said: fresh for five minutes (spec 1 section 7). */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 5 * minutes, retry: shouldRetry }, mutations: { retry: false } },
  })
}
