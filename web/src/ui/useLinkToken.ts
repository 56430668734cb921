import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * A secret of a link, which leaves the address at once: addresses are shown, kept and passed on. It stays with this entry of the
 * tab's history, so that a reload follows the link again.
 *
 * `linked` is what the address holds; `bare` is the address without it.
 */
export function useLinkToken(linked: string | null, bare: string): string {
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  useEffect(() => {
    if (linked !== null) void navigate(bare, { replace: true, state: { ...asRecord(state), linkToken: linked } })
  }, [linked, bare, navigate, state])
  return linked ?? keptToken(state)
}

const asRecord = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {})

/** The secret that an entry of the history keeps; empty for none. */
export function keptToken(state: unknown): string {
  return typeof state === 'object' && state !== null && 'linkToken' in state ? String(state.linkToken) : ''
}
