import type { Locator, Page } from '@playwright/test'
import { approved, issue, mayRent } from './support/agreements'
import { addCertificate, addInspection, addProperty, addTenant, dayFromNow, sellProperty, tokenOf, upload } from './support/lintel'
import { withTextMessages } from './support/phone'
import { png } from './support/pictures'
import { addPetRequest, bankFile, letTogether, recordDeposit, recordHolding, recordPaper, startRent } from './support/rent'
import { expect, signedIn } from './support/test'

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** A dialog: where it is, how it is opened there, what it is called, and the buttons that stay. */
interface Shown {
  path: string
  open?: (page: Page) => Promise<void>
  name: string
  role?: 'dialog' | 'alertdialog'
  buttons: string[]
  /** Screens that have it; all, unless said. */
  on?: 'phones'
}

/** Opens a dialog by one button of the page, or by several in turn. */
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }

const formsOf = (house: string): Shown[] => [
  {
    path: '/portfolio?add=property',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Property type').selectOption('HMO')
      await dialog.getByLabel('Number of rooms').selectOption('10')
    },
    name: 'Add New Property',
    buttons: ['Cancel', 'Add Property'],
  },
  { path: house, name: 'Property Details Ashmead House', buttons: ['Close', 'Edit Details'] },
  { path: house, open: press('Edit Details'), name: 'Property Details Ashmead House', buttons: ['Cancel', 'Save'] },
  { path: house, open: press('Sell Property'), name: 'Sell Property', buttons: ['Cancel', 'Complete Sale'] },
  { path: house, open: press('Delete Property'), name: 'Delete Ashmead House?', role: 'alertdialog', buttons: ['Cancel', 'Delete Property'] },
  { path: house, open: press('Show photo 2'), name: 'Photo 2 of 2', buttons: ['Close', 'Previous photo'] },
  { path: '/portfolio?csv=new', name: 'Import and export', buttons: ['Close'] },
  {
    path: '/portfolio?csv=new',
    open: async (page) => {
      const rows = Array.from({ length: 60 }, (_, index) => `House ${String(index)},${String(index)} Wharf Lane,LS10 1JR,Castle,lots,Vacant`)
      const buffer = Buffer.from(['Name,Address,Postcode,Property type,Monthly rent,Status', ...rows].join('\r\n'))
      await page.getByLabel('CSV file').setInputFiles({ name: 'terrace.csv', mimeType: 'text/csv', buffer })
    },
    name: 'Import CSV',
    buttons: ['Close', 'Choose another file'],
  },
  { path: '/portfolio', open: press(/^Filter/), name: 'Filter and sort', buttons: ['Close', 'Show results'], on: 'phones' },
  { path: '/portfolio', open: press('Open menu'), name: 'Menu', buttons: ['Close menu', 'Logout'], on: 'phones' },
]

const others: Shown[] = [
  { path: '/portfolio/compliance', open: press('Add Certificate'), name: 'Add Certificate', buttons: ['Cancel', 'Add Certificate'] },
  { path: '/portfolio/compliance?kind=certificates', open: press(/^Renew/), name: 'Renew Certificate', buttons: ['Cancel', 'Renew Certificate'] },
  { path: '/portfolio/compliance?kind=inspections', open: press('Schedule Inspection'), name: 'Schedule Inspection', buttons: ['Cancel', 'Schedule'] },
  { path: '/portfolio/compliance?kind=inspections', open: press(/^Complete(?!d)/), name: 'Complete Inspection', buttons: ['Cancel', 'Complete Inspection'] },
  { path: '/', open: press('Schedule All'), name: 'Schedule All', buttons: ['Cancel', 'Book 12 inspections'] },
  { path: '/settings/members', open: press('Invite'), name: 'Invite someone', buttons: ['Cancel', 'Send invitation'] },
  { path: '/settings/notifications', open: press('Verify number'), name: 'Verify Your Number', buttons: ['Cancel', 'Verify'] },
  { path: '/settings/api-keys', open: press('Create key'), name: 'Create an API key', buttons: ['Cancel', 'Create key'] },
  { path: '/settings/security', open: press('Change email'), name: 'Change sign-in email', buttons: ['Cancel', 'Send link'] },
  { path: '/settings/security', open: press('Change Password'), name: 'Change Password', buttons: ['Cancel', 'Change Password'] },
]

const ofTenant = (tenant: string): Shown[] => [
  { path: tenant, name: 'Tenant Details James Adeyemi', buttons: ['Close', 'Edit Details'] },
  { path: tenant, open: press('Add Entry'), name: 'Add Entry', buttons: ['Cancel', 'Record Receipt'] },
  { path: tenant, open: press('Change Rent'), name: 'Change Rent', buttons: ['Cancel', 'Change Rent'] },
  { path: tenant, open: press('Edit Deposit'), name: 'Edit Deposit', buttons: ['Cancel', 'Save'] },
  { path: tenant, open: press('Record Return'), name: 'Record Return', buttons: ['Cancel', 'Record Return'] },
  { path: tenant, open: press('Give Document'), name: 'Give Document', buttons: ['Cancel', 'Give Document'] },
  { path: tenant, open: press('End Tenancy'), name: 'End Tenancy', buttons: ['Cancel', 'End Tenancy'] },
  { path: tenant, open: press('Edit Written Statement'), name: 'Edit Written Statement', buttons: ['Cancel', 'Save'] },
  { path: tenant, open: press('Take Back'), name: 'Was the written statement not given?', role: 'alertdialog', buttons: ['Keep', 'Take Back'] },
  { path: tenant, open: press('Record Request'), name: 'Record Request', buttons: ['Cancel', 'Save'] },
  {
    path: tenant,
    open: async (page) => {
      await press('Answer or edit: A cat')(page)
      await page.getByLabel('Answer', { exact: true }).selectOption('refused')
    },
    name: 'Edit Request',
    buttons: ['Cancel', 'Save'],
  },
  { path: tenant, open: press('Remove: A cat'), name: 'Remove this request?', role: 'alertdialog', buttons: ['Keep', 'Remove'] },
]

/** The line of the bank that nobody is known for, opened in a sheet. */
const sheet = async (page: Page) => page.getByRole('button', { name: /^Choose a tenant, £1,200/ }).click()

const ofMoney = (tenancy: string): Shown[] => [
  { path: tenancy, name: 'Tenancy of 2 joint tenants James Adeyemi and Ruth Adeyemi', buttons: ['Close', 'Record Receipt'] },
  { path: tenancy, open: press('Record Receipt'), name: 'Record Receipt', buttons: ['Cancel', 'Record Receipt'] },
  { path: '/portfolio/bank', open: sheet, name: 'Not named', buttons: ['Close', 'Done'], on: 'phones' },
  {
    path: '/portfolio/bank',
    open: async (page) => {
      await sheet(page)
      await press('Split')(page)
      for (let part = 0; part < 6; part += 1) await press('Add Part')(page)
    },
    name: 'Split payment',
    buttons: ['Cancel', 'Save Split'],
    on: 'phones',
  },
]

signedIn('rent and bank dialogs keep title and buttons when scrolled', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const { tenancyId } = await letTogether(token, await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' }), [
    { name: 'James Adeyemi', email: 'james@mail.example', share: '650.01' },
    { name: 'Ruth Adeyemi', email: 'ruth@mail.example', share: '499.99' },
  ])
  await page.goto('/portfolio/bank')
  await page.getByLabel('Bank file').setInputFiles(bankFile([{ day: dayFromNow(-3), amount: '1200.00', payer: 'TRENTSIDE COUNCIL' }]))
  await expect(page.getByText('november.csv was read')).toBeVisible()
  await keepsItsEnds(page, ofMoney(`/tenants/tenancies/${String(tenancyId)}`))
})

signedIn('tenant dialogs keep title and buttons when scrolled', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' })
  const id = await addTenant(token, { propertyId, name: 'James Adeyemi' })
  await startRent(token, id)
  await recordDeposit(token, id, { amount: '1300.00', receivedDate: dayFromNow(-20) })
  await recordPaper(token, id, 'writtenStatement')
  await addPetRequest(token, id, { pet: 'A cat' })
  await keepsItsEnds(page, ofTenant(`/tenants/${String(id)}`))
  const other = await addTenant(token, { propertyId: await addProperty(token, { name: 'Marlowe Court', status: 'Vacant' }), name: 'Owen Fairclough', email: 'owen@mail.example' })
  await keepsItsEnds(page, [{ path: `/tenants/${String(other)}`, open: press('Set Up Rent'), name: 'Set Up Rent', buttons: ['Cancel', 'Set Up Rent'] }])
})

const ofAgreement = (application: string): Shown[] => [
  { path: application, open: press(/^Waive ?, Guarantor$/), name: 'Go on without this reference?', buttons: ['Cancel', 'Waive'] },
  {
    path: application,
    open: async (page) => {
      await press('Edit Holding Deposit')(page)
      await page.getByLabel('What became of it').selectOption('kept')
    },
    name: 'Edit Holding Deposit',
    buttons: ['Cancel', 'Save'],
  },
  {
    path: application,
    open: (page) => page.getByRole('region', { name: 'Holding Deposit' }).getByRole('button', { name: 'Remove' }).click(),
    name: 'Remove this holding deposit?',
    role: 'alertdialog',
    buttons: ['Keep', 'Remove'],
  },
  { path: application, open: press('Record Check'), name: 'Record a Right to Rent Check', buttons: ['Cancel', 'Record Check'] },
  { path: `${application}/agreement`, open: press('Void Agreement'), name: 'Void this agreement?', buttons: ['Cancel', 'Void Agreement'] },
]

signedIn('agreement dialogs keep title and buttons when scrolled', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const { id } = await approved(token)
  await mayRent(token, id)
  await issue(token, id)
  await recordHolding(token, id)
  await keepsItsEnds(page, ofAgreement(`/landlord-applications/${String(id)}`))
})

signedIn('portfolio dialogs keep title and buttons when scrolled', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const picture = await upload(token, 'front.png', png('front.png').buffer)
  const other = await upload(token, 'back.png', png('back.png').buffer)
  const rooms = { hmoRooms: 10, hmoRoomRentals: Object.fromEntries(Array.from({ length: 10 }, (_, room) => [String(room + 1), '480'])), hmoRoomOccupancy: Array.from({ length: 10 }, () => 'Vacant') }
  const id = await addProperty(token, { name: 'Ashmead House', propertyType: 'HMO', status: null, photos: [picture, other], ...rooms })
  await keepsItsEnds(page, formsOf(`/portfolio/${String(id)}`))

  await sellProperty(token, id, { salePrice: '268500.00', purchasePrice: '164000.00', saleDate: dayFromNow(0), notes: 'Sold to the neighbour. '.repeat(60) })
  await page.goto('/sold-properties')
  await page.getByRole('link', { name: 'Ashmead House' }).click()
  await keepsItsEnds(page, [{ path: new URL(page.url()).pathname, name: 'Sold Property Ashmead House', buttons: ['Close'] }])
})

signedIn('and so do those of compliance and settings', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  for (let number = 1; number <= 12; number += 1) {
    const propertyId = await addProperty(token, { name: `${String(number)} Priory Gardens` })
    await addInspection(token, { propertyId, inspectionDate: dayFromNow(-3) })
    if (number === 1) await addCertificate(token, { propertyId, expiryDate: dayFromNow(3) })
  }
  await withTextMessages(page)
  await keepsItsEnds(page, others)
})

async function keepsItsEnds(page: Page, dialogs: readonly Shown[]): Promise<void> {
  for (const { path, open, name, role = 'dialog', buttons, on } of dialogs) {
    for (const size of on === 'phones' ? sizes.slice(0, 1) : sizes) {
      await page.setViewportSize(size)
      await page.goto(path)
      await open?.(page)
      const dialog = page.getByRole(role, { name, exact: true })
      await expect(dialog).toBeVisible()
      const where = `${name} at ${String(size.width)} px`
      await scrollToItsEnd(page, dialog, where)
      expect(await scrollsAsAWhole(dialog), `${where}: only the body scrolls`).toBe(false)
      const title = dialog.getByRole('heading').or(dialog.locator('[id][role=status]')).or(dialog.getByRole('button', { name: 'Close menu' })).first()
      await expect(title, `${where}: its title`).toBeInViewport({ ratio: 0.99 })
      for (const button of buttons) await expect(dialog.getByRole('button', { name: button, exact: true }).first(), `${where}: ${button}`).toBeInViewport({ ratio: 0.99 })
    }
  }
}

/** Turns the wheel over the dialog's left edge until everything that scrolls there is at its end. */
async function scrollToItsEnd(page: Page, dialog: Locator, where: string): Promise<void> {
  const box = await dialog.boundingBox()
  if (box === null) throw new Error('the dialog is not there')
  const at = { x: box.x + 4, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  const isAtItsEnd = () =>
    page.evaluate(({ x, y }) => {
      for (let part = document.elementFromPoint(x, y); part !== null; part = part.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollTop + part.clientHeight < part.scrollHeight - 1) return false
      }
      return true
    }, at)
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    expect(await isAtItsEnd(), where).toBe(true)
  }).toPass({ timeout: 20_000 })
}

/** Returns whether the dialog itself scrolls into blank space, and not its body alone. */
const scrollsAsAWhole = (dialog: Locator) => dialog.evaluate((whole) => whole.scrollHeight > whole.clientHeight + 1 || whole.scrollTop > 0)

signedIn('Escape, Back, the backdrop and a reload ask before typed text is lost', async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Priory Gardens', purchasePrice: '164000.00' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const question = page.getByRole('alertdialog', { name: 'Discard this sale?' })
  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'Priory Gardens', exact: true }).click()
  await page.getByRole('button', { name: 'Sell Property' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sell Property' })
  await expect(dialog, 'it says of which property').toHaveAccessibleDescription(/^Priory Gardens, 25 Priory Gardens, York/)
  await dialog.getByLabel('Sale price').fill('150k')

  const tries = [() => page.keyboard.press('Escape'), () => page.mouse.click(8, 8), () => page.evaluate(() => history.back())]
  for (const leave of tries) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel('Sale price')).toHaveValue('150k')
  }
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const native = await asked
  expect(native.type()).toBe('beforeunload')
  await native.dismiss()
  await reload
  await expect(dialog.getByLabel('Sale price')).toHaveValue('150k')

  await expect(dialog.getByText('Enter an amount, for example 1,250.00.'), 'what is no amount is said').toBeVisible()
  await dialog.getByRole('button', { name: 'Complete Sale' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter an amount')
  await dialog.getByLabel('Sale price').fill('150000')
  await expect(dialog.getByText('Enter an amount, for example 1,250.00.')).toHaveCount(0)
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/portfolio$/)
})
