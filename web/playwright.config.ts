import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

// Background services of Chromium look for hosts of their maker; a test machine reaches none of them.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.LINTEL_TEST_CHROMIUM ?? '/usr/bin/chromium', args: flags },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
