import { useSyncExternalStore } from 'react'

let current = 0
const listeners = new Set<() => void>()

/** Stores the number of urgent things in the browser's title, on every page. */
export const titleCount = {
  get: () => current,
  set: (count: number) => {
    current = count
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** A page's title, with the count before it where there is one. */
export function useCountedTitle(title: string): string {
  const count = useSyncExternalStore(titleCount.subscribe, titleCount.get)
  return count > 0 ? `(${count}) ${title}` : title
}
