import { readFile } from 'node:fs/promises'
import { isAccessible } from './support/accessible'
import { agreementLinkTo, anApplicant, apply, invitation } from './support/letting'
import { dayFromNow, signUp, tokenOf } from './support/lintel'
import { heading, logIn, toast } from './support/screens'
import { approve, isPhone, issueIt, landlordName, nameLandlord, read, recordRightToRent, sign, signDeed, waive } from './support/signing'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ expectedErrors: refused(404, 409, 410) })

signedIn('an approved application becomes a signed, paid tenancy with rent', async ({ page, browser, account, viewport }) => {
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

  // The guarantor signs with their account, and finds the agreement on their start page.
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

signedIn('a later start waits; a void agreement says why, and is replaced', async ({ page, browser, account, viewport }) => {
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

signedIn('a signer declines by the link, and the landlord reads why', async ({ page, browser, account, viewport }) => {
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
