import { addProperty, endOtherSessions, otherSessions, tokenOf } from './support/lintel'
import { card, figure, heading } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn('what is added at one device appears at the other by itself', async ({ page, otherDevice, account }) => {
  const listening = otherDevice.waitForResponse('**/api/events')
  await Promise.all([page.goto('/portfolio'), otherDevice.goto('/')])
  await expect(page.getByText('No Properties Yet')).toBeVisible()
  await expect(heading(otherDevice, 'Executive Dashboard')).toBeVisible()
  expect((await listening).status()).toBe(200)

  await addProperty(await tokenOf(account), { name: 'Priory Gardens', monthlyRent: '1425.00' })

  await expect(card(page, 'Priory Gardens')).toContainText('£1,425')
  await expect(figure(otherDevice, 'Monthly Income')).toContainText('£1,425')
  await expect(figure(otherDevice, 'Active Properties')).toContainText('1')
})

signedIn.describe('a tab that is left alone', () => {
  signedIn.use({ expectedErrors: refused(401) })

  signedIn('stays current without counting as used, and ends with its session', async ({ page, account }) => {
    await page.clock.install()
    const listening = page.waitForResponse('**/api/events')
    await page.goto('/portfolio')
    await expect(page.getByText('No Properties Yet')).toBeVisible()
    expect((await listening).status()).toBe(200)

    // Longer than an access token lives: what live updates fetch now needs a new one.
    await page.clock.fastForward('20:00')
    const left = Date.now()
    const renewal = page.waitForResponse('**/api/auth/refresh')
    const reading = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/properties')
    const elsewhere = await tokenOf(account)
    await addProperty(elsewhere, { name: 'Priory Gardens' })
    await expect(card(page, 'Priory Gardens')).toBeVisible()
    expect((await renewal).status()).toBe(200)
    expect((await renewal).request().headers()['lintel-background']).toBe('1')
    expect((await reading).headers()['lintel-background']).toBe('1')
    const [idle] = await otherSessions(elsewhere)
    expect(Date.parse(String(idle?.lastUsedAt))).toBeLessThan(left)

    // The session timeout has it ended in the same way; a renewal has to be a minute old before the next.
    await page.clock.fastForward('02:00')
    await endOtherSessions(elsewhere)
    await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
  })
})
