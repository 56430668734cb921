/** The state of keeping a half-filled form. */
export type SaveState = { kind: 'idle' } | { kind: 'saving' } | { kind: 'saved'; at: Date } | { kind: 'failed'; error: unknown }

interface AutosaveOptions<Snapshot> {
  /** Sends one. */
  save: (snapshot: Snapshot) => Promise<void>
  /** The pause in typing before it is sent, in milliseconds. */
  pause: number
  /** The time after a failure before it is tried again, in milliseconds. */
  retryAfter: number
  /** Returns whether it may be tried again by itself. */
  mayRetry: (error: unknown) => boolean
  onState: (state: SaveState) => void
}

/** Keeps what is typed. */
export interface Autosave<Snapshot> {
  /** Takes the current values; they are sent once nothing changes for a while. */
  change: (snapshot: Snapshot) => void
  /** Sends at once what is not sent yet, and waits for it. Returns whether everything is kept. */
  flush: () => Promise<boolean>
  /** Forgets what is not sent yet. */
  stop: () => void
}

/** One sending at a time; what was typed during it goes next, and only the newest of it. A failure keeps it for the next time. */
export function createAutosave<Snapshot>({ save, pause, retryAfter, mayRetry, onState }: AutosaveOptions<Snapshot>): Autosave<Snapshot> {
  let waiting: { snapshot: Snapshot } | undefined
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    while (waiting !== undefined) {
      const sent = waiting
      waiting = undefined
      onState({ kind: 'saving' })
      try {
        await save(sent.snapshot)
      } catch (error) {
        waiting ??= sent
        onState({ kind: 'failed', error })
        running = undefined
        if (mayRetry(error)) later(retryAfter)
        return
      }
    }
    // At once, not after the promise: what is typed from now on needs a run of its own.
    running = undefined
    onState({ kind: 'saved', at: new Date() })
  }
  const start = () => {
    clearTimeout(timer)
    if (waiting !== undefined) running ??= run()
    return running
  }
  const later = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void start(), milliseconds)
  }

  return {
    change: (snapshot) => {
      waiting = { snapshot }
      later(pause)
    },
    flush: async () => {
      await start()
      return waiting === undefined
    },
    stop: () => {
      clearTimeout(timer)
      waiting = undefined
    },
  }
}
