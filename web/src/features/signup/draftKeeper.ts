import { isRefused } from '@/api/errors'
import type { SignupDraft, SignupDraftBody } from '@/api/signup'
import { createAutosave, type Autosave, type SaveState } from './autosave'
import { isSameDraft } from './model'
import { readDraft, saveDraft } from './queries'

const pause = 1_000
const retryAfter = 10_000

class Conflict extends Error {}

interface DraftKeeperOptions {
  invite: string
  /** The version of the draft as the page found it; undefined for none. */
  version: number | undefined
  onState: (state: SaveState) => void
  /** Another window has kept something else: nothing goes on until it is decided which counts. */
  onConflict: (kept: SignupDraft) => void
}

/** Keeps a half-filled form on the server. */
export interface DraftKeeper extends Autosave<SignupDraftBody> {
  /** Continues from what was read: the next save replaces it. */
  goOnFrom: (version: number) => void
}

export function createDraftKeeper({ invite, version: first, onState, onConflict }: DraftKeeperOptions): DraftKeeper {
  let version = first
  const save = async (body: SignupDraftBody) => {
    try {
      version = await saveDraft(invite, body, version)
    } catch (error) {
      if (!isRefused(error, 412)) throw error
      const kept = await readDraft(invite)
      // A reply of ours was lost: nobody else has changed it.
      if (kept !== null && isSameDraft(kept, body)) {
        version = kept.version
        return
      }
      if (kept === null) {
        version = await saveDraft(invite, body, undefined)
        return
      }
      onConflict(kept)
      throw new Conflict('Another window has changed it.', { cause: error })
    }
  }
  const autosave = createAutosave<SignupDraftBody>({ save, pause, retryAfter, mayRetry: (error) => !(error instanceof Conflict), onState })
  return {
    ...autosave,
    goOnFrom: (read) => {
      version = read
    },
  }
}
