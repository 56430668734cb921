import { request, test as plain, type BrowserContextOptions, type Page } from '@playwright/test'
import { base, signUp, type Account, type Role } from './lintel'

export { expect } from '@playwright/test'

interface Watch {
  /** Console errors that belong to the test, such as the browser's own note of a refused request. */
  expectedErrors: RegExp
  watch: undefined
}

/** The browser's own note of a request that was refused as the test wants it. */
export const refused = (...statuses: number[]): RegExp =>
  new RegExp(`^Failed to load resource: the server responded with a status of (${statuses.join('|')}) `)

/** The browser's own note of an answer that did not come in time: a busy machine, after which the product asks again. */
const late = refused(503, 504)

/**
 * A journey of nobody in particular. Anything in the console that is an error, or that the content security policy
 * stopped, fails the test; not so a read that came too late and was answered when the product asked again.
 */
export const test = plain.extend<Watch>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of other fixtures out of this pattern
  baseURL: ({}, use) => use(base()),
  expectedErrors: [/(?!)/, { option: true }],
  watch: [
    async ({ context, expectedErrors }, use) => {
      let errors: { text: string; url?: string }[] = []
      context.on('console', (message) => {
        // Chromium styles its own viewer of a picture inline, which our policy stops there, too.
        const isViewer = message.page()?.url().startsWith('blob:') === true && message.text().startsWith('Applying inline style violates')
        if (message.type() === 'error' && !isViewer) errors.push({ text: message.text(), url: message.location().url })
      })
      context.on('weberror', (error) => errors.push({ text: String(error.error()) }))
      context.on('response', (response) => {
        if (response.request().method() !== 'GET' || !response.ok()) return
        errors = errors.filter(({ text, url }) => url !== response.url() || !late.test(text))
      })
      await use(undefined)
      const unexpected = errors.map(({ text }) => text).filter((text) => !expectedErrors.test(text))
      if (unexpected.length > 0) throw new Error(`errors in the console:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
})

interface SignedIn {
  /** The role of the person who is signed in. */
  role: Role
  account: Account
  /** The same person at another device: nothing is shared with the page but the product. */
  otherDevice: Page
}

/** A journey of a new person who is signed in. */
export const signedIn = test.extend<SignedIn>({
  role: ['Landlord', { option: true }],
  account: async ({ role }, use) => use(await signUp(role)),
  storageState: async ({ account }, use) => use(await sessionOf(account)),
  otherDevice: async ({ browser, account, viewport }, use) => {
    const context = await browser.newContext({ baseURL: base(), viewport, storageState: await sessionOf(account) })
    await use(await context.newPage())
    await context.close()
  },
})

/** Returns the state of a browser after a login: the cookies, and the access token in local storage. */
async function sessionOf({ email, password }: Account): Promise<Exclude<BrowserContextOptions['storageState'], string>> {
  const browser = await request.newContext({ baseURL: base() })
  const reply = await browser.post('/api/auth/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`login: ${String(reply.status())} ${await reply.text()}`)
  const { token } = (await reply.json()) as { token: string }
  const { cookies } = await browser.storageState()
  await browser.dispose()
  return { cookies, origins: [{ origin: base(), localStorage: [{ name: 'authToken', value: token }] }] }
}
