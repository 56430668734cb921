const key = 'lintel-scheme'

/**
 * Sets the colour scheme before the first paint, as MUI will: the stored choice, else the system's. A script in the page
 * would do it earlier, but the policy allows none.
 */
export function applyScheme(): void {
  const choice = localStorage.getItem(key)
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute(isDark ? 'data-dark' : 'data-light', '')
}

/** The key under which MUI keeps the choice. */
export const schemeStorageKey = key
