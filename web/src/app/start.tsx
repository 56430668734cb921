import type { QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { meQuery, settingsQuery } from '@/api/account'
import { createCache } from '@/api/queryClient'
import { tokenStore } from '@/api/token'
import { breathe } from '@/lib/breathe'
import { theme } from '@/theme/theme'
import { applyVariables } from '@/theme/variables'
import { App } from './App'
import type { FirstPage } from './firstChunks'
import { routes } from './routes'

/** The time for which the first rendering waits for its data, in milliseconds: no longer than goes unnoticed. What comes later has a place kept. */
const patience = 150

/**
 * Renders the application, once the code of its first `screen` is there and it is known who is signed in: rendered from
 * nothing to that screen at once, it is done in slices with a breath after each, and what comes later is done in one piece.
 */
export async function start(screen: Promise<FirstPage | undefined>): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  const cache = createCache()
  const account = tokenStore.get() === null ? [] : accountOf(cache)
  await breathe()
  theme()
  await breathe()
  applyVariables()
  const router = createBrowserRouter(routes)
  const [page] = await Promise.all([screen, Promise.allSettled(account)])
  // The page's data was asked for before its code: on a slow line it is there already, and is rendered at once instead of after its place.
  const prepared = page?.prepare?.(cache, new URLSearchParams(location.search)).catch(() => undefined)
  if (prepared !== undefined) await Promise.race([prepared, breathe(patience)])
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App cache={cache} router={router} />
      </StrictMode>,
    )
  })
}

/** Reads the user and their settings: tried once, failures are for the screens to try again and to say. */
function accountOf(cache: QueryClient): Promise<unknown>[] {
  return [cache.query({ ...meQuery(), retry: false }), cache.query({ ...settingsQuery(), retry: false })]
}
