import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

/** A tab that follows what it is told, or does not listen. */
function aTab({ focused = false, listens = true } = {}) {
  const said: unknown[] = []
  return {
    said,
    focused,
    focus: vi.fn(() => Promise.resolve()),
    postMessage: (message: unknown, ports: MessagePort[]) => {
      said.push(message)
      if (listens) ports[0]?.postMessage(true)
    },
  }
}
type Tab = ReturnType<typeof aTab>

let tabs: Tab[] = []
const shown = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(() => Promise.resolve())
const openWindow = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve())
const getSubscription = vi.fn((): Promise<unknown> => Promise.resolve(null))
const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<void>>(() => Promise.resolve())

beforeAll(async () => {
  // The page stands for the worker: what it listens to is the same.
  Object.assign(globalThis, {
    registration: { showNotification: shown, pushManager: { getSubscription, subscribe } },
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
  })
  await import('./sw')
})

beforeEach(() => {
  tabs = []
  for (const mock of [shown, openWindow, getSubscription, subscribe]) mock.mockClear()
})

afterEach(() => vi.useRealTimers())

/** Has the worker work on an event until it is done with it. */
async function happens(type: string, parts: object): Promise<void> {
  const work: Promise<unknown>[] = []
  dispatchEvent(Object.assign(new Event(type), parts, { waitUntil: (promise: Promise<unknown>) => work.push(promise) }))
  await Promise.all(work)
}

const push = (message: unknown) => happens('push', { data: message === undefined ? null : { json: () => message } })
const click = (url: unknown) => happens('notificationclick', { notification: { close: () => undefined, data: { url } } })

describe('a push message', () => {
  test('shows its text and address; a later one of that address replaces it', async () => {
    await push({ title: 'Front door does not lock', text: 'Victoria Terrace', url: '/maintenance/5' })
    expect(shown).toHaveBeenCalledWith('Front door does not lock', expect.objectContaining({ body: 'Victoria Terrace', tag: '/maintenance/5', data: { url: '/maintenance/5' } }))
  })

  test('may name its tag', async () => {
    await push({ title: 'Two viewings overlap', url: '/property-viewings', tag: 'clash-4' })
    expect(shown.mock.calls[0]?.[1]).toMatchObject({ tag: 'clash-4' })
    expect(shown.mock.calls[0]?.[1]).not.toHaveProperty('body')
  })

  test.each([[undefined], [null], ['text'], [{ text: 'without a title' }]])('that cannot be read (%j) still shows something', async (message) => {
    await push(message)
    expect(shown).toHaveBeenCalledWith('Lintel', expect.objectContaining({ data: { url: '/' } }))
  })

  test('that is no JSON still shows something', async () => {
    await happens('push', {
      data: {
        json: () => {
          throw new SyntaxError()
        },
      },
    })
    expect(shown).toHaveBeenCalledTimes(1)
  })
})

describe('a notification that is pressed', () => {
  test('leads the tab in front to its page', async () => {
    const [behind, front] = [aTab(), aTab({ focused: true })]
    tabs = [behind, front]
    await click('/maintenance/5')
    expect(front.said).toEqual([{ open: '/maintenance/5' }])
    expect(front.focus).toHaveBeenCalled()
    expect(behind.said).toEqual([])
    expect(openWindow).not.toHaveBeenCalled()
  })

  test('opens a tab where there is none', async () => {
    await click('/maintenance/5?tab=1#top')
    expect(openWindow).toHaveBeenCalledWith('/maintenance/5?tab=1#top')
  })

  test('opens one where nobody listens', async () => {
    vi.useFakeTimers()
    tabs = [aTab({ listens: false })]
    const done = click('/maintenance/5')
    await vi.advanceTimersByTimeAsync(1_000)
    await done
    expect(openWindow).toHaveBeenCalledWith('/maintenance/5')
  })

  test.each([['https://elsewhere.example/'], ['//elsewhere.example/'], ['javascript:alert(1)'], [undefined], [7], ['http://[']])('leads nowhere else: %j', async (url) => {
    await click(url)
    expect(openWindow).toHaveBeenCalledWith('/')
  })
})

describe('a subscription that ended', () => {
  const options = { applicationServerKey: new ArrayBuffer(65) }

  test('is renewed with the same key, and open tabs are told', async () => {
    const tab = aTab()
    tabs = [tab]
    await happens('pushsubscriptionchange', { oldSubscription: { options } })
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey })
    expect(tab.said).toEqual([{ renewed: true }])
  })

  test('stays where the browser has a new one or does not name the old one', async () => {
    getSubscription.mockResolvedValueOnce({})
    await happens('pushsubscriptionchange', { oldSubscription: { options } })
    await happens('pushsubscriptionchange', {})
    expect(subscribe).not.toHaveBeenCalled()
  })
})

describe('without a connection', () => {
  const asks = async (mode: string): Promise<Response | undefined> => {
    let answer: Promise<Response> | undefined
    await happens('fetch', { request: { mode }, respondWith: (response: Promise<Response>) => (answer = response) })
    return answer
  }

  test('a page says that there is none', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const response = await asks('navigate')
    expect(response?.status).toBe(503)
    expect(await response?.text()).toContain('No connection')
  })

  test('a page comes from the server where there is one', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('the page'))
    expect(await (await asks('navigate'))?.text()).toBe('the page')
  })

  test('nothing else is answered', async () => {
    expect(await asks('cors')).toBeUndefined()
  })
})
