import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { push as texts, switches } from '@/features/settings/messages'
import { push as shellPush, shell } from '@/lib/messages'
import { aToken, aUser, someSettings } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { keepPush } from './push'
import { pushMark } from './pushMark'
import { tokenStore } from './token'

const endpoint = 'https://push.example/7'
const keys = { p256dh: 'BPublic', auth: 'secret' }
const nothing = () => new HttpResponse(null, { status: 204 })

/** A browser that has push messages: what it answers, and what it holds. */
function aBrowser({ permission = 'default', answers = 'granted', holds = '' } = {}) {
  const subscriptionOf = (address: string) => ({ endpoint: address, unsubscribe, toJSON: () => ({ endpoint: address, expirationTime: null, keys }) })
  const unsubscribe = vi.fn(() => {
    state.subscription = null
    return Promise.resolve(true)
  })
  const state = { permission, subscription: holds === '' ? null : subscriptionOf(holds) }
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<unknown>>(() => {
    state.subscription = subscriptionOf(endpoint)
    return Promise.resolve(state.subscription)
  })
  const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(() => Promise.resolve())
  const registration = { showNotification, pushManager: { getSubscription: () => Promise.resolve(state.subscription), subscribe } }
  const worker = new EventTarget()
  const register = vi.fn<(script: string) => Promise<unknown>>(() => Promise.resolve(registration))
  Object.assign(worker, { register, ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) })
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  const requestPermission = vi.fn(() => {
    state.permission = answers
    return Promise.resolve(answers)
  })
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission
    },
    requestPermission,
  })
  return { state, subscribe, unsubscribe, showNotification, register, requestPermission, worker }
}

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

const key = () => answer('get', '/api/push-key', () => HttpResponse.json({ publicKey: 'BKey' }))
const mine = { subject: '7', endpoint, id: '5', session: 'f1' }
const kept = () => HttpResponse.json({ id: 5 }, { status: 201 })
const here = { id: 5, device: 'Chrome on Android', createdAt: '2026-11-28T09:00:00Z', current: true }
/** The browsers that the server sends to. */
const listed = (...browsers: (typeof here)[]) => answer('get', '/api/push-subscriptions', () => HttpResponse.json(browsers))

describe('Settings, in this browser', () => {
  test('ask for nothing until push is turned on; then the account wants it', async () => {
    const browser = aBrowser()
    key()
    const told = answer('post', '/api/push-subscriptions', kept)
    listed(here)
    const saved = answer('post', '/api/user-settings', () => HttpResponse.json(someSettings({ pushNotifications: true, version: 2 })))
    const { user } = renderApp('/settings/notifications', { user: aUser() })
    expect(await screen.findByText(texts.off)).toBeVisible()
    expect(browser.requestPermission).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: texts.turnOn }))
    expect(await screen.findByText(texts.on)).toBeVisible()
    expect(browser.register).toHaveBeenCalledWith('/sw.js')
    expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
    expect(told.bodies).toEqual([{ endpoint, keys }])
    expect(saved.bodies).toEqual([someSettings({ pushNotifications: true })])
    await waitFor(() => expect(screen.getByRole('switch', { name: switches.pushNotifications.name })).toBeChecked())
    expect(pushMark.get()).toEqual(mine)
  })

  test('say what to do when the browser was not allowed to', async () => {
    const browser = aBrowser({ answers: 'denied' })
    const { user } = renderApp('/settings/notifications', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: texts.turnOn }))
    expect(await screen.findByText(texts.notAllowed)).toBeVisible()
    expect(await screen.findByText(texts.denied)).toBeVisible()
    expect(browser.subscribe).not.toHaveBeenCalled()
  })

  test('say why the server refused', async () => {
    aBrowser()
    key()
    answer('post', '/api/push-subscriptions', () => problem(422, { detail: 'This push service is not known.' }))
    const { user } = renderApp('/settings/notifications', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: texts.turnOn }))
    expect(await screen.findByText('This push service is not known.')).toBeVisible()
    expect(pushMark.get()).toBeNull()
  })

  test('turn it off, here and on the server', async () => {
    pushMark.set(mine)
    listed(here)
    const browser = aBrowser({ permission: 'granted', holds: endpoint })
    const told = answer('delete', '/api/push-subscriptions', nothing)
    const { user } = renderApp('/settings/notifications', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: texts.turnOff }))
    expect(await screen.findByText(texts.off)).toBeVisible()
    expect(told.bodies).toEqual([{ endpoint }])
    expect(browser.unsubscribe).toHaveBeenCalled()
    expect(pushMark.get()).toBeNull()
  })

  test('say that they are off where another device removed this browser', async () => {
    pushMark.set(mine)
    listed()
    aBrowser({ permission: 'granted', holds: endpoint })
    renderApp('/settings/notifications', { user: aUser() })
    expect(await screen.findByRole('button', { name: texts.turnOn })).toBeVisible()
  })

  test('show a test', async () => {
    pushMark.set(mine)
    listed(here)
    const browser = aBrowser({ permission: 'granted', holds: endpoint })
    const { user } = renderApp('/settings/notifications', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: texts.test }))
    expect(await screen.findByText(texts.testShown)).toBeVisible()
    expect(browser.showNotification).toHaveBeenCalledWith(texts.testTitle, expect.objectContaining({ data: { url: '/settings/notifications' } }))
  })

  test('say that a browser has none', async () => {
    renderApp('/settings/notifications', { user: aUser() })
    expect(await screen.findByText(texts.unsupported)).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.turnOn })).toBeNull()
  })
})

describe('a browser with push messages', () => {
  test('that has a new address tells the server', async () => {
    tokenStore.set(aToken())
    pushMark.set({ ...mine, endpoint: 'https://push.example/before' })
    aBrowser({ permission: 'granted', holds: endpoint })
    const told = answer('post', '/api/push-subscriptions', kept)
    expect(await keepPush()).toBe(false)
    expect(told.bodies).toHaveLength(1)
    expect(pushMark.get()).toEqual(mine)
    await keepPush()
    expect(told.bodies, 'once').toHaveLength(1)
  })

  test('goes on in the next session', async () => {
    tokenStore.set(aToken({ session: 'f2' }))
    pushMark.set(mine)
    listed({ ...here, current: false })
    aBrowser({ permission: 'granted', holds: endpoint })
    const told = answer('post', '/api/push-subscriptions', kept)
    expect(await keepPush()).toBe(false)
    expect(told.bodies).toEqual([{ endpoint, keys }])
    expect(pushMark.get()).toEqual({ ...mine, session: 'f2' })
  })

  test.each([
    ['was ended elsewhere', { ...mine, session: 'f0' }],
    ['was kept before sessions were known', { ...mine, id: '', session: '' }],
  ])('that %s asks again at the next sign-in', async (_, mark) => {
    pushMark.set(mark)
    listed()
    const browser = aBrowser({ permission: 'granted', holds: endpoint })
    const { user, address } = renderApp('/', { user: aUser() })
    expect(await screen.findByText(shellPush.ended)).toBeVisible()
    expect(browser.unsubscribe).toHaveBeenCalled()
    expect(pushMark.get()).toBeNull()
    await user.click(screen.getByRole('button', { name: shellPush.openSettings }))
    expect(address()).toBe('/settings/notifications')
  })

  test('shows nothing of the account before to who signs in next', async () => {
    tokenStore.set(aToken({ subject: '8' }))
    pushMark.set(mine)
    const browser = aBrowser({ permission: 'granted', holds: endpoint })
    await keepPush()
    expect(browser.unsubscribe).toHaveBeenCalled()
    expect(pushMark.get()).toBeNull()
  })

  test('whose permission was taken away forgets them', async () => {
    tokenStore.set(aToken())
    pushMark.set(mine)
    aBrowser({ permission: 'denied' })
    await keepPush()
    expect(pushMark.get()).toBeNull()
  })

  test('ends them with the session', async () => {
    pushMark.set(mine)
    const browser = aBrowser({ permission: 'granted', holds: endpoint })
    const told = answer('delete', '/api/push-subscriptions', nothing)
    const { user } = renderApp('/', { user: aUser() })
    const logout = await screen.findByRole('button', { name: shell.logout })
    const { origin, href, pathname } = location
    vi.stubGlobal('location', { origin, href, pathname, reload: () => undefined })
    await user.click(logout)
    await waitFor(() => expect(browser.unsubscribe).toHaveBeenCalled())
    expect(told.bodies).toHaveLength(1)
  })

  test('follows a notification that is pressed', async () => {
    const browser = aBrowser()
    const { address } = renderApp('/', { user: aUser() })
    await screen.findByRole('heading', { level: 1 })
    const { port1, port2 } = new MessageChannel()
    const heard = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    await waitFor(() => {
      browser.worker.dispatchEvent(new MessageEvent('message', { data: { open: '/portfolio' }, ports: [port2] }))
      expect(address()).toBe('/portfolio')
    })
    expect(await heard).toBe(true)
    port1.close()
    browser.worker.dispatchEvent(new MessageEvent('message', { data: { open: 'https://elsewhere.example/' }, ports: [] }))
    await waitFor(() => expect(address()).toBe('/'))
  })
})
