import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The token of the link, which leaves the address at once: addresses are shown, kept and passed on. It stays with this entry
 * of the tab's history, so that a reload follows the link again.
 */
export function useMailedToken(): string {
  const [query] = useSearchParams()
  const { pathname, state } = useLocation() as { pathname: string; state: unknown }
  const navigate = useNavigate()
  const linked = query.get('token')
  useEffect(() => {
    if (linked !== null) void navigate(pathname, { replace: true, state: { mailedToken: linked } })
  }, [linked, navigate, pathname])
  return linked ?? keptToken(state)
}

function keptToken(state: unknown): string {
  return typeof state === 'object' && state !== null && 'mailedToken' in state ? String(state.mailedToken) : ''
}
