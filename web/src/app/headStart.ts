import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '@/api/account'
import { tokenStore } from '@/api/token'
import { paths } from '@/lib/paths'
import { Dashboard, Login, ManualVerify, Portfolio, SignUp, VerifyEmail } from './pages'

/** The pages whose address alone says that they come, for strangers and for those who are signed in. */
const publicPages = new Map<string, typeof Login>([
  [paths.signUp, SignUp],
  [paths.manualVerify, ManualVerify],
  [paths.verifyEmail, VerifyEmail],
])
const guardedPages = new Map<string, typeof Login>([
  [paths.home, Dashboard],
  [paths.portfolio, Portfolio],
])

/**
 * Asks for what the first screen at `path` needs before anything is rendered: the code of its page, and who is signed in. It
 * is only ahead of time: what fails here is asked for again, and the failure shown, by the screen itself.
 */
export function headStart(cache: QueryClient, path: string): void {
  const isSignedIn = tokenStore.get() !== null
  const page = isSignedIn ? (guardedPages.get(path) ?? publicPages.get(path)) : (publicPages.get(path) ?? Login)
  page?.preload()
  if (isSignedIn) cache.query(meQuery()).catch(() => undefined)
}
