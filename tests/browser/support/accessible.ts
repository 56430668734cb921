import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * In the page itself, as none of ours has a frame: the other way opens an empty page for each result, which takes as long again.
 * Only what is wrong is worked out to its end.
 */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], selectors: false })

/** The screens that this worker has looked at: another journey that comes by finds the same. */
const seen = new Set<string>()

/** The marks of a screen: its width, its address without ids, its headings, dialogs and alerts. */
const screenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll('h1, h2, h3, [role=dialog], [role=alertdialog], [role=alert]')]
    const words = marks.map((mark) => mark.getAttribute('aria-label') ?? mark.textContent.slice(0, 80))
    return [String(window.innerWidth), window.location.pathname, ...words].join(' | ').replace(/\d+/g, 'n')
  })

/** Everything in light; in dark only what colours can break. Both without motion, so that no colour is on its way. */
export async function isAccessible(page: Page): Promise<void> {
  expect(page.frames(), 'a frame would have to be looked at, too').toHaveLength(1)
  const screen = await screenOf(page)
  if (seen.has(screen)) return
  seen.add(screen)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axe(page).withTags(rules).analyze()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  const found = [...light.violations, ...dark.violations].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, page.url()).toEqual([])
}
