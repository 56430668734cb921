import type { Page } from '@playwright/test'
import { expectNone, tryForm, watchFor } from './support/injection'
import { approved, issue, mayRent } from './support/agreements'
import { importListings } from './support/listings'
import { addProperty, base, signUp, tokenOf, type Account } from './support/lintel'
import { addDialog, card, describe, heading, logIn, register, save } from './support/screens'
import { payloads, withPayloads } from './support/payloads'
import { refuseWrites, tamperWithReads, together } from './support/tamper'
import { expect, refused, signedIn, test } from './support/test'

test.describe('a page that escapes nothing', () => {
  test.use({ expectedErrors: /./ })

  test('runs the payloads, so a page of ours would, too', { tag: '@any-width' }, async ({ page }) => {
    await page.route('http://unsafe.invalid/', (route) => route.fulfill({ contentType: 'text/html', body: '<div id="here"></div>' }))
    page.on('dialog', (dialog) => void dialog.dismiss())
    await page.goto('http://unsafe.invalid/')
    const ran = await page.evaluate(async (texts) => {
      const place = document.getElementById('here')
      const state = window as unknown as { __pwned?: unknown }
      let count = 0
      for (const text of texts) {
        delete state.__pwned
        place?.append(document.createRange().createContextualFragment(text))
        await new Promise((done) => setTimeout(done, 20))
        if (state.__pwned !== undefined) count += 1
        place?.replaceChildren()
      }
      return count
    }, payloads)
    expect(ran).toBeGreaterThanOrEqual(10)
  })
})

signedIn('what a landlord wrote is shown as it was written, on every screen', async ({ page, account }) => {
  const damage = await watchFor(page)
  const token = await tokenOf(account)
  for (let from = 0; from < payloads.length; from += 10) {
    await Promise.all(payloads.slice(from, from + 10).map((payload) => addProperty(token, withPayloads(payload))))
  }
  await page.goto('/')
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  await expectNone(page, damage)
  await page.goto('/portfolio')
  await expect(page.getByRole('article')).toHaveCount(payloads.length)
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  expect([...names].sort()).toEqual([...payloads].sort())
  await expectNone(page, damage)
})

/** Every screen that links lead to from `/` and from where menus lead: two addresses that differ in their numbers are one screen. */
async function everyScreen(page: Page, more: string[], look: () => Promise<void>): Promise<string[]> {
  // On a phone some are behind menus that are closed.
  const begun = ['/', '/signup', '/tenant-dashboard', '/no-such-page', '/portfolio', '/sold-properties', '/portfolio/compliance', '/portfolio/bank', '/property-search', '/property-search/imports', '/property-search/analyses', ...more]
  const [seen, waiting] = [new Set<string>(), begun]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replaceAll(/\d+/g, '0')
    if (seen.has(kind)) continue
    seen.add(kind)
    await page.goto(path)
    await look()
    const links = page.locator('a[href^="/"]:not([href^="/api/"], [download])')
    waiting.push(...(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '/'))))
  }
  return [...seen]
}

signedIn.describe('whatever the server says', () => {
  signedIn.use({ expectedErrors: refused(403, 404, 422) })

  signedIn('is shown as text on every screen, with 40 rows of everything', async ({ page, account }) => {
    signedIn.slow()
    const token = await tokenOf(account)
    await addProperty(token, { propertyType: 'HMO', hmoRooms: 2, hmoRoomRentals: { 1: '480', 2: '500' } })
    await addProperty(token, {})
    await importListings(token)
    const { id } = await approved(token)
    const agreement = `/landlord-applications/${String(id)}/agreement`
    await mayRent(token, id)
    await issue(token, id)
    const damage = await watchFor(page)
    const { settled } = await tamperWithReads(page)
    const seen = await everyScreen(page, [agreement, `${agreement}/new`], async () => {
      await settled()
      await expect(page.locator('h1')).toBeAttached()
      await expect(page.locator('body')).toContainText('onerror=window.__pwned=1')
      await expectNone(page, damage)
    })
    console.log(`figures: ${String(payloads.length)} scripts in every text of ${String(seen.length)} screens: ${seen.join(' ')}`)
    expect(seen).toEqual(expect.arrayContaining(['/', '/portfolio', '/portfolio?add=property', '/property-search', '/property-search/imports', '/property-search/0', '/landlord-applications/0/agreement', '/landlord-applications/0/agreement/new']))
    await page.goto('/portfolio')
    await expect(page.getByRole('article')).toHaveCount(payloads.length)
  })

  signedIn('in a refusal is text, too', { tag: '@any-width' }, async ({ page }) => {
    const damage = await watchFor(page)
    await refuseWrites(page)
    await page.goto('/portfolio?add=property')
    const dialog = addDialog(page)
    await describe(dialog, { name: 'A', address: 'B', postcode: 'CT1 2QR', type: 'House' })
    await save(dialog)
    await expect(dialog.getByText(together).first()).toBeVisible()
    await expectNone(page, damage)
  })
})

signedIn('text typed into a property’s form runs nowhere in preview or mistakes', { tag: '@any-width' }, async ({ page }) => {
  const damage = await watchFor(page)
  await page.goto('/portfolio?add=property')
  const dialog = addDialog(page)
  for (const [type, turns] of [['HMO', payloads.length], ['Flat', 5]] as const) {
    await dialog.getByLabel('Property type').selectOption(type)
    await tryForm(dialog, 'Add Property', damage, turns)
  }
  await expect(dialog.getByText('There is a problem')).toBeVisible()
})

test.describe('what a stranger types', () => {
  test.use({ expectedErrors: refused(401, 404, 409, 422, 429) })

  test('runs nowhere', { tag: '@any-width' }, async ({ page }) => {
    const damage = await watchFor(page)
    await refuseWrites(page)
    for (const [path, button] of [
      ['/', 'Sign in'],
      ['/signup', 'Create account'],
      ['/manual-verify', 'Verify email'],
      ['/forgot-password', 'Send link'],
      ['/reset-password?token=t', 'Set new password'],
    ] as const) {
      await page.goto(path)
      await tryForm(page.getByRole('main'), button, damage)
    }
    await page.goto('/signup')
    await register(page, { name: together.slice(0, 200), email: 'a@b.example', password: 'quiet-harbour-7', role: 'Landlord' })
    await expect(page.getByRole('main').getByText(together).first()).toBeVisible()
    await expectNone(page, damage)
  })
})

test.describe('addresses', () => {
  test.use({ expectedErrors: refused(401, 404) })

  test('no part of an address runs', { tag: '@any-width' }, async ({ page }) => {
    const damage = await watchFor(page)
    const text = encodeURIComponent(payloads.join(' '))
    for (const path of ['/', '/portfolio', '/signup', '/manual-verify', '/verify-email', `/${encodeURIComponent(payloads.slice(0, 20).join(' '))}`]) {
      await page.goto(`${path.replaceAll('.', '%2E')}?next=${text}&token=${text}&add=${text}#${text}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNone(page, damage)
    }
  })

  test('a script in next leads home', { tag: '@any-width' }, async ({ page }) => {
    const damage = await watchFor(page)
    const account = await signUp()
    await page.goto(`/?next=${encodeURIComponent('javascript:window.__pwned=1')}`)
    await logIn(page, account)
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()
    await expectNone(page, damage)
  })
})

test('a name is shown as it was given, in the frame and in toasts', async ({ page }) => {
  const damage = await watchFor(page)
  const name = '<img src=x onerror=window.__pwned=1>'
  const account: Account = await signUp('Landlord', name)
  await page.goto(base())
  await logIn(page, account)
  await expect(page.getByText(`Welcome back, ${name}`, { exact: false }).or(page.getByText(name, { exact: false })).first()).toBeVisible()
  await expectNone(page, damage)
  await addProperty(await tokenOf(account), { name })
  await page.goto('/portfolio')
  await expect(card(page, name)).toBeVisible()
  await expectNone(page, damage)
})
