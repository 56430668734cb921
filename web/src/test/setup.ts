import createCache from '@emotion/cache'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forgetAhead } from '@/api/transport'
import { toasts } from '@/ui/toast/toasts'
import { installBrowser, setViewport } from './browser'
import { server } from './server'

// A page's module is compiled when it is first asked for; on a busy machine that takes its time.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

// jsdom has no layout: reading thousands of rules at every look at an element tells nothing and takes a third of the time.
vi.mock('@/theme/styles', () => ({ styles: createCache({ key: 'l', container: document.createElement('div') }) }))

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
