/** A short message that goes by itself. */
export interface Toast {
  id: number
  title: string
  text?: string
  /** True if something went wrong. */
  isDestructive: boolean
  /** The way back from what was done. */
  undo?: { name: string; onUndo: () => void } | undefined
}

/** The time for which a toast stays, in milliseconds: twice as long where something can be undone in it. */
export const toastLifetime = 5_000

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}

/** Shows one toast at a time: a new one takes the place of the one before. */
export const toasts = {
  success: (title: string, text?: string, undo?: Toast['undo']) => show({ id: ++lastId, title, text, undo, isDestructive: false }),
  failure: (title: string, text?: string) => show({ id: ++lastId, title, text, isDestructive: true }),
  dismiss: () => show(null),
  current: () => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
