import { useSyncExternalStore } from 'react'
import { breakpoints } from '@/theme/tokens'

const wide = `(min-width: ${breakpoints.xl}px)`
const some = `(min-width: ${breakpoints.md}px)`

function subscribe(listener: () => void): () => void {
  const lists = [wide, some].map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}

/** Returns the number of cards beside each other: one on mobile screens, then two, three from 1200 px. */
export function useColumns(): 1 | 2 | 3 {
  return useSyncExternalStore(subscribe, () => (matchMedia(wide).matches ? 3 : matchMedia(some).matches ? 2 : 1))
}
