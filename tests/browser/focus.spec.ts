import type { Locator, Page } from '@playwright/test'
import { approved, issue, mayRent } from './support/agreements'
import { addCertificate, addInspection, addProperty, addTenant, dayFromNow, sellProperty, tokenOf, upload } from './support/lintel'
import { importListings } from './support/listings'
import { png } from './support/pictures'
import { startRent } from './support/rent'
import { expect, signedIn, test } from './support/test'
import { tick } from './support/tick'

/** A number of stops above that of any screen here. */
const most = 120

/**
 * Presses Tab from the start of the page to its end, or once round a dialog, and compares what is drawn around each stop with
 * and without the focus there.
 */
async function showsItsFocus(page: Page, shown: Locator): Promise<void> {
  await expect(shown.first()).toBeVisible()
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    Object.assign(window, { met: new WeakSet() })
  })
  const unseen: string[] = []
  let stops = 0
  for (; stops < most; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluateHandle(() => document.activeElement as HTMLElement)
    const found = await stop.evaluate((element) => {
      const { met } = window as unknown as { met: WeakSet<Element> }
      if (element === document.body || met.has(element)) return null
      // A dialog that takes the focus back, and its edges that pass it on, are no stops.
      if (element.tabIndex < 0 || element.dataset['testid']?.startsWith('sentinel') === true) return 'none'
      met.add(element)
      // A row may be drawn as the target of its link.
      const boxes = [element, element.closest('label, article, tr, li')].flatMap((part) => (part === null ? [] : [part.getBoundingClientRect()]))
      const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - 8)
      const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - 8)
      const width = Math.min(innerWidth, Math.max(...boxes.map((box) => box.right)) + 8) - left
      const height = Math.min(innerHeight, Math.max(...boxes.map((box) => box.bottom)) + 8) - top
      const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
      return { clip: { x: left, y: top, width, height }, name: `${(element.cloneNode() as Element).outerHTML} ${name}` }
    })
    if (found === null) break
    if (found === 'none') continue
    if (found.clip.width <= 0 || found.clip.height <= 0) {
      unseen.push(`${found.name} (out of sight)`)
      continue
    }
    const withFocus = await page.screenshot({ clip: found.clip })
    await stop.evaluate((element) => element.blur())
    const without = await page.screenshot({ clip: found.clip })
    if (withFocus.equals(without)) unseen.push(found.name)
    await stop.evaluate((element) => element.focus({ preventScroll: true }))
  }
  expect(unseen, `${page.url()}: nothing shows that these have the focus`).toEqual([])
  expect(stops, `${page.url()}: Tab goes somewhere`).toBeGreaterThan(1)
}

test('the focus is seen on every stop of the signed-out screens', async ({ page }) => {
  for (const path of ['/', '/signup', '/forgot-password', '/manual-verify', '/reset-password?token=t']) {
    await page.goto(path)
    await showsItsFocus(page, page.getByRole('button').first())
  }
})

signedIn('the focus is seen on every stop of the portfolio and its dialogs', async ({ page, account, viewport }) => {
  signedIn.slow()
  const isPhone = viewport !== null && viewport.width < 768
  const token = await tokenOf(account)
  const photos = [await upload(token, 'front.png', png('front.png').buffer), await upload(token, 'back.png', png('back.png').buffer)]
  const id = await addProperty(token, { name: 'Priory Gardens', purchasePrice: '164000.00', photos })
  const house = `/portfolio/${String(id)}`
  const name = page.getByText('Priory Gardens', { exact: true }).first()

  await page.goto('/portfolio')
  await showsItsFocus(page, name)
  if (isPhone) {
    await page.getByRole('button', { name: /^Filter/ }).click()
    await showsItsFocus(page, page.getByRole('dialog', { name: 'Filter and sort' }))
    await page.goto('/portfolio')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await showsItsFocus(page, page.getByRole('dialog', { name: 'Menu' }))
  } else {
    await tick(page.getByRole('radio', { name: 'List' }))
    await showsItsFocus(page, page.getByRole('table'))
  }
  await page.goto('/portfolio?add=property')
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Add New Property' }))
  await page.goto(house)
  await showsItsFocus(page, page.getByRole('button', { name: 'Edit Details' }))
  await page.getByRole('button', { name: 'Show photo 2' }).click()
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Photo 2 of 2' }))
  await page.goto(house)
  await page.getByRole('button', { name: 'Edit Details' }).click()
  await showsItsFocus(page, page.getByLabel('Lender'))
  await page.goto(house)
  await page.getByRole('button', { name: 'Sell Property' }).click()
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Sell Property' }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Property' }).click()
  await showsItsFocus(page, page.getByRole('alertdialog'))
  await page.goto('/portfolio?csv=new')
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Import and export' }))

  await sellProperty(token, id, { salePrice: '268500.00', purchasePrice: '164000.00', saleDate: dayFromNow(0) })
  await page.goto('/sold-properties')
  await showsItsFocus(page, name)
  await page.getByRole('link', { name: 'Priory Gardens' }).click()
  await showsItsFocus(page, page.getByRole('dialog'))
})

signedIn('the focus shows on every stop of dashboard, compliance and settings', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const propertyId = await addProperty(token, { name: 'Priory Gardens' })
  await addCertificate(token, { propertyId, expiryDate: dayFromNow(3), notes: 'Ask for the key next door.' })
  await addInspection(token, { propertyId, inspectionDate: dayFromNow(-3) })
  const heading = page.getByRole('heading', { level: 1 })
  for (const [path, shown] of [
    ['/', page.getByText('Expires in 3 days').first()],
    ['/portfolio/compliance?kind=certificates', page.getByText('Expires in 3 days').first()],
    ['/portfolio/compliance?kind=inspections', page.getByText('3 days overdue').first()],
    ['/settings', heading],
    ['/settings/profile', page.getByLabel('First name')],
    ['/settings/security', page.getByText('This device')],
    ['/settings/members', page.getByText(account.email)],
    ['/settings/api-keys', heading],
  ] as const) {
    await page.goto(path)
    await showsItsFocus(page, shown)
  }
  await page.goto('/portfolio/compliance')
  await page.getByRole('button', { name: 'Add Certificate' }).click()
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Add Certificate' }))
})

signedIn('the focus is seen on every stop of the property search and its imports', async ({ page, account }) => {
  signedIn.slow()
  await importListings(await tokenOf(account))
  await page.goto('/property-search')
  await showsItsFocus(page, page.getByRole('article').first())
  await page.goto('/property-search?saved=list')
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Saved Searches' }))
  await page.goto('/property-search/imports')
  await showsItsFocus(page, page.getByText('Finished', { exact: true }))
  await page.getByRole('link', { name: 'homes.csv' }).click()
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Import of homes.csv' }))
})

signedIn('the focus shows on every stop of a tenant, rent and bank statements', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const id = await addTenant(token, { propertyId: await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' }), name: 'James Adeyemi' })
  await startRent(token, id)
  for (const [path, shown] of [
    [`/tenants/${String(id)}`, page.getByText('in arrears', { exact: false }).filter({ visible: true }).first()],
    ['/tenants?show=arrears', page.getByRole('link', { name: 'James Adeyemi' })],
    ['/portfolio/bank', page.getByText('No bank file yet')],
  ] as const) {
    await page.goto(path)
    await showsItsFocus(page, shown)
  }
  await page.goto(`/tenants/${String(id)}`)
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Add Entry' }))
})

signedIn('the focus shows on every stop of an agreement and the way to it', async ({ page, account }) => {
  signedIn.slow()
  const token = await tokenOf(account)
  const { id } = await approved(token)
  const application = `/landlord-applications/${String(id)}`
  await page.goto(application)
  await page.getByRole('button', { name: 'Record Check' }).first().click()
  await showsItsFocus(page, page.getByRole('dialog', { name: 'Record a Right to Rent Check' }))
  await mayRent(token, id)
  await page.goto(`${application}/agreement/new`)
  await showsItsFocus(page, page.getByLabel('Address for notices'))
  await issue(token, id)
  await page.goto(`${application}/agreement`)
  await showsItsFocus(page, page.getByRole('button', { name: 'Void Agreement' }))
})
