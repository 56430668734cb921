import { isAccessible } from './support/accessible'
import { dayFromNow, tokenOf } from './support/lintel'
import { anApplicant, draftLinkTo, fillDay, invitation, statusLinkTo } from './support/letting'
import { heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

// Until the home is known to the service of tenancies its link is refused, and a dead link is not found.
signedIn.use({ expectedErrors: refused(404, 409, 410, 412) })

signedIn('an applicant fills in the form and applies once', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const { url } = await invitation(await tokenOf(account))
  const tom = anApplicant()
  const strangers = { baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } }
  const first = await browser.newContext(strangers)
  const form = await first.newPage()
  await form.goto(url)
  await expect(heading(form, 'Your details')).toBeVisible()
  expect(form.url(), 'T27: the secret has left the address').not.toContain('invite')
  await isAccessible(form)

  await form.getByRole('button', { name: 'Next' }).click()
  await expect(form.getByRole('alert')).toContainText('Full name is required')
  await expect(form.getByRole('alert')).toBeFocused()
  await form.getByLabel('Full name').fill(tom.name)
  await form.getByLabel('Email').fill(tom.email)
  await form.getByLabel('Phone').fill('020 7946 0184')
  await form.getByLabel('Current address').fill('Flat 2, 19 Sedgefield Road, Bristol')
  await form.getByRole('button', { name: 'Next' }).click()

  await expect(heading(form, 'The home')).toBeVisible()
  await expect(form.getByRole('radio', { name: /Ashmead House/ })).toBeChecked()
  await expect(form.getByRole('radio', { name: /Room 2/ })).toBeChecked()
  await expect(form.getByText('£610 per month').first()).toBeVisible()
  await isAccessible(form)
  await form.getByRole('button', { name: 'Next' }).click()
  await expect(heading(form, 'Your work')).toBeVisible()
  await form.getByLabel('Position').fill('Data analyst')

  // Back loses nothing.
  await form.goBack()
  await expect(heading(form, 'The home')).toBeVisible()
  await form.goForward()
  await expect(form.getByText(/^Saved at/)).toBeVisible()
  await expect(form.getByLabel('Position')).toHaveValue('Data analyst')
  await form.getByLabel('Employment status').selectOption('full-time')
  await form.getByLabel('Employer name').fill('Severn Analytics Ltd')
  await form.getByLabel('Employer phone').fill('0117 496 0182')
  await form.getByLabel('Employer email').fill(tom.employer.email)
  await form.getByLabel('Monthly income').fill('2,150')
  await form.getByRole('button', { name: 'Next' }).click()

  await expect(heading(form, 'Guarantor and move-in')).toBeVisible()
  await form.getByLabel('Guarantor name').fill(tom.guarantor.name)
  await form.getByLabel('Relationship to you').selectOption('parent')
  await form.getByLabel('Guarantor phone').fill('020 7946 0734')
  await form.getByLabel('Guarantor email').fill(tom.guarantor.email)
  await fillDay(form.getByRole('group', { name: 'Move-in date' }), dayFromNow(30))
  await isAccessible(form)
  await form.getByRole('button', { name: 'Submit Application' }).dblclick()
  await expect(heading(form, 'Application Submitted!')).toBeVisible()
  await expect(form.getByText(/Your application number is #\d{4,}\./)).toBeVisible()
  await isAccessible(form)
  // A reload tells it again, and Back makes no second one.
  await form.reload()
  await expect(heading(form, 'Application Submitted!')).toBeVisible()

  await form.goto(await statusLinkTo(tom.email))
  await expect(heading(form, 'Application Status')).toBeVisible()
  await expect(form.getByText('Submitted').first()).toBeVisible()
  expect(form.url(), 'T27: the secret has left the address').not.toContain('token')
  await isAccessible(form)
  await first.close()

  await page.goto('/landlord-applications')
  await expect(page.getByRole('article', { name: tom.name })).toHaveCount(1)
})

signedIn('whoever plants a half-filled form sees nothing of what is typed into it', { tag: '@any-width' }, async ({ browser, account, viewport }) => {
  const { url } = await invitation(await tokenOf(account))
  const ann = anApplicant()
  const strangers = { baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } }
  const [mallorys, anns] = [await browser.newContext(strangers), await browser.newContext(strangers)]
  const planted = await mallorys.newPage()
  await planted.goto(url)
  await planted.getByLabel('Full name').fill('Somebody Else')
  await planted.getByLabel('Email').fill(ann.email)
  await planted.getByRole('button', { name: 'Email me the link' }).click()
  await expect(toast(planted, 'Link Sent')).toBeVisible()

  const form = await anns.newPage()
  const link = await draftLinkTo(ann.email)
  await form.goto(link)
  await form.getByRole('button', { name: 'Continue Application' }).click()
  await form.getByLabel('Full name').fill(ann.name)
  await form.getByLabel('Phone').fill('020 7946 0184')
  await expect(form.getByText(/^Saved at/)).toBeVisible()
  // The planted page opens nothing, and neither does the link a second time.
  await planted.reload()
  await expect(heading(planted, 'Your details')).toBeVisible()
  await expect(planted.getByLabel('Phone')).toHaveValue('')
  await expect(planted.getByLabel('Full name')).toHaveValue('')
  await planted.goto(link)
  await planted.getByRole('button', { name: 'Continue Application' }).click()
  await expect(planted.getByText('This link was used already.', { exact: false })).toBeVisible()
  await form.reload()
  await expect(form.getByLabel('Full name')).toHaveValue(ann.name)
  await Promise.all([mallorys.close(), anns.close()])
})

signedIn('a revoked link says what to do; without one the page says how to ask', async ({ browser, account, viewport }) => {
  const token = await tokenOf(account)
  const { url } = await invitation(token)
  const invites = await fetch(new URL('/api/invites', url), { headers: { authorization: `Bearer ${token}` } })
  for (const { id } of (await invites.json()) as { id: number }[]) {
    await fetch(new URL(`/api/invites/${String(id)}`, url), { method: 'DELETE', headers: { authorization: `Bearer ${token}`, 'idempotency-key': `revoke-${String(id)}-${account.email}` } })
  }
  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(url)
  await expect(heading(page, 'This link is closed')).toBeVisible()
  await expect(page.getByText(/Ask the landlord or agent/)).toBeVisible()
  await isAccessible(page)
  await page.goto('/tenant-signup')
  await expect(heading(page, 'This link is closed').or(heading(page, 'You need a link to apply'))).toBeVisible()
  await context.close()
})
