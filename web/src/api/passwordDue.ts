let isDue = false
const listeners = new Set<() => void>()

/** Holds whether the server asks for a new password before anything else: the login said so, or a refused call did. */
export const passwordDue = {
  get: (): boolean => isDue,

  set: (value: boolean): void => {
    isDue = value
    for (const listener of listeners) listener()
  },

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
