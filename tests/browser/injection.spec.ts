import type { Page } from '@playwright/test'
import { addProperty, base, signUp, tokenOf, type Account } from './support/lintel'
import { card, heading, logIn, openAddProperty, save } from './support/screens'
import { payloads, withPayloads } from './support/payloads'
import { expect, refused, signedIn, test } from './support/test'

/** What a payload would do if it ran, counted in every page and frame of the test. */
interface Damage {
  dialogs: string[]
  reports: string[]
}

async function watchFor(page: Page): Promise<Damage> {
  const damage: Damage = { dialogs: [], reports: [] }
  page.on('dialog', (dialog) => {
    damage.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('lintelReport', (text: string) => void damage.reports.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void (window as unknown as { lintelReport: (text: string) => Promise<void> }).lintelReport(`${violatedDirective} ${blockedURI}`)
    })
  })
  return damage
}

async function expectNone(page: Page, damage: Damage): Promise<void> {
  expect(await page.evaluate(() => '__pwned' in window), page.url()).toBe(false)
  expect(damage, page.url()).toEqual({ dialogs: [], reports: [] })
}

test.describe('a page that escapes nothing', () => {
  test.use({ expectedErrors: /./ })

  test('runs the payloads, so a page of ours would, too', async ({ page }) => {
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
  for (const payload of payloads) await addProperty(token, withPayloads(payload))
  for (const path of ['/', '/portfolio', '/portfolio?add=property']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeAttached()
    await expectNone(page, damage)
  }
  await page.goto('/portfolio')
  await expect(page.getByRole('article')).toHaveCount(payloads.length)
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  expect([...names].sort()).toEqual([...payloads].sort())
  await expectNone(page, damage)
})

signedIn('what is typed into the form runs nowhere: in the preview, in its mistakes, on the card', async ({ page }) => {
  const damage = await watchFor(page)
  const [payload = ''] = payloads
  const dialog = await openAddProperty(page)
  for (const box of await dialog.getByRole('textbox').all()) await box.fill(payload)
  await save(dialog)
  await expect(dialog.getByText('There is a problem')).toBeVisible()
  await expectNone(page, damage)
  await page.goto('/portfolio')
  await expectNone(page, damage)
})

test.describe('addresses', () => {
  test.use({ expectedErrors: refused(401, 404) })

  test('no part of an address runs', async ({ page }) => {
    const damage = await watchFor(page)
    const text = encodeURIComponent(payloads.join(' '))
    for (const path of ['/', '/portfolio', '/signup', '/manual-verify', '/verify-email', `/${encodeURIComponent(payloads.slice(0, 20).join(' '))}`]) {
      await page.goto(`${path.replaceAll('.', '%2E')}?next=${text}&token=${text}&add=${text}#${text}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNone(page, damage)
    }
  })

  test('a script in next leads home', async ({ page }) => {
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
