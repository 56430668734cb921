import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Returns whether the device has a connection, as far as it knows itself: without one nothing arrives, with one it may. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
