import { useState, type ReactNode } from 'react'
import { UnsavedGuard } from './UnsavedGuard'

interface Discard {
  /** Does at once what would lose what was typed, or once somebody agreed; at once where nothing was typed. */
  ask: (leave: () => void) => void
  /** Stands beside the form. */
  guard: ReactNode
}

/** A form that asks before what was typed is lost, whichever way it is left. */
export function useDiscard(isDirty: () => boolean, title?: string): Discard {
  const [leave, setLeave] = useState<() => void>()
  return {
    ask: (then) => (isDirty() ? setLeave(() => then) : then()),
    guard: <UnsavedGuard isDirty={isDirty} title={title} leave={leave} onKeep={() => setLeave(undefined)} />,
  }
}
