import createCache from '@emotion/cache'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forgetAhead } from '@/api/transport'
import { toasts } from '@/ui/toast/toasts'
import { installBrowser, setViewport } from './browser'
import { server } from './server'

// A page's module is compiled when it is first asked for; on a busy machine that takes its time.
// What is not found is named without the whole document around it: every look of a wait would print it, an eighth of the run.
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message) => Object.assign(new Error(message ?? 'An element was not found'), { name: 'TestingLibraryElementError' }),
})
vi.setConfig({ testTimeout: 60_000 })

// jsdom has no layout: reading thousands of rules at every look at an element tells nothing and takes a third of the time.
vi.mock('@/theme/styles', () => ({ styles: createCache({ key: 'l', container: document.createElement('div') }) }))

// jsdom reads no pictures: what is not called unreadable is small, and a large file becomes a small one.
vi.mock('@/ui/photo/decode', () => ({
  sizeOf: (file: File) => (file.name.startsWith('unreadable') ? Promise.reject(new Error('No picture.')) : Promise.resolve({ width: 1200, height: 900 })),
  resized: () => Promise.resolve(new Blob(['small'], { type: 'image/jpeg' })),
}))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

beforeEach(() => {
  setViewport()
  installBrowser()
})

afterEach(() => {
  cleanup()
  toasts.dismiss()
  localStorage.clear()
  sessionStorage.clear()
  server.resetHandlers()
  forgetAhead()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

afterAll(() => server.close())
