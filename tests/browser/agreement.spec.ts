import type { Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { anApplicant, apply, invitation } from './support/letting'
import { mailedLink, tokenOf } from './support/lintel'
import { heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ expectedErrors: refused(404, 409) })

/** The link of the newest mail that asks somebody to sign. */
const agreementLinkTo = (address: string): Promise<string> => mailedLink(address, /^https?:\/\/\S+\/agreement\?token=\S+$/m)

/** Signs on the page that is open, as whoever it asks. */
async function sign(page: Page, name: string): Promise<void> {
  await expect(heading(page, 'Tenancy agreement')).toBeVisible()
  const read = page.getByRole('button', { name: /^Read (all|the)/ })
  if (await read.isVisible()) {
    await read.click()
    await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
  } else {
    await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
  }
  await page.getByLabel('I have read the agreement').check()
  await page.getByLabel('Full name').fill(name)
  await page.getByText('Signature', { exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Type instead' }).click()
  await page.getByLabel('Type your name').fill(name)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Sign Agreement' }).click()
  await expect(toast(page, 'Agreement Signed')).toBeVisible()
}

signedIn('an approved applicant signs, the guarantor signs, the landlord signs, and they move in', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const { url, propertyId } = await invitation(await tokenOf(account))
  const tom = anApplicant()
  const { id, statusUrl } = await apply(url, tom, propertyId)
  const details = page.getByRole('dialog', { name: new RegExp(tom.name) })

  await page.goto(`/landlord-applications/${String(id)}`)
  await details.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Update Status' }).getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, 'Application Updated')).toBeVisible()

  // References that did not come are not needed.
  for (const who of ['Employer', 'Guarantor']) {
    await details.getByRole('button', { name: new RegExp(`^Waive ?, ${who}$`) }).click()
    const waiving = page.getByRole('dialog', { name: 'Go on without this reference?' })
    await waiving.getByLabel('Reason').fill('Six months of savings were shown.')
    await waiving.getByRole('button', { name: 'Waive' }).click()
    await expect(toast(page, 'Reference Waived')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  await details.getByRole('button', { name: 'Record Check' }).first().click()
  const check = page.getByRole('dialog', { name: 'Record a Right to Rent Check' })
  await check.getByLabel('Original documents').check()
  await check.getByLabel('Document or status seen').fill('British passport')
  await isAccessible(page)
  await check.getByRole('button', { name: 'Record Check' }).click()
  await expect(toast(page, 'Check Recorded')).toBeVisible()
  await isAccessible(page)

  await details.getByRole('link', { name: 'Create Agreement' }).click()
  await page.getByLabel('Address for notices').fill('4 Queen Charlotte Court, Bristol BS1 4HE')
  await isAccessible(page)
  await page.getByRole('button', { name: 'Issue Agreement' }).click()
  await expect(toast(page, 'Agreement Issued')).toBeVisible()
  await expect(page.getByText(`Waiting for ${tom.name}`)).toBeVisible()
  await isAccessible(page)

  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const applicant = await context.newPage()
  await applicant.goto(await agreementLinkTo(tom.email))
  await sign(applicant, tom.name)
  await expect(applicant.getByText(/signs next/)).toBeVisible()

  // Live.
  await expect(page.getByText('Sign as the landlord')).toBeVisible()
  const landlordName = await page.getByText(/^As it stands in the agreement: /).textContent()
  await sign(page, (landlordName ?? '').replace('As it stands in the agreement: ', ''))
  await expect(page.getByText('Signed by everybody')).toBeVisible()

  await applicant.goto(statusUrl)
  await expect(applicant.getByRole('list', { name: 'Moving in' })).toContainText('Tenancy agreement signed')
  await isAccessible(applicant)

  // The first day is a month ahead: until then the server says so.
  await page.goto(`/landlord-applications/${String(id)}`)
  await details.getByRole('button', { name: 'Complete Move-in' }).click()
  const question = page.getByRole('dialog', { name: 'Complete the move-in?' })
  await question.getByRole('button', { name: 'Complete Move-in' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  await context.close()
})

signedIn('a link that is no link says so', async ({ page }) => {
  await page.goto('/agreement?token=nothing')
  await expect(heading(page, 'Invalid Link')).toBeVisible()
  await isAccessible(page)
})
