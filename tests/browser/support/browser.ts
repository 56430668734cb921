import type { LaunchOptions } from '@playwright/test'

// Background services of Chromium look for hosts of their maker; a test machine reaches none of them.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const whole = process.env['LINTEL_TEST_CHROMIUM'] ?? '/usr/bin/chromium'

/** The whole of Chromium. */
export const chromium: LaunchOptions = { executablePath: whole, args }

/** Chromium without windows, where the machine has it as a program of its own: the same pages in half of the processor time. */
export const headlessChromium: LaunchOptions = { executablePath: process.env['LINTEL_TEST_HEADLESS_CHROMIUM'] ?? whole, args }
