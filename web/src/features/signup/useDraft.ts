import { useEffect, useMemo, useRef, useState } from 'react'
import { isRefused } from '@/api/errors'
import type { SignupDraft, SignupDraftBody } from '@/api/signup'
import { createAutosave, type SaveState } from './autosave'
import { isSameDraft } from './model'
import { readDraft, saveDraft } from './queries'

const pause = 1_000
const retryAfter = 10_000

/** How the form is kept. */
interface KeptForm {
  state: SaveState
  /** What another window has kept meanwhile; nothing is sent until it is decided which counts. */
  conflict: SignupDraft | undefined
  change: (body: SignupDraftBody) => void
  flush: () => Promise<boolean>
  stop: () => void
  /** What is here counts. */
  keepMine: () => void
  /** What the other window has kept counts. */
  takeTheirs: () => void
}

class Conflict extends Error {}

/** Keeps the half-filled form on the server while somebody types, and before the page is hidden or left. */
export function useDraft(invite: string, first: SignupDraft | null): KeptForm {
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const [conflict, setConflict] = useState<SignupDraft>()
  const version = useRef(first?.version)
  const autosave = useMemo(
    () =>
      createAutosave<SignupDraftBody>({
        pause,
        retryAfter,
        mayRetry: (error) => !(error instanceof Conflict),
        onState: setState,
        save: async (body) => {
          try {
            version.current = await saveDraft(invite, body, version.current)
          } catch (error) {
            if (!isRefused(error, 412)) throw error
            const kept = await readDraft(invite, '')
            // A reply of ours was lost: nobody else has changed it.
            if (kept !== null && !isSameDraft(kept, body)) {
              setConflict(kept)
              throw new Conflict('Another window has changed it.', { cause: error })
            }
            version.current = kept?.version
            if (kept === null) version.current = await saveDraft(invite, body, undefined)
          }
        },
      }),
    [invite],
  )

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void autosave.flush()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      // Leaving by a link within the page.
      void autosave.flush()
    }
  }, [autosave])

  const decide = () => {
    version.current = conflict?.version
    setConflict(undefined)
  }
  return {
    state,
    conflict,
    change: autosave.change,
    flush: autosave.flush,
    stop: autosave.stop,
    keepMine: () => {
      decide()
      void autosave.flush()
    },
    takeTheirs: () => {
      autosave.stop()
      decide()
      setState({ kind: 'idle' })
    },
  }
}
