/**
 * Shows what the server pushes while Lintel is not open (RFC 8030), and opens what a notification speaks of. It keeps nothing: pages come
 * from the server as they do without it, and without a connection a page says so. It imports nothing, so that it is one plain script.
 */

/** An event that the browser waits with ending the worker for. */
interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Pushed extends Lasting {
  readonly data: { json: () => unknown } | null
}
interface Clicked extends Lasting {
  readonly notification: Notification
}
interface Renewed extends Lasting {
  readonly oldSubscription?: PushSubscription | null
}
interface Fetching extends Event {
  readonly request: Request
  respondWith: (response: Promise<Response>) => void
}
interface Tab {
  readonly focused: boolean
  focus: () => Promise<unknown>
  postMessage: (message: unknown, ports: MessagePort[]) => void
}
interface Scope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: ((type: 'push', listener: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', listener: (event: Clicked) => void) => void) &
    ((type: 'pushsubscriptionchange', listener: (event: Renewed) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void)
}

const worker = self as unknown as Scope

/** The notification of a message that cannot be read: the browser shows one of its own otherwise. */
const unknown = { title: 'Lintel', body: 'There is something new.', url: '/', tag: 'lintel' }

/** The time in which a tab has to say that it follows a message, in milliseconds. */
const patience = 1_000

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise)

function read(data: Pushed['data']): typeof unknown {
  try {
    const message: unknown = data?.json()
    if (typeof message !== 'object' || message === null || !('title' in message)) return unknown
    const { title, text, url, tag } = message as Record<string, unknown>
    return { title: textOf(title, unknown.title), body: textOf(text, ''), url: textOf(url, '/'), tag: textOf(tag, textOf(url, unknown.tag)) }
  } catch {
    return unknown
  }
}

worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = read(event.data)
  const options = { ...(body !== '' && { body }), tag, lang: 'en-GB', icon: '/apple-touch-icon.png', badge: '/favicon-32.png', data: { url } }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data = event.notification.data as { url?: unknown } | null
  event.waitUntil(open(pathOf(data?.url)))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription?.options))
})

worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(offline))
})

/** The page where there is no connection. It is part of the worker, so that nothing has to be kept for it. */
function offline(): Response {
  const page = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>No connection · Lintel</title><style>
:root{color-scheme:light dark}body{margin:0;font:16px/24px system-ui,sans-serif;color:#11211F;background:#F2F5F4}main{max-width:480px;margin:0 auto;padding:15vh 24px 24px}h1{font-size:24px;line-height:32px;margin:0 0 8px}p{margin:0 0 24px;color:#485754}a{display:inline-block;padding:11px 24px;border-radius:6px;font-weight:600;color:#fff;background:#0B566A;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#E7EEEB;background:#0C1312}p{color:#A9B7B3}}
</style></head><body><main><h1>No connection</h1><p>Lintel can’t be reached at the moment. What you were writing is kept on this device.</p><a href="">Try again</a></main></body></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" }
  return new Response(page, { status: 503, headers })
}

/** A path of this site, whatever the message says. */
function pathOf(url: unknown): string {
  try {
    const found = new URL(textOf(url, '/'), location.origin)
    return found.origin === location.origin ? found.pathname + found.search + found.hash : '/'
  } catch {
    return '/'
  }
}

const tabs = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Leads a tab that is open to the page, else opens one. */
async function open(url: string): Promise<void> {
  const found = [...(await tabs())].sort((a, b) => Number(b.focused) - Number(a.focused))
  for (const tab of found) {
    if (await follows(tab, url)) {
      // A browser may keep the window where it is.
      await tab.focus().catch(() => undefined)
      return
    }
  }
  await worker.clients.openWindow(url)
}

/** Returns whether the tab goes there: one where nobody is signed in does not listen. */
function follows(tab: Tab, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), patience)
    tab.postMessage({ open: url }, [port2])
  })
}

/** Subscribes anew with the same key. A tab, now or with the next visit, tells the server: this worker is not signed in. */
async function renew(options: PushSubscriptionOptions | undefined): Promise<void> {
  const subscription = await worker.registration.pushManager.getSubscription()
  if (subscription === null && options !== undefined) {
    await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey })
  }
  for (const tab of await tabs()) tab.postMessage({ renewed: true }, [])
}

// Names stay this file's own; nothing is exported.
export {}
