import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isAccessible } from './support/accessible'
import { approveBehind, endTenancy, issue, mayRent } from './support/agreements'
import { agreementLinkTo, anApplicant, draftLinkTo, fillDay, invitation, inviteLinkTo, referenceLinkTo, statusLinkTo } from './support/letting'
import { act, dayFromNow, signUp, somebody, tokenOf, upload } from './support/lintel'
import { chooseHugePhoto, png } from './support/pictures'
import { changeRequest, giveToContractor, jobLinkTo } from './support/repairs'
import { heading, logIn, toast } from './support/screens'
import { landlordName, sign, signDeed } from './support/signing'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000, expectedErrors: new RegExp(`${refused(404, 409, 410).source}|net::ERR_INTERNET_DISCONNECTED`) })

/** Expects that nothing is wider than the phone. */
const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(390)

/** Fills in an employer's or a guarantor's form that is open, and sends it with a typed name. */
async function answer(page: Page, texts: Record<string, string>, choices: Record<string, string>, day: [string, string], agrees: string, name: string, submit: string): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: label === 'Email' }).fill(text)
  for (const [label, choice] of Object.entries(choices)) await page.getByLabel(label).selectOption(choice)
  await fillDay(page.getByRole('group', { name: day[0] }), day[1])
  await page.getByLabel(agrees).check()
  await page.getByRole('button', { name: 'Type instead' }).click()
  await page.getByLabel('Type your name').fill(name)
  await fits(page)
  await page.getByRole('button', { name: submit }).click()
}

signedIn('everybody but the landlord works from invitation to former tenancy', { tag: '@any-width' }, async ({ page, browser, account }) => {
  signedIn.slow()
  const landlord = await tokenOf(account)
  const tom = { ...anApplicant(), ...(await signUp('Tenant')) }
  const [aunt, firm] = [somebody('Guarantor'), { name: 'Severnside Heating Ltd', email: somebody('Tenant').email }]
  const strangers = { viewport: { width: 390, height: 844 }, hasTouch: true, storageState: { cookies: [], origins: [] } }
  const device = async () => (await browser.newContext(strangers)).newPage()

  // The invitation comes by mail. The form shows the landlord's photo and what the room is offered for.
  const photo = await upload(landlord, 'front.png', png('front.png').buffer)
  const offer = { deposit: '700.00', freeFromDate: dayFromNow(14), bills: 'Water and broadband', energyRating: 'C' }
  await invitation(landlord, { home: { photos: [photo], size: '120 m²' }, link: { name: tom.name, email: tom.email, ...offer } })
  const first = await device()
  await first.goto(await inviteLinkTo(tom.email))
  await expect(heading(first, 'Your details')).toBeVisible()
  await first.getByLabel('Full name').fill(tom.name)
  await first.getByLabel('Email').fill(tom.email)
  await first.getByLabel('Phone').fill('020 7946 0184')
  await first.getByLabel('Current address').fill('Flat 2, 19 Sedgefield Road, Bristol')
  await first.getByRole('button', { name: 'Next' }).click()
  const house = first.getByRole('radio', { name: /Ashmead House/ })
  await expect(house).toBeChecked()
  await expect(first.getByText(/120 m²/)).toBeVisible()
  const shown = first.locator('label').filter({ has: house }).locator('img')
  await expect.poll(() => shown.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  for (const text of ['£700', 'Water and broadband']) await expect(first.getByText(text, { exact: true })).toBeVisible()
  await first.getByRole('button', { name: 'See the photo' }).click()
  await expect(first.getByRole('dialog', { name: /photo 1 of 1/ }).getByRole('img')).toBeVisible()
  await isAccessible(first)
  await first.keyboard.press('Escape')
  await fits(first)
  await first.getByRole('button', { name: 'Next' }).click()

  // A reload and a tunnel lose nothing; the mailed link goes on at another device.
  await first.getByLabel('Position').fill('Data analyst')
  await expect(first.getByText(/^Saved at/)).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Position')).toHaveValue('Data analyst')
  await first.context().setOffline(true)
  await first.getByLabel('Employer name').fill('Severn Analytics Ltd')
  await expect(first.getByText('Not saved. We will try again.')).toBeVisible()
  await first.context().setOffline(false)
  await expect(first.getByText(/^Saved at/)).toBeVisible()
  await first.getByRole('button', { name: 'Email me the link' }).click()
  await expect(toast(first, 'Link Sent')).toBeVisible()
  await first.context().close()
  const form = await device()
  await form.goto(await draftLinkTo(tom.email))
  await expect(heading(form, 'Continue your application')).toBeVisible()
  await isAccessible(form)
  await form.getByRole('button', { name: 'Continue Application' }).click()
  await expect(heading(form, 'Your work')).toBeVisible()
  expect(form.url(), 'T27: the secret has left the address').not.toContain('draft')
  await expect(form.getByLabel('Employer name')).toHaveValue('Severn Analytics Ltd')
  await form.getByLabel('Employment status').selectOption('full-time')
  await form.getByLabel('Employer phone').fill('0117 496 0182')
  await form.getByLabel('Employer email').fill(tom.employer.email)
  await form.getByLabel('Monthly income').fill('2,150')
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByLabel('Guarantor name').fill(tom.guarantor.name)
  await form.getByLabel('Relationship to you').selectOption('parent')
  await form.getByLabel('Guarantor phone').fill('020 7946 0734')
  await form.getByLabel('Guarantor email').fill(tom.guarantor.email)
  await fillDay(form.getByRole('group', { name: 'Move-in date' }), dayFromNow(0))
  await form.getByRole('button', { name: 'Submit Application' }).click()
  await expect(heading(form, 'Application Submitted!')).toBeVisible()
  const number = Number(/#(\d+)\./.exec(await form.getByText(/Your application number is/).innerText())?.[1])

  // The guarantor declines; the applicant reads so, and names somebody else, who answers, as the employer does.
  const referee = await device()
  await referee.goto(await referenceLinkTo(tom.guarantor.email))
  await referee.getByRole('button', { name: 'I do not want to do this' }).click()
  const declining = referee.getByRole('dialog', { name: 'Do not act as guarantor?' })
  await declining.getByLabel('Reason').fill('I cannot afford it.')
  await declining.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(referee, 'Thank you for telling us')).toBeVisible()
  await form.goto(await statusLinkTo(tom.email))
  await expect(form.getByText('Your guarantor has declined')).toBeVisible()
  await expect(form.getByText('I cannot afford it.')).toHaveCount(0)
  await isAccessible(form)
  await form.getByRole('button', { name: /^Name somebody else/ }).click()
  const naming = form.getByRole('dialog', { name: 'Who is your guarantor?' })
  await naming.getByLabel('Full name').fill(aunt.name)
  await naming.getByLabel('Email address').fill(aunt.email)
  await naming.getByLabel('Phone number').fill('020 7946 0735')
  await naming.getByLabel('What they are to you').selectOption('relative')
  await isAccessible(form)
  await naming.getByRole('button', { name: 'Send them the link' }).click()
  await expect(toast(form, 'Link sent')).toBeVisible()
  await expect(form.getByText(`${aunt.name}, ${aunt.email}`)).toBeVisible()
  await referee.goto(await referenceLinkTo(aunt.email))
  await expect(heading(referee, 'Guarantor form')).toBeVisible()
  await answer(
    referee,
    { 'Full name': aunt.name, Email: aunt.email, Phone: '020 7946 0735', Address: '3 Coombe Lane, Taunton TA1 9PQ', Occupation: 'Practice nurse', 'Employer name': 'Quantock Surgery', 'Annual income': '36,400' },
    { 'Relationship to the tenant': 'family' },
    ['Date of birth', '1968-03-08'],
    'I agree to act as guarantor for this tenancy.',
    aunt.name,
    'Submit Guarantor Form',
  )
  await expect(heading(referee, 'Guarantor form completed')).toBeVisible()
  await referee.goto(await referenceLinkTo(tom.employer.email))
  await expect(heading(referee, 'Employment verification')).toBeVisible()
  await answer(
    referee,
    { 'Company name': 'Severn Analytics Ltd', 'Contact name': 'Dana Whitlock', 'Your position': 'People Partner', Email: tom.employer.email, Phone: '0117 496 0182', 'Company address': '1 Harbour Way, Bristol BS1 5TY', 'Employee’s position': 'Data analyst', 'Annual salary': '25,800' },
    { 'Employment type': 'full-time', 'Contract type': 'permanent' },
    ['Employment start date', '2024-09-01'],
    'I confirm that the employment details are accurate.',
    'Dana Whitlock',
    'Submit Employment Verification',
  )
  await expect(heading(referee, 'Employment verification completed')).toBeVisible()

  // The agreement: tenant, guarantor with a witness, landlord.
  await approveBehind(landlord, number)
  await mayRent(landlord, number)
  await issue(landlord, number, landlordName)
  await form.goto(await agreementLinkTo(tom.email))
  await sign(form, tom.name, true)
  await referee.goto(await agreementLinkTo(aunt.email))
  await signDeed(referee, aunt.name)
  await referee.context().close()
  await page.goto(`/landlord-applications/${String(number)}/agreement`)
  await expect(page.getByText('Sign as the landlord')).toBeVisible()
  await sign(page, landlordName, false)
  await expect(page.getByText('Signed by everybody')).toBeVisible()
  await act(landlord, `/api/tenant-applications/${String(number)}/move-in`, {})

  // The portal, and a repair with a photo as large as phones take them.
  await form.goto('/')
  await logIn(form, tom)
  // The form was sent without an account, so the home is asked for.
  await form.getByRole('button', { name: 'Yes, this is my home' }).click()
  await expect(heading(form, 'My Portal')).toBeVisible()
  await fits(form)
  await form.getByRole('link', { name: 'Report a Problem' }).click()
  const report = form.getByRole('dialog', { name: 'Report a Problem' })
  await report.getByLabel('Category').selectOption('Damp & mould')
  await report.getByLabel('Title').fill('Mould in the bedroom')
  await report.getByLabel('Description').fill('Since last winter.')
  await report.getByLabel('Yes, with notice').check()
  await report.getByLabel(/^Photos/).and(form.locator('input')).evaluate(chooseHugePhoto)
  await expect(report.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  const problem = form.getByRole('dialog', { name: /Mould in the bedroom$/ })
  // The tenancy may not yet be known where maintenance is kept.
  await expect(async () => {
    await report.getByRole('button', { name: 'Report Problem' }).click()
    await expect(problem).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 30_000 })
  const request = Number(/\d+$/.exec(form.url())?.[0])

  // The contractor takes the job, and says what was done.
  await giveToContractor(landlord, request, firm)
  await act(landlord, `/api/maintenance-requests/${String(request)}/job`, { jobDate: dayFromNow(3), startTime: '09:30', endTime: '11:30' })
  const contractor = await device()
  await contractor.goto(await jobLinkTo(firm.email))
  await expect(contractor.getByText(`This page is for ${firm.name} only.`, { exact: false })).toBeVisible()
  await contractor.getByRole('button', { name: 'Accept this time' }).click()
  await contractor.getByLabel('What you did').fill('Cleaned and painted, new fan fitted')
  await contractor.getByLabel('Add photos').setInputFiles(png('after.png'))
  await expect(contractor.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await fits(contractor)
  await contractor.getByRole('button', { name: 'Mark as done' }).click()
  await expect(contractor.getByText('You marked this job as done')).toBeVisible()
  await contractor.context().close()
  for (const status of ['In Progress', 'Completed']) await changeRequest(landlord, request, { status })
  await problem.getByRole('button', { name: 'Yes, It Is Fixed' }).click()
  await expect(problem.getByText(/^You confirmed on/)).toBeVisible()

  // The tenancy ends; its portal stays to be read.
  await endTenancy(landlord)
  await form.goto('/tenant-dashboard')
  await expect(form.getByText(/^Your tenancy ended on/)).toBeVisible()
  await expect(form.getByRole('link', { name: 'Report a Problem' })).toHaveCount(0)
  const saved = form.waitForEvent('download')
  await form.getByRole('button', { name: 'Download everything' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^lintel-my-home-\d{4}-\d{2}-\d{2}\.zip$/)
  // The names of what is in a ZIP stand in it as they are.
  const content = (await readFile(await file.path())).toString('latin1')
  for (const name of ['rent-statement.pdf', 'documents/', 'deed-of-guarantee.pdf']) expect(content.includes(name), name).toBe(true)
  expect(content.includes('NOT INCLUDED'), 'something is missing').toBe(false)
  await isAccessible(form)
  await fits(form)
  await form.context().close()
})
