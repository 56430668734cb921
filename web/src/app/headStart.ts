import { tokenStore } from '@/api/token'
import { askAhead } from '@/api/transport'
import { breathe } from '@/lib/breathe'
import type { Chunk } from '@/lib/chunk'
import { paths } from '@/lib/paths'
import { firstChunks, type FirstPage } from './firstChunks'

/** The pages whose address alone says that they come, for strangers and for those who are signed in. */
const publicPages = new Map<string, Chunk<unknown>>([
  [paths.signUp, firstChunks.signUp],
  [paths.manualVerify, firstChunks.manualVerify],
  [paths.verifyEmail, firstChunks.verifyEmail],
])
const guardedPages = new Map<string, Chunk<FirstPage>>([
  [paths.home, firstChunks.dashboard],
  [paths.portfolio, firstChunks.portfolio],
  [paths.compliance, firstChunks.compliance],
])
const propertyPath = /^\/portfolio\/\d+$/

/** The first reads of every screen for a user who is signed in, and those for a landlord. */
const everybodysReads = ['/api/auth/me', '/api/user-settings']
const landlordsReads = ['/api/compliance/summary']
const pageReads = new Map<string, string[]>([
  [paths.home, ['/api/dashboard/analytics', '/api/dashboard/series?months=12']],
  [paths.portfolio, ['/api/dashboard/analytics', '/api/properties?pageSize=100']],
])

/**
 * Asks for what the first screen needs before there is anything that could render it: the code of its page, who is
 * signed in, and what a landlord sees there. Resolves to the page when its code is there, if this address has one for whoever is signed
 * in. It is only ahead of time: what fails here is asked for again, and the failure shown, by the screen itself.
 */
export async function headStart({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<FirstPage | undefined> {
  // A query may restrict what is read.
  for (const read of readsOf(search === '' ? pathname : undefined)) askAhead(read)
  const code: Promise<unknown>[] = []
  for (const part of codeOf(pathname)) {
    // Asking takes a slow phone some time, too: a file with all that it imports is a dozen requests.
    await breathe()
    code.push(part.load())
  }
  await Promise.allSettled(code)
  return tokenStore.role() === 'Landlord' ? guardedPages.get(pathname)?.there : undefined
}

function codeOf(path: string): Chunk<unknown>[] {
  const page = publicPages.get(path)
  if (page) return [page]
  const { login, shell, portfolio, propertyDetails } = firstChunks
  if (tokenStore.get() === null) return [login]
  if (propertyPath.test(path)) return [shell, portfolio, propertyDetails]
  const guarded = guardedPages.get(path)
  return guarded ? [shell, guarded] : [shell]
}

function readsOf(path = ''): string[] {
  if (tokenStore.get() === null) return []
  if (tokenStore.role() !== 'Landlord') return everybodysReads
  return [...everybodysReads, ...landlordsReads, ...(pageReads.get(path) ?? [])]
}
