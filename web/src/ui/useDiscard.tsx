import { useState, type ReactNode } from 'react'
import { UnsavedGuard } from './UnsavedGuard'

interface Discard {
  /** Runs `leave` at once where nothing was typed, otherwise when the user agrees to lose it. */
  ask: (leave: () => void) => void
  /** The guard, to be rendered beside the form. */
  guard: ReactNode
}

/**
 * Makes a form ask before what was typed is lost, whichever way it is left. `isLost` tells whether leaving without a word loses something, where that
 * differs from giving it up.
 */
export function useDiscard(isDirty: () => boolean, title?: string, isLost = isDirty): Discard {
  const [leave, setLeave] = useState<() => void>()
  return {
    ask: (then) => (isDirty() ? setLeave(() => then) : then()),
    guard: <UnsavedGuard isDirty={isLost} title={title} leave={leave} onAnswer={() => setLeave(undefined)} />,
  }
}
