import { showBootFrame } from './app/bootFrame'
import { headStart } from './app/headStart'
import { reloadOnStaleBuild } from './app/staleBuild'
import { applyScheme } from './theme/scheme'

// This module and what it names are small and come first: everything else is on its way before React is there.
reloadOnStaleBuild()
applyScheme()
showBootFrame(location)
const screen = headStart(location)

/** Each import is evaluated in one go, so React and what is built on it are two. */
async function begin() {
  await import('react-dom/client')
  const { start } = await import('./app/start')
  await start(screen)
}

void begin()
