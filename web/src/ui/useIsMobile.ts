import { useSyncExternalStore } from 'react'
import { breakpoints } from '@/theme/tokens'

const query = `(max-width: ${String(breakpoints.md - 0.05)}px)`

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the mobile layout applies now: by width alone, below 768 px. */
export const isMobileNow = (): boolean => matchMedia(query).matches

/** Whether the mobile layout applies, for as long as it does. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, isMobileNow)
}
