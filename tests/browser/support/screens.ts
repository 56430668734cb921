import type { Locator, Page } from '@playwright/test'
import type { Account } from './lintel'

/** The heading of the screen that is open. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

/** A text in a toast. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(text, { exact: true })

/** The cell of a summary that has this label. */
export const figure = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'The figures' }).locator('> *').filter({ has: page.getByText(label, { exact: true }) })

/** The card of a property. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The dialog Property Details of a property. */
export const propertyDetails = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Property Details ${name}` })

export const password = (page: Page, label = 'Password'): Locator => page.getByRole('textbox', { name: label, exact: true })

/** Types into the login screen that is open and sends it. */
export async function logIn(page: Page, { email, password: secret }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Fills the sign-up screen that is open and sends it. */
export async function register(page: Page, account: Account, confirmation = account.password): Promise<void> {
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await password(page).fill(account.password)
  await password(page, 'Confirm password').fill(confirmation)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** The dialog Add New Property, opened from the portfolio's button. */
export async function openAddProperty(page: Page): Promise<Locator> {
  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'Add Property', exact: true }).click()
  return addDialog(page)
}

export const addDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Add New Property' })

/** The fields that every property has. */
export interface About {
  name: string
  address: string
  postcode: string
  type: string
}

export async function describe(dialog: Locator, about: About): Promise<void> {
  await dialog.getByLabel('Name').fill(about.name)
  await dialog.getByLabel('Address').fill(about.address)
  await dialog.getByLabel('Postcode').fill(about.postcode)
  await dialog.getByLabel('Property type').selectOption(about.type)
}

export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Add Property' }).click()
}

/** Makes the window as wide, and waits until the page shows it. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Turns the phone, or makes the window as narrow as one, and back: the page goes to the other layout and back. */
export async function turn(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await resize(page, before.width < 768 ? { width: 844, height: 390 } : { width: 390, height: 844 })
  await resize(page, before)
}
