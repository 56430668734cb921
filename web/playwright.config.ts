import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { headlessChromium } from '../tests/browser/support/browser'

/**
 * What is tried at one width alone, the desktop's: what is the same at every width, or sets its own. Whole files stand here, single
 * journeys have the tag @any-width. Layout, focus, what a screen shows, and what axe finds there are tried at both.
 */
const anyWidth = new RegExp(
  `(${[
    'account-data',
    'add-property',
    'api-keys',
    'dialogs',
    'headers',
    'injection-forms',
    'keyboard',
    'live',
    'password',
    'property',
    'push',
    'roles',
    'security',
    'session',
    'sign-up',
    'uploads',
    'verification',
  ].join('|')})\\.spec\\.ts$`,
)

/** Where `make test` looks at a phone as well: layout, focus, what axe finds, and what people do with one hand. Everything else is tried at both widths by `make test-all`. */
const onPhones = /(accessibility|agreement|focus|layout|portal|portal-confirm|wizard)\.spec\.ts$/
const isWhole = process.env.LINTEL_TEST_WIDTHS !== 'one'

/** The journeys of tests/browser against a running installation: LINTEL_E2E_URL, or one that the set-up starts. */
export default defineConfig({
  testDir: fileURLToPath(new URL('../tests/browser', import.meta.url)),
  outputDir: fileURLToPath(new URL('../target/browser', import.meta.url)),
  tsconfig: '../tests/browser/tsconfig.json',
  globalSetup: '../tests/browser/support/installation.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // How long until something is taken to be stuck: on a shared host that takes half of two cores away, the longest journeys need more than a minute.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    // A failure leaves a picture of the page in words; --trace on makes the whole recording.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: headlessChromium,
  },
  projects: [
    { name: 'phone', ...(isWhole ? {} : { testMatch: onPhones }), testIgnore: anyWidth, grepInvert: /@any-width/, use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
