import { useEffect, useState } from 'react'
import type { SignupDraft, SignupDraftBody } from '@/api/signup'
import type { SaveState } from './autosave'
import { createDraftKeeper } from './draftKeeper'

/** The state of the kept form. */
interface KeptForm {
  state: SaveState
  /** The draft that another window has kept meanwhile; nothing is sent until it is decided which counts. */
  conflict: SignupDraft | undefined
  change: (body: SignupDraftBody) => void
  flush: () => Promise<boolean>
  stop: () => void
  /** Keeps the answers of this window. */
  keepMine: () => void
  /** Takes the answers of the other window. */
  takeTheirs: () => void
}

/** Keeps the half-filled form on the server while somebody types, and before the page is hidden or left. */
export function useDraft(invite: string, first: SignupDraft | null): KeptForm {
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const [conflict, setConflict] = useState<SignupDraft>()
  const [keeper] = useState(() => createDraftKeeper({ invite, version: first?.version, onState: setState, onConflict: setConflict }))

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void keeper.flush()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      // Leaving by a link within the page.
      void keeper.flush()
    }
  }, [keeper])

  const decide = () => {
    if (conflict !== undefined) keeper.goOnFrom(conflict.version)
    setConflict(undefined)
  }
  return {
    state,
    conflict,
    change: keeper.change,
    flush: keeper.flush,
    stop: keeper.stop,
    keepMine: () => {
      decide()
      void keeper.flush()
    },
    takeTheirs: () => {
      keeper.stop()
      decide()
      setState({ kind: 'idle' })
    },
  }
}
