import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './accessible'
import { draw } from './letting'
import { heading, toast, turn } from './screens'
import { expect } from './test'

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

export const landlordName = "Aoife O'Kafor"

/** Says who the landlord is, in the form of an agreement. */
export async function nameLandlord(page: Page) {
  await page.getByLabel('Landlord’s name').fill(landlordName)
  await page.getByLabel('Address for notices').fill('4 Queen Charlotte Court, Bristol BS1 4HE')
}

/** Issues the agreement once its preview is there, after the one question. */
export async function issueIt(page: Page, email: string) {
  const issue = page.getByRole('button', { name: 'Issue Agreement' })
  await expect(issue).toBeEnabled()
  await issue.click()
  const question = page.getByRole('alertdialog', { name: 'Issue this agreement?' })
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Issue Agreement' }).click()
  await expect(toast(page, 'Agreement Issued')).toBeVisible()
}

/** Opens the pages of the agreement: they are beside the form, or on a phone over the whole screen. */
export async function read(page: Page): Promise<void> {
  await expect(heading(page, 'Tenancy agreement')).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: /^Read (all|the)/ }).click()
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
  await isAccessible(page)
  if (isPhone(page)) await page.getByRole('button', { name: 'Done' }).click()
}

/** Signs on the page that is open, as whoever it asks. */
export async function sign(page: Page, name: string, isDrawn: boolean): Promise<void> {
  await read(page)
  await page.getByLabel('I have read the agreement').check()
  await page.getByLabel('Full name').fill(name)
  if (isDrawn) await draw(page)
  else {
    await page.getByRole('button', { name: 'Type instead' }).click()
    await page.getByLabel('Type your name').fill(name)
  }
  await turn(page)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Sign Agreement' }).click()
  await expect(toast(page, 'Agreement Signed')).toBeVisible()
}

/** Signs the deed of guarantee on the page that is open, beside a witness who types instead of drawing. */
export async function signDeed(page: Page, name: string): Promise<void> {
  await expect(heading(page, 'Deed of guarantee')).toBeVisible()
  await expect(page.getByText('It stays the same if the rent rises.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: /^Read the deed/ }).click()
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('I have read the deed').check()
  await page.getByLabel('Full name', { exact: true }).fill(name)
  const typed = async (label: string, as: string) => {
    const pad = page.getByRole('group', { name: label, exact: true })
    await pad.getByRole('button', { name: 'Type instead' }).click()
    await pad.getByLabel('Type your name').fill(as)
  }
  await typed('Signature', name)
  await page.getByLabel('Witness’s full name').fill(name)
  await expect(page.getByText('The witness has to be somebody else.')).toBeVisible()
  await page.getByLabel('Witness’s full name').fill('Maureen Adeyinka-Clarke')
  await page.getByLabel('Witness’s address').fill('29 Sedgefield Rise\nExeter EX4 2NQ')
  await page.getByLabel('I was in the room').check()
  await typed('Witness’s signature', 'Maureen Adeyinka-Clarke')
  await turn(page)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Sign the deed' }).click()
  await expect(toast(page, 'Deed signed')).toBeVisible()
  await expect(page.getByText('You have signed the deed')).toBeVisible()
  await isAccessible(page)
}

export async function approve(page: Page, details: Locator): Promise<void> {
  await details.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Update Status' }).getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, 'Application Updated')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

/** References that did not come are not needed. */
export async function waive(page: Page, details: Locator, who: 'Employer' | 'Guarantor'): Promise<void> {
  await details.getByRole('button', { name: new RegExp(`^Waive ?, ${who}$`) }).click()
  const waiving = page.getByRole('dialog', { name: 'Go on without this reference?' })
  await waiving.getByLabel('Reason').fill('Six months of savings were shown.')
  await waiving.getByRole('button', { name: 'Waive' }).click()
  await expect(toast(page, 'Reference Waived')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

export async function recordRightToRent(page: Page, details: Locator): Promise<void> {
  await details.getByRole('button', { name: 'Record Check' }).first().click()
  const check = page.getByRole('dialog', { name: 'Record a Right to Rent Check' })
  await check.getByLabel('Original documents').check()
  await check.getByLabel('Document or status seen').fill('British passport')
  await isAccessible(page)
  await check.getByRole('button', { name: 'Record Check' }).click()
  await expect(toast(page, 'Check Recorded')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}
