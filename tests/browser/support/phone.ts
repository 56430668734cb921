import type { Page } from '@playwright/test'

/** Makes the page take the installation for one with an SMS gateway, whose codes go to a number that nobody has verified yet. */
export async function withTextMessages(page: Page): Promise<void> {
  const isThere = { available: true, whyNot: null }
  await page.route('**/api/notification-ways', async (route) => {
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: { ...((await reply.json()) as object), sms: isThere } })
  })
  await page.route('**/api/phone', (route) => route.fulfill({ json: { endsWith: '201', verified: false } }))
  await page.route('**/api/phone/code', (route) => route.fulfill({ json: { endsWith: '201' } }))
}
