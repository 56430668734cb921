import { useEffect, useRef, useSyncExternalStore } from 'react'
import { breakpoints } from '@/theme/tokens'

const query = `(max-width: ${String(breakpoints.md - 0.05)}px)`

type Holder = () => boolean

const listeners = new Set<() => void>()
const holders = new Set<Holder>()
let layout = false

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  listeners.add(listener)
  return () => {
    list.removeEventListener('change', listener)
    listeners.delete(listener)
  }
}

/** Returns whether the mobile layout applies now: by width alone, below 768 px. */
export const isMobileNow = (): boolean => matchMedia(query).matches

function isMobileLayout(): boolean {
  if (![...holders].some((holds) => holds())) layout = isMobileNow()
  return layout
}

/** Returns whether the mobile layout applies, for as long as it does and nobody holds the layout. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, isMobileLayout)
}

/** The same, but also while the layout is held: for frames that keep what is in them when they change. */
export function useIsMobileNow(): boolean {
  return useSyncExternalStore(subscribe, isMobileNow)
}

const always = () => true

/**
 * Holds the layout while the component is there and `holds` says so. The layouts are built of different parts, so whoever turns a phone
 * would lose what they have typed, or a key that is shown once.
 */
export function useHeldLayout(holds: Holder = always): void {
  const latest = useRef(holds)
  useEffect(() => {
    latest.current = holds
  })
  useEffect(() => {
    const holder = () => latest.current()
    isMobileLayout()
    holders.add(holder)
    return () => {
      holders.delete(holder)
      listeners.forEach((listener) => listener())
    }
  }, [])
}
