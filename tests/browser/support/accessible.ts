import { expect, test, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The options by which only what is wrong is worked out to its end. */
const wrongAlone: RunOptions = { resultTypes: ['violations'], selectors: false }

/**
 * Returns what axe finds. It is sent to the page once, however often it is asked; none of our pages has a frame that it would have to look at
 * besides.
 */
async function found(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      // The PDF viewer's library keeps an empty canvas of its own beside our page.
      const context = { exclude: ['.hiddenCanvasElement'] }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options)
      // A menu over the page is read alone and closed again: it needs no landmark.
      const isMenu = (element?: Element) => element?.querySelector('[role=menu]') instanceof Element
      const counted = violations.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ element }) => id !== 'region' || !isMenu(element)) }))
      return counted.filter(({ nodes }) => nodes.length > 0).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { ...wrongAlone, elementRef: true, runOnly },
  )
}

/** Returns whether dark colours are checked: every screen's in accessibility.spec.ts, those of all journeys' dialogs in `make test-all`. */
const inDark = (): boolean => process.env['LINTEL_TEST_WIDTHS'] !== 'one' || test.info().file.endsWith('accessibility.spec.ts')

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
  // Content that is being read again is paler until it is there.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const screen = await screenOf(page)
  if (seen.has(screen)) return
  seen.add(screen)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const wrong = await found(page, { type: 'tag', values: rules })
  if (inDark()) {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    wrong.push(...(await found(page, { type: 'rule', values: ['color-contrast'] })))
  }
  expect(wrong, page.url()).toEqual([])
}
