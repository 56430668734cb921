import { useQuery, useQueryClient } from '@tanstack/react-query'
import { uuid } from '@/lib/trace'
import { client } from './client'
import { pushMark, type PushMark } from './pushMark'
import { tokenStore } from './token'
import { useMutation } from './useMutation'

/** The state of push messages in this browser. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const script = '/sw.js'
const stateKey = ['push', 'this browser'] as const

/** Returns the account of the session; it stays the same in another of its organisations. */
const account = () => tokenStore.subject()?.split('/')[0] ?? ''

/** The session that goes on. */
const session = () => tokenStore.session() ?? ''

/** Lets this browser say without a connection that there is none, wherever it opens Lintel; also where it shows no push messages. */
export function standByOffline(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.register(script).catch(() => undefined)
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const registrationHere = () => navigator.serviceWorker.getRegistration('/')
const subscriptionHere = async () => (await (await registrationHere())?.pushManager.getSubscription()) ?? null

async function readState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = Notification.permission === 'granted' ? await subscriptionHere() : null
  const mark = pushMark.get()
  if (subscription === null || mark?.subject !== account()) return 'off'
  // Somebody may have taken it away from another device.
  return (await isKnown(mark)) ? 'on' : 'off'
}

/** Returns whether the server still sends to the browser of `mark`. */
async function isKnown({ id }: PushMark): Promise<boolean> {
  const { data = [] } = await client.GET('/api/push-subscriptions')
  return data.some((browser) => String(browser.id) === id)
}

/** Returns the current state of push messages in this browser: people change it in the browser's own settings. */
export const usePushState = () => useQuery({ queryKey: stateKey, queryFn: readState, staleTime: 0, retry: false })

/** The browser was asked, and the answer was no, or none. */
export class NotAllowed extends Error {}

/** The subscription as the browser writes it. */
function bodyOf(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } }
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { data } = await client.POST('/api/push-subscriptions', { body: bodyOf(subscription), params: { header: { 'Idempotency-Key': uuid() } } })
  pushMark.set({ subject: account(), endpoint: subscription.endpoint, id: String(data?.id ?? ''), session: session() })
}

async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { data } = await client.GET('/api/push-key')
  const registration = await navigator.serviceWorker.register(script)
  await navigator.serviceWorker.ready
  // One that is there may have been made with another key, or by somebody else.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data?.publicKey ?? null })
  await tellServer(subscription)
}

async function unsubscribe(): Promise<void> {
  const subscription = await subscriptionHere()
  pushMark.set(null)
  if (subscription === null) return
  try {
    await client.DELETE('/api/push-subscriptions', { body: { endpoint: subscription.endpoint }, params: { header: { 'Idempotency-Key': uuid() } } })
  } finally {
    // The push service then refuses what the server might still send.
    await subscription.unsubscribe()
  }
}

/** Turns push messages on or off in this browser. It asks for the permission: only after a press. */
export function usePush(act: 'turnOn' | 'turnOff') {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: act === 'turnOn' ? subscribe : unsubscribe,
    onSettled: () => cache.invalidateQueries({ queryKey: stateKey }),
  })
}

/** Shows a notification as a push message would, to see whether the device lets it through. */
export const useShowTest = () =>
  useMutation({
    mutationFn: async ({ title, body, url }: { title: string; body: string; url: string }) => {
      const registration = await registrationHere()
      await registration?.showNotification(title, { body, tag: 'test', icon: '/apple-touch-icon.png', data: { url } })
    },
  })

/**
 * Keeps the server's word of this browser current: the browser may have made a new subscription, a session of before may have run out,
 * or somebody else signed in here, who must not be shown what was meant for the one before. Returns whether messages to this browser
 * were ended elsewhere, so that it is to be asked again.
 */
export async function keepPush(): Promise<boolean> {
  const mark = pushMark.get()
  if (mark === null || !isSupported()) return false
  const subscription = await subscriptionHere()
  if (subscription === null) {
    pushMark.set(null)
  } else if (mark.subject !== account()) {
    pushMark.set(null)
    await subscription.unsubscribe()
  } else if (mark.session !== session() && !(await isKnown(mark))) {
    pushMark.set(null)
    await subscription.unsubscribe()
    return true
  } else if (mark.session !== session() || mark.endpoint !== subscription.endpoint) {
    await tellServer(subscription)
  }
  return false
}

/** Removes the account's push messages from this browser before a sign-out. */
export async function leavePush(): Promise<void> {
  if (isSupported()) await unsubscribe()
  else pushMark.set(null)
}
