import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { agreementLinkTo, anApplicant, apply, draw, invitation } from './support/letting'
import { dayFromNow, signUp, tokenOf } from './support/lintel'
import { heading, logIn, toast, turn } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ expectedErrors: refused(404, 409, 410) })

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

const landlordName = "Aoife O'Kafor"

/** Says who the landlord is, in the form of an agreement. */
async function nameLandlord(page: Page) {
  await page.getByLabel('Landlord’s name').fill(landlordName)
  await page.getByLabel('Address for notices').fill('4 Queen Charlotte Court, Bristol BS1 4HE')
}

/** Issues the agreement once its preview is there, after the one question. */
async function issueIt(page: Page, email: string) {
  const issue = page.getByRole('button', { name: 'Issue Agreement' })
  await expect(issue).toBeEnabled()
  await issue.click()
  const question = page.getByRole('alertdialog', { name: 'Issue this agreement?' })
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Issue Agreement' }).click()
  await expect(toast(page, 'Agreement Issued')).toBeVisible()
}

/** Opens the pages of the agreement: they are beside the form, or on a phone over the whole screen. */
async function read(page: Page): Promise<void> {
  await expect(heading(page, 'Tenancy agreement')).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: /^Read (all|the)/ }).click()
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
  await isAccessible(page)
  if (isPhone(page)) await page.getByRole('button', { name: 'Done' }).click()
}

/** Signs on the page that is open, as whoever it asks. */
async function sign(page: Page, name: string, isDrawn: boolean): Promise<void> {
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
async function signDeed(page: Page, name: string): Promise<void> {
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

async function approve(page: Page, details: Locator): Promise<void> {
  await details.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Update Status' }).getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, 'Application Updated')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

/** References that did not come are not needed. */
async function waive(page: Page, details: Locator, who: 'Employer' | 'Guarantor'): Promise<void> {
  await details.getByRole('button', { name: new RegExp(`^Waive ?, ${who}$`) }).click()
  const waiving = page.getByRole('dialog', { name: 'Go on without this reference?' })
  await waiving.getByLabel('Reason').fill('Six months of savings were shown.')
  await waiving.getByRole('button', { name: 'Waive' }).click()
  await expect(toast(page, 'Reference Waived')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

async function recordRightToRent(page: Page, details: Locator): Promise<void> {
  await details.getByRole('button', { name: 'Record Check' }).first().click()
  const check = page.getByRole('dialog', { name: 'Record a Right to Rent Check' })
  await check.getByLabel('Original documents').check()
  await check.getByLabel('Document or status seen').fill('British passport')
  await isAccessible(page)
  await check.getByRole('button', { name: 'Record Check' }).click()
  await expect(toast(page, 'Check Recorded')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

signedIn('from an approved application to a signed, paid tenancy: tenant, guarantor and landlord sign, they move in, and the rent comes', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const { url, propertyId } = await invitation(await tokenOf(account))
  const guarantor = await signUp('Guarantor')
  const tom = { ...anApplicant(), guarantor }
  const { id, statusUrl } = await apply(url, tom, propertyId, dayFromNow(0))
  const details = page.getByRole('dialog', { name: new RegExp(tom.name) })

  await page.goto(`/landlord-applications/${String(id)}`)
  await approve(page, details)
  for (const who of ['Employer', 'Guarantor'] as const) await waive(page, details, who)
  await recordRightToRent(page, details)
  await isAccessible(page)

  await details.getByRole('link', { name: 'Create Agreement' }).click()
  await expect(heading(page, 'Create Agreement')).toBeVisible()
  await expect(page.getByText('Enter the landlord first')).toBeVisible()
  await nameLandlord(page)
  await expect(page.getByRole('button', { name: 'Issue Agreement' })).toBeDisabled()
  await page.getByLabel('No deposit is taken').check()
  await page.getByRole('button', { name: 'Add Clause' }).click()
  await expect(page.getByLabel('Clause 1', { exact: true })).toBeFocused()
  await page.getByLabel('Clause 1', { exact: true }).fill('No smoking indoors.')
  await page.getByLabel('The guarantor signs as well').check()
  await isAccessible(page)
  await page.getByRole('button', { name: 'See both emails' }).click()
  await expect(page.getByRole('dialog', { name: 'The emails' })).toContainText(tom.email)
  await page.getByRole('dialog', { name: 'The emails' }).getByRole('button', { name: 'Close' }).last().click()
  await issueIt(page, tom.email)
  await expect(page.getByText(`Waiting for ${tom.name}`)).toBeVisible()
  await isAccessible(page)

  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const applicant = await context.newPage()
  const link = await agreementLinkTo(tom.email)
  await applicant.goto(link)
  await sign(applicant, tom.name, true)
  expect(applicant.url(), 'T27: the secret has left the address').not.toContain(new URL(link).searchParams.get('token'))
  await expect(applicant.getByText(`${guarantor.name} signs next.`, { exact: false })).toBeVisible()

  // Who guarantees signs with their account, and finds the agreement on their start page.
  const guaranteeing = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const other = await guaranteeing.newPage()
  await other.goto('/')
  await logIn(other, guarantor)
  await expect(other.getByText('Agreement to sign')).toBeVisible()
  await isAccessible(other)
  await other.getByRole('link', { name: /^Read and Sign/ }).click()
  await signDeed(other, guarantor.name)
  await guaranteeing.close()

  // Live.
  await expect(heading(page, 'Tenancy agreement')).toBeVisible()
  await expect(page.getByText('Sign as the landlord')).toBeVisible()
  // An iPhone types ’ where the agreement has '.
  await expect(page.getByText(/^Your own name: /)).toContainText(landlordName)
  await sign(page, landlordName.replace("'", '’'), false)
  await expect(page.getByText('Signed by everybody')).toBeVisible()
  await expect(page.getByText('In force')).toBeVisible()
  await expect(page.getByText('Witness: Maureen Adeyinka-Clarke', { exact: false })).toBeVisible()
  await isAccessible(page)
  const [whole] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()])
  const pdf = await readFile(await whole.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const [kept] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download Evidence' }).click()])
  expect(kept.suggestedFilename()).toMatch(/\.json$/)

  await applicant.goto(statusUrl)
  await expect(applicant.getByRole('list', { name: 'Moving in' })).toContainText('Tenancy agreement signed')
  await isAccessible(applicant)
  await context.close()

  await page.goto(`/landlord-applications/${String(id)}`)
  await details.getByRole('button', { name: 'Complete Move-in' }).click()
  const question = page.getByRole('dialog', { name: 'Complete the move-in?' })
  await isAccessible(page)
  await question.getByRole('button', { name: 'Complete Move-in' }).click()
  await expect(toast(page, 'Move-in Completed')).toBeVisible()
  await details.getByRole('link', { name: 'Open tenant' }).click()

  const tenant = page.getByRole('dialog', { name: `Tenant Details ${tom.name}` })
  const statement = tenant.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Rent statement' })
  await expect(statement).toContainText('Due today')
  await expect(tenant.getByRole('button', { name: /Tenancy agreement/ }).first()).toBeVisible()
  await tenant.getByRole('button', { name: 'Record Receipt' }).first().click()
  const receipt = page.getByRole('dialog', { name: 'Record Receipt' })
  await receipt.getByRole('button', { name: 'Record Receipt' }).click()
  await expect(toast(page, 'Receipt recorded')).toBeVisible()
  await expect(statement).toContainText('Received')
  await expect(statement).not.toContainText('Due today')
  await isAccessible(page)
})

signedIn('who starts later moves in later; a void agreement says why, and the next one starts anew', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const { url, propertyId } = await invitation(await tokenOf(account))
  const tom = anApplicant()
  const { id } = await apply(url, tom, propertyId)
  const details = page.getByRole('dialog', { name: new RegExp(tom.name) })
  await page.goto(`/landlord-applications/${String(id)}`)
  await approve(page, details)
  for (const who of ['Employer', 'Guarantor'] as const) await waive(page, details, who)

  // Without the check nothing is issued in England, and the form says so.
  await details.getByRole('link', { name: 'Create Agreement' }).click()
  await expect(page.getByText(`Record the right to rent of ${tom.name} first.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Issue Agreement' })).toBeDisabled()
  await page.goto(`/landlord-applications/${String(id)}`)
  await recordRightToRent(page, details)
  await details.getByRole('link', { name: 'Create Agreement' }).click()
  await nameLandlord(page)
  await page.getByLabel('No deposit is taken').check()
  await issueIt(page, tom.email)

  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const applicant = await context.newPage()
  const before = await agreementLinkTo(tom.email)
  await applicant.goto(before)
  await read(applicant)
  await page.getByRole('button', { name: 'Void Agreement' }).click()
  const voiding = page.getByRole('dialog', { name: 'Void this agreement?' })
  await voiding.getByLabel('Reason').fill('The deposit changes.')
  await isAccessible(page)
  await voiding.getByRole('button', { name: 'Void Agreement' }).click()
  await expect(page.getByText('This agreement is void')).toBeVisible()
  // The mail says why; the link is dead.
  await applicant.goto(before)
  await expect(heading(applicant, 'This link is closed')).toBeVisible()

  // The landlord is kept for every agreement, so that only the deposit is asked for.
  await page.getByRole('link', { name: 'Create New Agreement' }).click()
  await expect(page.getByLabel('Landlord’s name')).toHaveValue(landlordName)
  await page.getByLabel('No deposit is taken').check()
  await issueIt(page, tom.email)
  await expect.poll(() => agreementLinkTo(tom.email)).not.toBe(before)
  await applicant.goto(await agreementLinkTo(tom.email))
  await sign(applicant, tom.name, false)
  await expect(page.getByText('Sign as the landlord')).toBeVisible()
  // An iPhone types ’ where the agreement has '.
  await expect(page.getByText(/^Your own name: /)).toContainText(landlordName)
  await sign(page, landlordName.replace("'", '’'), false)
  await context.close()

  // The first day is a month ahead: until then its step says so.
  await page.goto(`/landlord-applications/${String(id)}`)
  const steps = details.getByRole('list', { name: 'Move-in steps' })
  await expect(steps).toContainText('The tenancy starts on')
  await expect(details.getByRole('button', { name: 'Complete Move-in' })).toHaveCount(0)
})

signedIn('who does not want to sign says so by the link, and the landlord reads why', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const { url, propertyId } = await invitation(await tokenOf(account))
  const tom = anApplicant()
  const { id } = await apply(url, tom, propertyId)
  const details = page.getByRole('dialog', { name: new RegExp(tom.name) })
  await page.goto(`/landlord-applications/${String(id)}`)
  await approve(page, details)
  await recordRightToRent(page, details)
  await page.goto(`/landlord-applications/${String(id)}/agreement/new`)
  await nameLandlord(page)
  await page.getByLabel('No deposit is taken').check()
  await issueIt(page, tom.email)

  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const applicant = await context.newPage()
  await applicant.goto(await agreementLinkTo(tom.email))
  await applicant.getByRole('button', { name: 'I do not want to sign' }).click()
  const declining = applicant.getByRole('dialog', { name: 'Decline this agreement?' })
  await declining.getByLabel(/^Reason/).fill('I found another home.')
  await isAccessible(applicant)
  await declining.getByRole('button', { name: 'Decline Agreement' }).click()
  await expect(applicant.getByText('This agreement was declined')).toBeVisible()
  await context.close()
  await expect(page.getByText('I found another home.')).toBeVisible()
})

signedIn('a link that is no link says so', async ({ page }) => {
  await page.goto('/agreement?token=nothing')
  await expect(heading(page, 'Invalid Link')).toBeVisible()
  await isAccessible(page)
})
