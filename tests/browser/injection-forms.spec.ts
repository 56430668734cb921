import type { Locator, Page } from '@playwright/test'
import { approved, issue, mayRent } from './support/agreements'
import { expectNone, tryForm, watchFor } from './support/injection'
import { addCertificate, addInspection, addProperty, addTenant, dayFromNow, tokenOf } from './support/lintel'
import { payloads } from './support/payloads'
import { withTextMessages } from './support/phone'
import { startRent } from './support/rent'
import { card, propertyDetails } from './support/screens'
import { refuseWrites } from './support/tamper'
import { expect, refused, signedIn } from './support/test'
import { tick } from './support/tick'

/** A form: where it is, how it is opened there, and the button that sends it. */
interface Form {
  name: string
  path: string
  open: (page: Page) => Promise<Locator>
  submit: string
}

/** A dialog that a button of the page opens. */
const behind = (button: string | RegExp, dialog: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  return page.getByRole('dialog', { name: dialog })
}
const inPage = (page: Page) => Promise.resolve(page.getByRole('dialog'))

/** The address of the tenant of each test. */
const tenantPath = '/tenants/:id'
/** The address of the application of each test. */
const applicationPath = '/landlord-applications/:id'

const forms: readonly Form[] = [
  { name: 'inviting somebody', path: '/settings/members', open: behind('Invite', 'Invite someone'), submit: 'Send invitation' },
  { name: 'the organisation’s name', path: '/settings/members', open: behind('Rename', 'Rename the organisation'), submit: 'Save' },
  {
    name: 'an API key',
    path: '/settings/api-keys',
    open: async (page) => {
      const dialog = await behind('Create key', 'Create an API key')(page)
      await dialog.getByLabel('Read properties, certificates, inspections and sales').check()
      return dialog
    },
    submit: 'Create key',
  },
  { name: 'the profile', path: '/settings/profile', open: inPage, submit: 'Save' },
  { name: 'the sign-in address', path: '/settings/security', open: behind('Change email', 'Change sign-in email'), submit: 'Send link' },
  {
    name: 'the code of a phone number',
    path: '/settings/notifications',
    open: async (page) => {
      await withTextMessages(page)
      await page.reload()
      return behind('Verify number', 'Verify Your Number')(page)
    },
    submit: 'Verify',
  },
  { name: 'the password', path: '/settings/security', open: behind('Change Password', 'Change Password'), submit: 'Change Password' },
  { name: 'a certificate', path: '/portfolio/compliance', open: behind('Add Certificate', 'Add Certificate'), submit: 'Add Certificate' },
  { name: 'a renewal', path: '/portfolio/compliance?kind=certificates', open: behind(/^Renew/, 'Renew Certificate'), submit: 'Renew Certificate' },
  { name: 'an inspection', path: '/portfolio/compliance?kind=inspections', open: behind('Schedule Inspection', 'Schedule Inspection'), submit: 'Schedule' },
  { name: 'what an inspection found', path: '/portfolio/compliance?kind=inspections', open: behind(/^Complete/, 'Complete Inspection'), submit: 'Complete Inspection' },
  {
    name: 'a property’s details',
    path: '/portfolio',
    open: async (page) => {
      await card(page, 'Priory Gardens').getByRole('link', { name: 'Priory Gardens', exact: true }).click()
      const dialog = propertyDetails(page, 'Priory Gardens')
      await dialog.getByRole('button', { name: 'Edit Details' }).click()
      await expect(dialog.getByLabel('Address')).toBeVisible()
      return dialog
    },
    submit: 'Save',
  },
  {
    name: 'a sale',
    path: '/portfolio',
    open: async (page) => {
      await card(page, 'Priory Gardens').getByRole('link', { name: 'Priory Gardens', exact: true }).click()
      return behind('Sell Property', 'Sell Property')(page)
    },
    submit: 'Complete Sale',
  },
  { name: 'an entry of a rent statement', path: tenantPath, open: behind('Add Entry', 'Add Entry'), submit: 'Record Receipt' },
  { name: 'a change of the rent', path: tenantPath, open: behind('Change Rent', 'Change Rent'), submit: 'Change Rent' },
  { name: 'a deposit', path: tenantPath, open: behind('Record Deposit', 'Record Deposit'), submit: 'Save' },
  { name: 'a paper that was given', path: tenantPath, open: behind('Record Written Statement', 'Record Written Statement'), submit: 'Save' },
  {
    name: 'a request for a pet, and its answer',
    path: tenantPath,
    open: async (page) => {
      const dialog = await behind('Record Request', 'Record Request')(page)
      await dialog.getByLabel('Answer', { exact: true }).selectOption('refused')
      return dialog
    },
    submit: 'Save',
  },
  { name: 'the end of a tenancy', path: tenantPath, open: behind('End Tenancy', 'End Tenancy'), submit: 'End Tenancy' },
  {
    name: 'a holding deposit, and why it is kept',
    path: applicationPath,
    open: async (page) => {
      const dialog = await behind('Record Holding Deposit', 'Record Holding Deposit')(page)
      await dialog.getByLabel('What became of it').selectOption('kept')
      return dialog
    },
    submit: 'Save',
  },
  { name: 'a check of the right to rent', path: applicationPath, open: behind('Record Check', 'Record a Right to Rent Check'), submit: 'Record Check' },
  { name: 'why a reference is waived', path: applicationPath, open: behind(/^Waive ?, Guarantor$/, 'Go on without this reference?'), submit: 'Waive' },
  {
    name: 'the terms of an agreement',
    path: `${applicationPath}/agreement/new`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add Clause' }).click()
      return inPage(page)
    },
    submit: 'Issue Agreement',
  },
  { name: 'why an agreement is void', path: `${applicationPath}/agreement`, open: behind('Void Agreement', 'Void this agreement?'), submit: 'Void Agreement' },
  { name: 'a search to keep', path: '/property-search?location=Leeds&saved=new', open: inPage, submit: 'Save Search' },
  { name: 'the filters of the property search', path: '/property-search', open: (page) => Promise.resolve(page.getByRole('search', { name: 'Filters' })), submit: 'Search' },
  { name: 'a file of listings', path: '/property-search/imports', open: (page) => Promise.resolve(page.getByRole('region', { name: 'Upload a File' })), submit: 'Upload' },
]

signedIn.describe('T21: 40 scripts typed into every field', () => {
  signedIn.use({ expectedErrors: refused(422) })

  // Some together, so that the parts run beside each other.
  for (const shown of [forms.slice(0, 4), forms.slice(4, 8), forms.slice(8, 12), forms.slice(12, 16), forms.slice(16, 20), forms.slice(20, 24), forms.slice(24)]) {
    signedIn(`run nowhere: ${shown.map(({ name }) => name).join(', ')}`, async ({ page, account }) => {
      signedIn.slow()
      const token = await tokenOf(account)
      const propertyId = await addProperty(token, { name: 'Priory Gardens' })
      await addCertificate(token, { propertyId, expiryDate: dayFromNow(3) })
      await addInspection(token, { propertyId, inspectionDate: dayFromNow(-3) })
      const isOfTenant = shown.some(({ path }) => path === tenantPath)
      const tenantId = isOfTenant ? await addTenant(token, { propertyId: await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' }) }) : 0
      if (isOfTenant) await startRent(token, tenantId)
      const isOfApplication = shown.some(({ path }) => path.startsWith(applicationPath))
      const application = isOfApplication ? (await approved(token)).id : 0
      if (isOfApplication) await mayRent(token, application)
      if (isOfApplication) await issue(token, application)
      for (const { path, open, submit } of shown) {
        // In a page of its own: leaving one with something typed is asked about.
        const own = await page.context().newPage()
        const damage = await watchFor(own)
        await refuseWrites(own)
        await own.goto(path.replace(':id', String(path.startsWith(applicationPath) ? application : tenantId)))
        await tryForm(await open(own), submit, damage)
        await own.close()
      }
    })
  }

  signedIn('run nowhere: the search of the list, as cards and as a table', async ({ page, account }) => {
    await addProperty(await tokenOf(account), {})
    const damage = await watchFor(page)
    await page.goto('/portfolio')
    for (const view of ['Grid', 'List']) {
      await tick(page.getByRole('radio', { name: view }))
      for (const payload of payloads) await page.getByRole('searchbox').fill(payload)
      await expect(page.getByText('1 filter is on', { exact: false })).toContainText(payloads.at(-1) ?? '')
      await expectNone(page, damage)
      await page.getByRole('link', { name: 'Clear filters' }).click()
    }
  })

  signedIn('run nowhere in a file of properties: its name, mistakes and rows', async ({ page }) => {
    const damage = await watchFor(page)
    await page.goto('/portfolio?csv=new')
    const dialog = page.getByRole('dialog')
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const file = (type: (payload: string) => string) => ({
      name: '<img src=x onerror=window.__pwned=1>.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['Name,Address,Postcode,Property type,Monthly rent,Status', ...payloads.map((payload, index) => `${quoted(payload)},${quoted(`${String(index)} ${payload}`)},LS10 1JR,${quoted(type(payload))},900,Vacant`)].join('\r\n'),
      ),
    })
    await dialog.getByLabel('CSV file').setInputFiles(file((payload) => payload))
    await expect(dialog.getByText('40 problems to fix')).toBeVisible()
    await expectNone(page, damage)
    await dialog.getByRole('button', { name: 'Choose another file' }).click()
    await dialog.getByLabel('CSV file').setInputFiles(file(() => 'House'))
    await dialog.getByRole('button', { name: 'Import 40 properties' }).click()
    await dialog.getByRole('link', { name: 'View properties' }).click()
    await expect(page.getByRole('article')).toHaveCount(40)
    await expectNone(page, damage)
    await tick(page.getByRole('radio', { name: 'List' }))
    await expect(page.getByRole('rowheader')).toHaveCount(40)
    const names = await page.getByRole('rowheader').getByRole('link').allTextContents()
    expect([...names].sort()).toEqual([...payloads].sort())
    await expectNone(page, damage)
  })
})
