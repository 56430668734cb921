import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { uuid } from '@/lib/trace'

/** The wizard's part of an entry in the tab's history. */
interface HistoryState {
  invite?: string
  draft?: string
  /** The `idempotency-key` of opening the form: after a reload it asks for what it may have been given already. */
  draftKey?: string
}

/** The secrets of the link that was followed. */
interface SignupLink {
  /** The invitation; empty for none. */
  invite: string
  /** The half-filled form that the link was mailed for; empty for none, and once it was opened. */
  draft: string
  /** The `idempotency-key` of opening that form. It is in no address, so whoever has the link alone has no key. */
  draftKey: string | undefined
  /** Forgets the form's secret, which works once. */
  forgetDraft: () => void
}

/**
 * The secrets of the link, which leave the address at once: addresses are shown, kept and passed on. The history keeps them, so that
 * Back and a reload go on.
 */
export function useSignupLink(): SignupLink {
  const [query] = useSearchParams()
  const { pathname, state } = useLocation() as { pathname: string; state: unknown }
  const navigate = useNavigate()
  const kept = keptOf(state)
  const invite = query.get('invite')
  const draft = query.get('draft')
  useEffect(() => {
    if (invite === null && draft === null) return
    const bare = new URLSearchParams(query)
    bare.delete('invite')
    bare.delete('draft')
    const secrets = { ...(invite !== null && { invite }), ...(draft !== null && { draft, draftKey: uuid() }) }
    void navigate({ pathname, search: bare.toString() }, { replace: true, state: { ...keptOf(state), ...secrets } })
  }, [invite, draft, query, pathname, state, navigate])
  // An address that was typed within the same visit has nothing of it in its history.
  const [first] = useState({ invite: invite ?? kept.invite ?? '', draft: draft ?? kept.draft ?? '' })
  const [isForgotten, setForgotten] = useState(false)
  const found = { invite: invite ?? kept.invite ?? first.invite, draft: draft ?? kept.draft ?? first.draft }
  const forgetDraft = () => {
    setForgotten(true)
    void navigate({ pathname, search: query.toString() }, { replace: true, state: { invite: found.invite, draft: '' } })
  }
  return { invite: found.invite, draft: isForgotten ? '' : found.draft, draftKey: kept.draftKey, forgetDraft }
}

function keptOf(state: unknown): HistoryState {
  return typeof state === 'object' && state !== null ? state : {}
}
