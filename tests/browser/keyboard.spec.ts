import type { Page } from '@playwright/test'
import { addDialog, card, heading, openAddProperty } from './support/screens'
import { expect, signedIn } from './support/test'

/** Presses Tab until what has the focus is named so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const named = page.locator(':focus').and(page.getByLabel(name).or(page.getByRole('link', { name })).or(page.getByRole('button', { name })))
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    if ((await named.count()) > 0) return
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

signedIn('a property is added with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, /^Portfolio$/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Portfolio'), 'the new page’s heading takes the focus').toBeFocused()

  await tabTo(page, /^Add Property$/)
  await page.keyboard.press('Enter')
  const dialog = addDialog(page)
  await expect(dialog).toBeVisible()
  await tabTo(page, /^Name/)
  await page.keyboard.type('Laura Mews')
  await tabTo(page, /^Address/)
  await page.keyboard.type('9 Laura Mews, Bath')
  await tabTo(page, /^Postcode/)
  await page.keyboard.type('BA2 4QH')
  await tabTo(page, /^Property type/)
  await page.keyboard.type('House')
  await tabTo(page, /^Monthly rent/)
  await page.keyboard.type('2350')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Laura Mews')).toContainText('£2,350')
})

signedIn('Escape closes the dialog, returns the focus, and asks about typed text', async ({ page }) => {
  const dialog = await openAddProperty(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add Property', exact: true })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').fill('Laura Mews')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard this property?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Laura Mews')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})
