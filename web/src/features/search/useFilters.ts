import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { withList } from '@/lib/query'
import { filtersOf, isSame, sentOf, shownOf, type Filters } from './model'

const debounce = 300

/** Returns the typed filters: they take effect when the typing pauses, and a change of the address shows in the fields. */
export function useFilters() {
  const [query, setQuery] = useSearchParams()
  const address = filtersOf(query)
  const [typed, setTyped] = useState(() => shownOf(address))
  const [seen, setSeen] = useState(address)
  // A value put into the address from here must not come back over what is typed meanwhile.
  const [applied, setApplied] = useState(address)
  if (!isSame(address, seen)) {
    setSeen(address)
    if (!isSame(address, applied)) setTyped(shownOf(address))
  }
  const apply = useCallback(
    (filters: Filters) => {
      const sent = sentOf(filters)
      setApplied(sent)
      setQuery((before) => withList(before, { ...sent }), { replace: true, preventScrollReset: true })
    },
    [setQuery],
  )
  const isPending = !isSame(sentOf(typed), seen)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => apply(typed), debounce)
    return () => clearTimeout(timer)
  }, [typed, isPending, apply])
  return {
    typed,
    change: (changes: Partial<Filters>) => setTyped((before) => ({ ...before, ...changes })),
    /** Searches at once; says whether there was anything new to search for. */
    submit: () => {
      if (isPending) apply(typed)
      return isPending
    },
    clear: (filters: Filters) => {
      setTyped(filters)
      apply(filters)
    },
  }
}

/** The filters' state, and what changes it. */
export type FilterState = ReturnType<typeof useFilters>
