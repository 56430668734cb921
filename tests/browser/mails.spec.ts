import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const width = 390

/** Every mail as a page, by its kind, with the longest words that it may hold. */
function everyMail(): [string, string][] {
  const program = `${process.env['CARGO_TARGET_DIR'] ?? `${root}target`}/debug/examples/every-mail`
  const { status, stdout, stderr } = spawnSync(program, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return Object.entries(JSON.parse(stdout) as Record<string, string>)
}

test('no mail is wider than a phone, in light and in dark', { tag: '@any-width' }, async ({ page }) => {
  await page.setViewportSize({ width, height: 800 })
  const mails = everyMail()
  expect(mails.length).toBeGreaterThan(90)
  const wide: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [kind, html] of mails) {
      await page.setContent(html)
      const measured = await page.evaluate(() => document.documentElement.scrollWidth)
      if (measured > width) wide.push(`${kind}, ${colorScheme}: ${String(measured)} px`)
    }
  }
  expect(wide).toEqual([])
})
