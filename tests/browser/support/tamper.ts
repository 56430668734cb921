import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { payloads } from './payloads'

/** All of them in one text, for what there is only one of. */
export const together = payloads.join(' ')

const contract: unknown = JSON.parse(readFileSync(fileURLToPath(new URL('../../../gateway/openapi.json', import.meta.url)), 'utf8'))

/** Every word that the contract itself has: spellings that screens switch on, and examples of codes such as GBP. */
function wordsOf(node: unknown, words = new Set<unknown>()): Set<unknown> {
  if (typeof node !== 'object' || node === null) return words
  for (const [key, value] of Object.entries(node)) {
    if (key === 'enum' && Array.isArray(value)) for (const word of value) words.add(word)
    if (key === 'example') words.add(value)
    wordsOf(value, words)
  }
  return words
}
const words = wordsOf(contract)

/** Figures, dates, months, times of day, and paths of files: what no person types as text. */
const noText = /^(-?\d+(\.\d+)?|\d{4}-\d{2}(-\d{2}(T.*)?)?|\d{2}:\d{2}|\/api\/\S*)$/

/** `value` with scripts in every text of a person's; a list becomes as many rows as there are scripts, each with its own. */
function infected(value: unknown, script = together): unknown {
  if (typeof value === 'string') return value === '' || words.has(value) || noText.test(value) ? value : script
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    if (typeof first !== 'object' || first === null) return value.map((entry: unknown) => infected(entry, script))
    if (script !== together) return value.map((entry: unknown) => infected(entry, script))
    return payloads.map((payload, index) => {
      const row = infected(value[index % value.length], payload) as Record<string, unknown>
      return typeof row['id'] === 'number' ? { ...row, id: row['id'] + index * 1_000_000 } : row
    })
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, infected(part, script)]))
}

/** Replies with scripts in them; `settled` resolves when nothing is on its way. */
export interface Tampered {
  settled: () => Promise<void>
}

/** Turns every text that the server reads out to the page into a script, whatever its name and whoever wrote it. */
export async function tamperWithReads(page: Page): Promise<Tampered> {
  let asked = 0
  let answered = 0
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET' || request.url().includes('/api/events')) return route.fallback()
    asked += 1
    try {
      await answer(route)
    } catch {
      // The page that asked has gone.
    } finally {
      answered += 1
    }
  })
  return {
    settled: () =>
      expect
        .poll(async () => {
          const before = asked
          await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50))))
          return asked === before && asked === answered && asked > 0
        })
        .toBe(true),
  }
}

async function answer(route: Route): Promise<void> {
  const reply = await route.fetch()
  const kind = reply.headers()['content-type'] ?? ''
  if (!kind.includes('json')) return route.fulfill({ response: reply })
  return route.fulfill({ response: reply, json: infected(await reply.json()) })
}

/** Refuses every write with scripts in title, text and at every field that was sent. */
export async function refuseWrites(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request()
    if (request.method() === 'GET' || /\/(refresh|logout)$/.test(request.url())) return route.fallback()
    const sent = (request.postDataJSON() ?? {}) as object
    const errors = Object.fromEntries(Object.keys(sent).map((field) => [field, [together]]))
    const problem = { type: 'about:blank', title: together, detail: together, reason: 'REFUSED', traceId: together, status: 422, errors }
    return route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
}

/** Types into every text field of a place at once; field number n gets payload number n + `turn`. */
export function typeEverywhere(place: Locator, turn: number): Promise<number> {
  const texts = payloads.map((_, index) => payloads[(index + turn) % payloads.length] ?? '')
  return place.evaluate((element, words) => {
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=checkbox], [type=radio], [type=file], [type=date]), textarea')
    fields.forEach((field, index) => {
      const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      // React listens to the event and reads the value behind its own back.
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, words[index % words.length])
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    })
    return fields.length
  }, texts)
}
