import { isAccessible } from './support/accessible'
import { tokenOf } from './support/lintel'
import { anApplicant, apply, invitation } from './support/letting'
import { png } from './support/pictures'
import { heading, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.use({ expectedErrors: refused(404, 409) })

signedIn('a landlord asks for documents, reads and judges them, and approves', async ({ page, browser, account, viewport }) => {
  signedIn.slow()
  const { url, propertyId } = await invitation(await tokenOf(account))
  const tom = anApplicant()
  const { statusUrl } = await apply(url, tom, propertyId)

  await page.goto('/landlord-applications')
  await expect(heading(page, 'Applications')).toBeVisible()
  const card = page.getByRole('article', { name: tom.name })
  await expect(card).toContainText('Submitted')
  await expect(card).toContainText('3.5×')
  await isAccessible(page)
  await card.getByRole('button', { name: /^Update Status/ }).click()
  const update = page.getByRole('dialog', { name: 'Update Status' })
  await update.getByLabel('Documents Required').check()
  for (const name of ['Proof of address', 'Bank statements', 'Proof of employment', 'Right to rent']) await update.getByLabel(name).uncheck()
  await update.getByLabel(/^Landlord notes/).fill('Please send your passport.')
  await isAccessible(page)
  await update.getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, 'Application Updated')).toBeVisible()
  await expect(card).toContainText('Documents Required')

  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const applicant = await context.newPage()
  await applicant.clock.install()
  await applicant.goto(statusUrl)
  await expect(applicant.getByText('1 document is needed')).toBeVisible()
  await expect(applicant.getByText('Please send your passport.')).toBeVisible()
  await applicant.getByLabel('Add Passport or ID').and(applicant.locator('input')).setInputFiles(png('passport.png'))
  await expect(toast(applicant, 'Document Added')).toBeVisible()
  await expect(applicant.getByText('Received')).toBeVisible()
  await isAccessible(applicant)

  await page.getByRole('link', { name: /^View Details/ }).click()
  const details = page.getByRole('dialog', { name: new RegExp(tom.name) })
  await expect(details.getByRole('button', { name: /^Refuse ?, Passport or ID$/ })).toBeVisible()
  await isAccessible(page)
  const opened = page.waitForEvent('popup')
  await details.getByRole('button', { name: 'Passport or ID', exact: true }).click()
  const passport = await opened
  await passport.waitForURL(/^blob:/)
  await passport.close()
  await expect(details.getByText(/last opened/)).toBeVisible()
  await details.getByRole('button', { name: /^Refuse ?, Passport or ID$/ }).click()
  const refusal = page.getByRole('dialog', { name: 'Refuse this document?' })
  await refusal.getByLabel('Reason').fill('It is cut off.')
  await refusal.getByRole('button', { name: 'Refuse' }).click()
  await expect(toast(page, 'Document Refused')).toBeVisible()
  await expect(details.getByText('Refused: It is cut off.')).toBeVisible()
  await details.getByRole('button', { name: /^Accept ?, Passport or ID$/ }).click()
  await expect(toast(page, 'Document Accepted')).toBeVisible()

  // It stands at its step of the move-in as well.
  await details.getByRole('button', { name: 'Approve', exact: true }).first().click()
  const approval = page.getByRole('dialog', { name: 'Update Status' })
  await expect(approval.getByLabel('Approved')).toBeChecked()
  await approval.getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, 'Application Updated')).toBeVisible()
  await expect(details.getByRole('link', { name: 'Open tenant' })).toBeVisible()

  // Live by asking every 30 seconds.
  await applicant.clock.fastForward(30_000)
  await expect(applicant.getByText('Your application is approved')).toBeVisible()
  await context.close()
})

signedIn('a second approval for a room is refused unless they rent together', { tag: '@any-width' }, async ({ page, account }) => {
  signedIn.slow()
  const { url, propertyId } = await invitation(await tokenOf(account))
  const [first, second] = [anApplicant(), anApplicant()]
  for (const each of [first, second]) await apply(url, each, propertyId)
  await page.goto('/landlord-applications')
  const approve = async (name: string) => {
    await page.getByRole('article', { name }).getByRole('button', { name: /^Update Status/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Update Status' })
    await dialog.getByLabel('Approved').check()
    await dialog.getByRole('button', { name: 'Update Status' }).click()
    return dialog
  }
  await approve(first.name)
  await expect(toast(page, 'Application Updated')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const dialog = await approve(second.name)
  await expect(dialog.getByText('Another application is approved for this home')).toBeVisible()
  await dialog.getByRole('button', { name: 'They rent it together' }).click()
  await expect(toast(page, 'Application Updated')).toBeVisible()
  await expect(page.getByRole('article', { name: second.name })).toContainText('Approved')
})

signedIn('an applicant withdraws, and the landlord sees it at once', { tag: '@any-width' }, async ({ page, browser, account, viewport }) => {
  const { url, propertyId } = await invitation(await tokenOf(account))
  const tom = anApplicant()
  const { statusUrl } = await apply(url, tom, propertyId)
  await page.goto('/landlord-applications?sort=newest')
  await expect(page.getByRole('article', { name: tom.name })).toContainText('Ashmead House, Room 2')
  const context = await browser.newContext({ baseURL: new URL(url).origin, viewport, storageState: { cookies: [], origins: [] } })
  const applicant = await context.newPage()
  await applicant.goto(statusUrl)
  await applicant.getByRole('button', { name: 'Withdraw Application' }).click()
  await applicant.getByRole('alertdialog').getByRole('button', { name: 'Withdraw Application' }).click()
  await expect(applicant.getByText('You have withdrawn this application')).toBeVisible()
  await expect(page.getByRole('article', { name: tom.name })).toContainText('Withdrawn')
  await context.close()
})
