import { isAccessible } from './support/accessible'
import { fillDay } from './support/letting'
import { addProperty, dayFromNow, somebody, tokenOf } from './support/lintel'
import { png } from './support/pictures'
import { addRequest, giveToContractor, jobLinkTo } from './support/repairs'
import { heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ expectedErrors: refused(404, 409, 410) })

signedIn('a contractor gets a job by mail, proposes a time, and invoices it', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const firm = { name: 'Severnside Heating Ltd', email: somebody('Tenant').email }
  const propertyId = await addProperty(token, { name: 'Ashmead House' })
  const id = await addRequest(token, { propertyId, title: 'No hot water' })
  await giveToContractor(token, id, firm)

  await page.goto(`/maintenance/${String(id)}`)
  const dialog = page.getByRole('dialog', { name: /No hot water/ })
  await dialog.getByRole('button', { name: 'Send to contractor' }).click()
  const send = page.getByRole('dialog', { name: 'Send to contractor' })
  await fillDay(send.getByRole('group', { name: /^Date/ }), dayFromNow(3))
  await send.getByLabel(/^Spend up to/).fill('250')
  await send.getByLabel(/^Getting in/).fill('The key is in the safe')
  await send.getByLabel(/^Key safe code/).fill('4711')
  await isAccessible(page)
  await send.getByRole('button', { name: 'Send job' }).click()
  await expect(toast(page, 'Severnside Heating Ltd has been emailed.')).toBeVisible()
  await expect(dialog.getByText('Waiting for an answer: Severnside Heating Ltd')).toBeVisible()

  const link = await jobLinkTo(firm.email)
  const context = await browser.newContext({ baseURL: new URL(link).origin, viewport, storageState: { cookies: [], origins: [] } })
  const contractor = await context.newPage()
  await contractor.goto(link)
  await expect(heading(contractor, 'No hot water')).toBeVisible()
  await expect(contractor).toHaveURL(/\/job\/yours$/)
  await expect(contractor.getByText('The code shows here on the day')).toBeVisible()
  await expect(contractor.getByText('4711')).toBeHidden()
  await isAccessible(contractor)
  await contractor.getByRole('button', { name: 'Propose a time' }).click()
  const propose = contractor.getByRole('dialog', { name: 'Propose a time' })
  await fillDay(propose.getByRole('group', { name: 'Date' }), dayFromNow(4))
  await isAccessible(contractor)
  await propose.getByRole('button', { name: 'Propose this time' }).click()
  await expect(contractor.getByText('You proposed a time')).toBeVisible()

  // The landlord sees it without a reload, and takes it.
  await dialog.getByRole('button', { name: 'Accept this time' }).click()
  await expect(toast(page, 'Time Agreed')).toBeVisible()
  await contractor.reload()
  await expect(contractor.getByText(/^Accepted: /)).toBeVisible()
  const [file] = await Promise.all([contractor.waitForEvent('download'), contractor.getByRole('button', { name: 'Add to calendar' }).click()])
  expect(file.suggestedFilename()).toBe('job.ics')

  await contractor.getByLabel('What you did').fill('New diverter valve')
  await contractor.getByLabel('Add photos').setInputFiles(png('after.png'))
  await expect(contractor.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await contractor.getByLabel(/^Total with VAT/).fill('236.88')
  await contractor.getByLabel(/^Invoice number/).fill('SH-20931')
  await isAccessible(contractor)
  await contractor.getByRole('button', { name: 'Mark as done' }).click()
  await expect(contractor.getByText('You marked this job as done')).toBeVisible()

  await expect(dialog.getByText('Done: Severnside Heating Ltd')).toBeVisible()
  await expect(dialog.getByText('SH-20931, £236.88')).toBeVisible()
  await isAccessible(page)
  await context.close()
})

signedIn('a job that is called off says so on its page', async ({ page, account }) => {
  const token = await tokenOf(account)
  const firm = { name: 'Other Heating Ltd', email: somebody('Tenant').email }
  const id = await addRequest(token, { propertyId: await addProperty(token, { name: 'Ashmead House' }), title: 'Cold radiators' })
  await giveToContractor(token, id, firm)
  await page.goto(`/maintenance/${String(id)}`)
  const dialog = page.getByRole('dialog', { name: /Cold radiators/ })
  await dialog.getByRole('button', { name: 'Send to contractor' }).click()
  await page.getByRole('dialog', { name: 'Send to contractor' }).getByRole('button', { name: 'Send job' }).click()
  const link = await jobLinkTo(firm.email)
  await dialog.getByRole('button', { name: 'Call off the job' }).click()
  await page.getByRole('dialog', { name: /^Call off this job/ }).getByRole('button', { name: 'Call off the job' }).click()
  await expect(toast(page, 'Job Called Off')).toBeVisible()
  await page.goto(link)
  await expect(heading(page, 'This job is called off')).toBeVisible()
  await expect(page.getByText('Cold radiators')).toBeHidden()
  await isAccessible(page)
})
