import { readToken } from '@/lib/jwt'

/** The access token's place in local storage, as specified. */
export const tokenKey = 'authToken'

const listeners = new Set<() => void>()

/** The access token, shared by all tabs of the browser. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(tokenKey),

  set: (token: string | null): void => {
    if (token === null) localStorage.removeItem(tokenKey)
    else localStorage.setItem(tokenKey, token)
    announce()
  },

  /** Calls back after every change, in this tab or another. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },

  /** Returns whether the token runs out within `margin` milliseconds, or has. */
  expiresWithin: (margin: number): boolean => {
    const token = tokenStore.get()
    const claims = token === null ? null : readToken(token)
    return claims !== null && claims.expiresAt - Date.now() < margin
  },

  /** Returns the subject of the token; `null` without one. */
  subject: (): string | null => {
    const token = tokenStore.get()
    return token === null ? null : (readToken(token)?.subject ?? '')
  },

  /** The session that goes on, as far as the token says. */
  session: (): string | undefined => readToken(tokenStore.get() ?? '')?.session,

  /** The account type of who is signed in, as far as their token says. */
  role: (): string | undefined => readToken(tokenStore.get() ?? '')?.role,
}

function announce(): void {
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key === tokenKey || event.key === null) announce()
})
