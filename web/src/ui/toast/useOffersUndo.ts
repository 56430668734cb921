import { useSyncExternalStore } from 'react'
import { toasts } from './toasts'

/** Returns whether a toast offers a way back: while it does, a dialog lets the keyboard leave it for the toast. */
export const useOffersUndo = (): boolean => useSyncExternalStore(toasts.subscribe, () => toasts.current()?.undo !== undefined)
