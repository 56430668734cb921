import { Navigate, useLocation } from 'react-router'
import { paths } from '@/lib/paths'
import { NotFound } from './NotFound'

/**
 * There is no screen here for this role. Who has just signed in at such an address did not mean it, and starts at home.
 */
export function Nothing() {
  const state: unknown = useLocation().state
  const isAfterLogin = typeof state === 'object' && state !== null && 'isAfterLogin' in state
  return isAfterLogin ? <Navigate to={paths.home} replace /> : <NotFound />
}
