import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider, type InitialEntry } from 'react-router'
import type { User } from '@/api/account'
import { createCache } from '@/api/queryClient'
import { tokenStore } from '@/api/token'
import { routes } from '@/app/routes'
import { Theme } from '@/theme/Theme'
import { aToken } from './factories'
import { answer } from './server'

/** The application at an address, and hands to use it. */
export interface App {
  user: UserEvent
  cache: QueryClient
  /** Returns the address of the application: path and query. */
  address: () => string
  /** The entry of the history where the application is, with what it keeps: rendered anew, it is a reload. */
  entry: () => InitialEntry
  /** Goes to an address within the application. */
  visit: (path: string) => Promise<void>
}

/** The input that `type` cannot give at once: keys that have a name, as in `{Enter}` or `[ShiftLeft]`. */
const NAMED_KEY = /[{[]/

/**
 * Hands that type a text as one input, at the end of what the field holds: a form that is drawn anew for every letter takes
 * most of a test's time. `keyboard` types letter by letter where that is what a test is about.
 */
function hands(): UserEvent {
  const user = userEvent.setup({ delay: null })
  const type: UserEvent['type'] = async (element, text, options) => {
    if (NAMED_KEY.test(text) || options) return user.type(element, text, options)
    await user.click(element)
    await user.paste(text)
  }
  return { ...user, type }
}

/**
 * Renders the application on its own routes; signed in as `user`, or as a stranger without one. `isStrict` mounts everything
 * twice, as React does in development.
 */
export function renderApp(path: InitialEntry, { user, isStrict = false }: { user?: User; isStrict?: boolean } = {}): App {
  if (user) {
    answer('get', '/api/auth/me', () => HttpResponse.json(user))
    tokenStore.set(aToken({ subject: String(user.id) }))
  }
  const cache = createCache()
  const defaults = cache.getDefaultOptions()
  cache.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 1 } })
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const app = (
    <Theme>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Theme>
  )
  render(app, { reactStrictMode: isStrict })
  return {
    user: hands(),
    cache,
    entry: () => router.state.location,
    address: () => router.state.location.pathname + router.state.location.search,
    visit: (to) => router.navigate(to),
  }
}
