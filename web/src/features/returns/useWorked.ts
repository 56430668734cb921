import { useState } from 'react'
import { useReturns, type Analysis } from '@/api/analyses'
import { fieldErrors, isRefused } from '@/api/errors'
import type { Listing } from '@/api/listings'
import { useDebounced } from '@/lib/useDebounced'
import { bodyOf, isSame, typedOf, type Typed } from './model'

/** The pause in typing before the server is asked, in milliseconds. */
const pause = 300

/** The typed values of a listing, and the figures that follow. */
export interface Work {
  typed: Typed
  /** Types into one input, or gives it back to the server's proposal. */
  onType: (change: Typed) => void
  /** The newest figures there are; those from before while an input is wrong. */
  analysis: Analysis | undefined
  /** The server's mistakes of single inputs. */
  mistakes: Record<string, string>
  /** The reason why there are no figures, where no input is to blame. */
  error: unknown
  retry: () => void
  isChanged: boolean
  reset: () => void
}

/** Works out what a listing returns, beginning with an analysis that was kept or with the server's proposals. */
export function useWorked(listing: Listing, saved: Analysis | undefined): Work {
  const start = saved === undefined ? {} : typedOf(saved)
  const [typed, setTyped] = useState<Typed>(start)
  const [opened, setOpened] = useState(saved?.id)
  // Another one was opened, or the first was kept.
  if (saved?.id !== opened) {
    setOpened(saved?.id)
    setTyped(start)
  }
  const settled = useDebounced(typed, pause)
  const { data, error, refetch } = useReturns(listing, bodyOf(settled))
  const [last, setLast] = useState<Analysis>()
  const found = data ?? undefined
  if (found !== undefined && found !== last) setLast(found)
  const isRefusal = isRefused(error, 422)
  return {
    typed,
    onType: (change) =>
      setTyped((before) => {
        const entries = Object.entries({ ...before, ...change }).filter(([, value]) => (value as string | undefined) !== undefined)
        return Object.fromEntries(entries)
      }),
    analysis: found ?? last,
    mistakes: isRefusal ? fieldErrors(error) : {},
    error: isRefusal ? null : error,
    retry: () => void refetch(),
    isChanged: !isSame(typed, start),
    reset: () => setTyped(start),
  }
}
