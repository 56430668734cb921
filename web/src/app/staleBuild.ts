const key = 'reloaded'

/**
 * A tab that is older than the build asks for scripts that are gone. Loading the page anew mends that; once, because a script
 * that is missing for another reason would be missing again.
 */
export function reloadOnStaleBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(key) !== null) return
    sessionStorage.setItem(key, location.pathname)
    event.preventDefault()
    location.reload()
  })
  // A visit that goes well for a while may mend itself again.
  setTimeout(() => sessionStorage.removeItem(key), 30_000)
}
