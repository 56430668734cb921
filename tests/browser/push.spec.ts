import { chromium } from './support/browser'
import { base } from './support/lintel'
import { heading } from './support/screens'
import { expect, signedIn } from './support/test'

// Chromium without windows has no notifications.
signedIn.use({ launchOptions: chromium })

signedIn('the service worker shows a push message, and leads the tab to its page', async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: base() })
  await page.goto('/portfolio')
  await expect(heading(page, 'Portfolio')).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (update) => registrations.push(...update.registrations.map(({ registrationId }) => registrationId)))
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => registrations.length).toBeGreaterThan(0)

  const data = JSON.stringify({ title: 'Front door does not lock', url: '/maintenance' })
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: base(), registrationId: String(registrations.at(-1)), data })
  const shown = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag, data }) => ({ title, tag, data: data as unknown })))
  await expect.poll(shown).toEqual([{ title: 'Front door does not lock', tag: '/maintenance', data: { url: '/maintenance' } }])

  // Nobody can press a notification of a browser without a screen: the worker is told that somebody did, until the tab listens.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await expect(async () => {
    await worker.evaluate(() => {
      const notification = { close: () => undefined, data: { url: '/maintenance' } }
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
    })
    await expect(heading(page, 'Maintenance')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
})
