import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { reloadOnStaleBuild } from './app/staleBuild'
import { applyScheme } from './theme/scheme'

reloadOnStaleBuild()
applyScheme()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
