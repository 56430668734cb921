import type { Locator } from '@playwright/test'
import { addCertificate, addInspection, addProperty, dayFromNow, tokenOf } from './support/lintel'
import { png } from './support/pictures'
import { card, heading, toast } from './support/screens'
import { expect, signedIn } from './support/test'

/** Types a day into the three boxes of a group. */
async function fillDay(group: Locator, days: number): Promise<void> {
  const [year, month, day] = dayFromNow(days).split('-')
  await group.getByLabel('Day').fill(day ?? '')
  await group.getByLabel('Month').fill(month ?? '')
  await group.getByLabel('Year').fill(year ?? '')
}

signedIn('a certificate that expires is urgent until it is renewed', async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Priory Gardens' })
  await page.goto('/portfolio/compliance?kind=certificates')
  await page.getByRole('button', { name: 'Add Certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Certificate' })
  await dialog.getByLabel('Property').fill('Priory Gardens, YO1 7QW')
  await dialog.getByLabel('Certificate type').selectOption('EPC')
  await fillDay(dialog.getByRole('group', { name: 'Expiry date' }), 3)
  await dialog.getByRole('button', { name: 'Add Certificate' }).click()
  await expect(toast(page, 'Certificate Added')).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Certificates expiring soon' })).toContainText('Expires in 3 days')
  await expect(page).toHaveTitle('(1) Lintel - Property Management')
  await page.getByRole('link', { name: 'Schedule Renewals' }).click()
  await expect(heading(page, 'Compliance')).toBeVisible()
  await page.getByRole('button', { name: /^Renew/ }).click()
  const renewal = page.getByRole('dialog', { name: 'Renew Certificate' })
  await fillDay(renewal.getByRole('group', { name: 'Issue date' }), 0)
  await renewal.getByRole('button', { name: 'Renew Certificate' }).click()
  await expect(toast(page, 'Certificate Renewed')).toBeVisible()

  await page.goto('/')
  // Nothing is urgent, but the home misses other things that it needs.
  await expect(page.getByRole('heading', { name: /things your homes need are missing$/ })).toBeVisible()
  await expect(page).toHaveTitle('Lintel - Property Management')
})

signedIn('certificates on one home of two leave the other missing, cell by cell', async ({ page, account, viewport }) => {
  const isMobile = viewport !== null && viewport.width < 768
  const token = await tokenOf(account)
  const fine = await addProperty(token, { name: 'Linden Avenue', gas: false, licensingArea: 'None', insuranceRenewalDate: dayFromNow(200) })
  for (const certificateType of ['EICR', 'EPC', 'Smoke & CO Alarm', 'Legionella'])
    await addCertificate(token, { propertyId: fine, certificateType, issueDate: dayFromNow(-30), expiryDate: dayFromNow(700) })
  await addProperty(token, { name: 'Priory Gardens' })
  await addProperty(token, { name: 'Mercer Row' })

  await page.goto('/portfolio')
  await expect(card(page, 'Priory Gardens')).toContainText('7 things it needs are missing')
  await expect(card(page, 'Linden Avenue')).toContainText('Nothing due in 30 days')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '14 things your homes need are missing' })).toBeVisible()
  await expect(page.getByText('All up to date!')).toBeHidden()
  await page.getByRole('link', { name: 'See what is missing' }).click()
  await expect(heading(page, 'Compliance')).toBeVisible()

  // A fact is said once for all homes of which it is not known.
  const gas = page.getByRole('button', { name: 'Mercer Row, Gas Safety: Missing, Gas not known' })
  if (isMobile) await gas.click()
  else {
    // Arrows move in the grid from its one stop, Enter opens.
    await gas.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Priory Gardens, Gas Safety: Missing, Gas not known' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Priory Gardens, EICR: Missing' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect(page.getByRole('link', { name: 'Mercer Row' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: 'Gas Safety' })
  await dialog.getByLabel('Does it have gas?').selectOption('No')
  await dialog.getByLabel('Also for the other 1 home where this is not known').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /Gas Safety: Missing/ })).toHaveCount(0)

  // A duty that the landlord marks as not needed stays with its reason, and can be taken back.
  await page.getByRole('button', { name: 'Mercer Row, Insurance: Missing' }).click()
  await page.getByRole('dialog', { name: 'Insurance' }).getByRole('button', { name: 'Not needed' }).click()
  await page.getByLabel('Reason').fill('By the block')
  await page.getByRole('dialog', { name: 'Not needed here' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Not Needed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mercer Row, Insurance: Missing' })).toHaveCount(0)
  if (!isMobile) {
    await page.getByRole('button', { name: 'Mercer Row, Insurance: By the block' }).click()
    await page.getByRole('dialog', { name: 'Insurance' }).getByRole('button', { name: 'It is needed after all' }).click()
    await expect(page.getByRole('button', { name: 'Mercer Row, Insurance: Missing' })).toBeVisible()
  }

  // A certificate is added from its cell.
  await page.getByRole('button', { name: 'Mercer Row, EPC: Missing' }).click()
  await page.getByRole('dialog', { name: 'EPC' }).getByRole('button', { name: 'Add', exact: true }).click()
  const adding = page.getByRole('dialog', { name: 'Add Certificate' })
  await fillDay(adding.getByRole('group', { name: 'Expiry date' }), 300)
  await adding.getByRole('button', { name: 'Add Certificate' }).click()
  await expect(toast(page, 'Certificate Added')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mercer Row, EPC: Missing' })).toHaveCount(0)

  if (isMobile) {
    await page.getByRole('link', { name: /^1 home in date/ }).click()
    await expect(page.getByRole('heading', { name: '3 homes' })).toBeVisible()
  }
})

signedIn('overdue inspections are booked all at once, each on the day that suits', async ({ page, account }) => {
  const token = await tokenOf(account)
  for (const name of ['Priory Gardens', 'Linden Avenue']) {
    const propertyId = await addProperty(token, { name })
    await addInspection(token, { propertyId, inspectionDate: dayFromNow(-9) })
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Schedule All' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule All' })
  await expect(dialog.getByText('9 days overdue')).toHaveCount(2)
  await fillDay(dialog.getByRole('group', { name: 'Date, Priory Gardens' }), 40)
  await dialog.getByLabel('Time, Priory Gardens').fill('15:30')
  await dialog.getByRole('button', { name: 'Book 2 inspections' }).click()
  await expect(toast(page, 'Inspections Scheduled')).toBeVisible()
  await expect(page.getByRole('heading', { name: /things your homes need are missing$/ })).toBeVisible()

  await page.goto('/portfolio/compliance?kind=inspections')
  const booked = page.getByRole('listitem').filter({ hasText: 'Priory Gardens' }).filter({ hasText: 'at 15:30' })
  await expect(booked).toContainText('Scheduled')
})

signedIn('an inspection is completed with findings, tasks and photos', async ({ page, account }) => {
  const token = await tokenOf(account)
  await addInspection(token, { propertyId: await addProperty(token, { name: 'Priory Gardens' }), inspectionDate: dayFromNow(-1), inspectionTime: '11:45' })
  await page.goto('/portfolio/compliance?kind=inspections&state=Overdue')
  await page.getByRole('button', { name: /^Complete.*at 11:45/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Inspection' })
  await dialog.getByLabel('Notes').fill('Two rooms seen.')
  await dialog.getByLabel('Issues found').fill('Mould behind the wardrobe.')
  await dialog.getByLabel('Action required').fill('Treat the wall.')
  await dialog.locator('input[type=file]:not([capture])').setInputFiles([png('corner.png'), png('wall.png')])
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Remove photo 2' }).click()
  await dialog.getByRole('button', { name: 'Complete Inspection' }).click()
  await expect(toast(page, 'Inspection Completed')).toBeVisible()
  // It is no longer overdue.
  await expect(page.getByText('Nothing matches your filters')).toBeVisible()

  await page.goto('/portfolio/compliance?kind=inspections')
  await page.getByRole('link', { name: /^(Completed|Done)$/ }).click()
  const done = page.getByRole('listitem').filter({ hasText: 'at 11:45' })
  await expect(done).toBeVisible()
  // On a phone a row opens.
  const opener = done.locator('button[aria-expanded]:not([aria-haspopup])')
  if (await opener.isVisible()) await opener.click()
  await expect(done).toContainText('Mould behind the wardrobe.')
  await expect(done).toContainText('Treat the wall.')
  const photo = done.getByRole('img')
  await expect(photo).toHaveCount(1)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

signedIn('an inspection of a later day is moved to today before it is completed', async ({ page, account }) => {
  const token = await tokenOf(account)
  await addInspection(token, { propertyId: await addProperty(token, { name: 'Priory Gardens' }), inspectionDate: dayFromNow(160), inspectionTime: '11:45' })
  await page.goto('/portfolio/compliance?kind=inspections')
  await page.getByRole('button', { name: /^Complete.*at 11:45/ }).click()
  const early = page.getByRole('dialog', { name: 'This inspection is still to come' })
  await early.getByRole('button', { name: 'Move to today' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Inspection' })
  await dialog.getByRole('button', { name: 'Complete Inspection' }).click()
  await expect(dialog.getByText('Say what was found, or tick that nothing was found.').first()).toBeVisible()
  await dialog.getByLabel('Nothing was found').check()
  await dialog.getByRole('button', { name: 'Complete Inspection' }).click()
  await expect(toast(page, 'Inspection Completed')).toBeVisible()
})
