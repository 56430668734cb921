import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { createCache } from './api/queryClient'
import { App } from './app/App'
import { headStart } from './app/headStart'
import { routes } from './app/routes'
import { reloadOnStaleBuild } from './app/staleBuild'
import { applyScheme } from './theme/scheme'

/** Lets the browser paint and answer its user; a slow phone needs long for each step of the start. */
const breathe = () => new Promise((done) => setTimeout(done))

async function start(): Promise<void> {
  reloadOnStaleBuild()
  applyScheme()
  const root = document.getElementById('root')
  if (root === null) return
  const cache = createCache()
  headStart(cache, location.pathname)
  await breathe()
  const router = createBrowserRouter(routes)
  await breathe()
  // As a transition the first rendering is done in slices, with a breath after each.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App cache={cache} router={router} />
      </StrictMode>,
    )
  })
}

queueMicrotask(() => void start())
