import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { chunk } from '@/lib/chunk'
import { formOwner } from '@/lib/formOwner'
import { meQuery, type User } from './account'
import { client, type Schema } from './client'
import { passwordDue } from './passwordDue'
import { pushMark } from './pushMark'
import { tokenStore } from './token'

/** The state of the session, with the user who is signed in. */
export type Session = { state: 'loading' } | { state: 'passwordDue' } | { state: 'signedOut' } | { state: 'signedIn'; user: User }

const SessionContext = createContext<Session>({ state: 'loading' })

/** Checks the stored token and says who is signed in. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(tokenStore.subscribe, tokenStore.get)
  const { data, error } = useQuery({ ...meQuery(), enabled: token !== null })

  useForgetOnChange()

  const isPasswordDue = useSyncExternalStore(passwordDue.subscribe, passwordDue.get)
  useEffect(() => {
    if (error === null || tokenStore.get() === null) return
    console.error('The stored sign-in was not accepted.', error)
    tokenStore.set(null)
  }, [error])

  const isSignedIn = token !== null && data !== undefined && !isPasswordDue
  useLive(isSignedIn)

  const session = useMemo<Session>(() => {
    if (token === null) return { state: 'signedOut' }
    if (isPasswordDue) return { state: 'passwordDue' }
    return data === undefined ? { state: 'loading' } : { state: 'signedIn', user: data }
  }, [token, data, isPasswordDue])
  return <SessionContext value={session}>{children}</SessionContext>
}

// Nothing that a stranger sees is live.
const live = chunk(() => import('./live'))

/** Keeps what is on the screen current, for as long as somebody is signed in. */
function useLive(isSignedIn: boolean): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return
    let stop: (() => void) | undefined
    let isOver = false
    const start = ({ startLive }: typeof import('./live')) => {
      if (!isOver) stop = startLive(cache)
    }
    if (live.there) start(live.there)
    else live.load().then(start, (error: unknown) => console.error('What is on the screen is not kept current.', error))
    return () => {
      isOver = true
      stop?.()
    }
  }, [isSignedIn, cache])
}

/** Another person, or nobody, in this or another tab: nothing of the one before stays. */
function useForgetOnChange(): void {
  const cache = useQueryClient()
  const subject = useRef(tokenStore.subject())
  useEffect(() => {
    if (subject.current !== null) formOwner.set(subject.current)
    return tokenStore.subscribe(() => {
      const now = tokenStore.subject()
      if (now === subject.current) return
      const before = subject.current
      subject.current = now
      if (now !== null) formOwner.set(now)
      else formOwner.isAway = true
      if (before !== null) cache.clear()
    })
  }, [cache])
}

/** Returns the state of the session. */
export function useSession(): Session {
  return use(SessionContext)
}

/** Returns the user who is signed in; for screens behind the guard only. */
export function useUser(): User {
  const session = useSession()
  if (session.state !== 'signedIn') throw new Error('This screen needs a signed-in user')
  return session.user
}

/** Returns whether the user may change anything of the organisation: a Viewer reads alone. The server refuses it on its own account. */
export function useMayWrite(): boolean {
  const session = useSession()
  return session.state === 'signedIn' && session.user.organisation?.grade !== 'Viewer'
}

/** Shows its children to those who may change something. */
export function Writers({ children }: { children: ReactNode }) {
  return useMayWrite() ? children : null
}

/** Push messages of this browser end with the session: whoever comes next is not shown them. */
async function forgetPush(): Promise<void> {
  if (pushMark.get() !== null) await (await import('./push')).leavePush()
}

/** Returns the function that ends the session: here at once, on the server if it can be reached; the page is loaded anew, as specified. */
export function useLogout(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    await forgetPush().catch((error: unknown) => console.error('Push messages were not turned off.', error))
    await client.POST('/api/auth/logout').catch((error: unknown) => console.error('Logout was not confirmed.', error))
    tokenStore.set(null)
    cache.clear()
    formOwner.clear()
    location.reload()
  }
}

/** Returns the function that begins a session with a login's reply. */
export function useBeginSession(): (reply: Schema<'LoginReply'>) => void {
  const cache = useQueryClient()
  return ({ token, user, passwordChangeRequired = false }) => {
    cache.clear()
    passwordDue.set(passwordChangeRequired)
    cache.setQueryData(meQuery().queryKey, user)
    tokenStore.set(token)
  }
}
