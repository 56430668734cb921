import { expect, type Locator, type Page } from '@playwright/test'
import { payloads } from './payloads'
import { typeEverywhere } from './tamper'

/** The effects of a payload that ran, counted in every page and frame of the test. */
export interface Damage {
  dialogs: string[]
  reports: string[]
}

/** Watches a page from its next address on. */
export async function watchFor(page: Page): Promise<Damage> {
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

/** Nothing has run so far. */
export async function expectNone(page: Page, damage: Damage): Promise<void> {
  expect(await page.evaluate(() => '__pwned' in window), page.url()).toBe(false)
  expect(damage, page.url()).toEqual({ dialogs: [], reports: [] })
}

/** Types scripts into every text field of a form's place, in each turn another into each, and sends them now and then. */
export async function tryForm(place: Locator, submit: string, damage: Damage, turns = payloads.length): Promise<void> {
  const page = place.page()
  const button = place.getByRole('button', { name: submit, exact: true })
  for (let turn = 0; turn < turns; turn += 1) {
    expect(await typeEverywhere(place, turn)).toBeGreaterThan(0)
    if (turn % 8 === 0 || turn === turns - 1) await button.dispatchEvent('click')
  }
  // It was refused, or could not even be sent.
  await expect(page.locator('[aria-invalid="true"], [role="alert"], button[type="submit"]:disabled').first()).toBeAttached()
  await expectNone(page, damage)
}
