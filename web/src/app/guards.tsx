import { Suspense, type ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '@/api/session'
import { safeNext } from '@/lib/paths'
import { Loading } from '@/ui/Loading'
import { keptToken } from '@/ui/useLinkToken'
import { Nothing } from './Nothing'
import { Login, RequiredPassword, Shell } from './pages'
import { PublicFrame } from './PublicFrame'
import { mayOpen } from './screens'

/** The frame and its screens for those who are signed in; everybody else sees login, at the address they asked for. */
export function SignedIn() {
  const session = useSession()
  if (session.state === 'loading') return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      {session.state === 'signedIn' && <Shell user={session.user} />}
      {session.state === 'signedOut' && <Login />}
      {session.state === 'passwordDue' && (
        <PublicFrame>
          <RequiredPassword />
        </PublicFrame>
      )}
    </Suspense>
  )
}

/** Shows the screen of a private link in the address; without one, the frame and its screen. */
export function ByLink({ linked }: { linked: ReactNode }) {
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  // The secret leaves the address at once, and stays with the entry of the history.
  return query.has('token') || keptToken(state) !== '' ? linked : <SignedIn />
}

/** A screen for the roles that may open it; for others there is nothing here. */
export function RoleGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  if (session.state !== 'signedIn') return null
  const next = query.get('next')
  if (next !== null) return <Navigate to={safeNext(next)} replace />
  return mayOpen(pathname, session.user.role) ? children : <Nothing />
}

/** A page of the signed-out: those who are signed in are led away from it, or find nothing there. */
export function SignedOut({ otherwise, children }: { otherwise: ReactNode; children: ReactNode }) {
  const session = useSession()
  if (session.state === 'loading') return <Loading />
  return <Suspense fallback={<Loading />}>{session.state === 'signedOut' ? children : otherwise}</Suspense>
}
