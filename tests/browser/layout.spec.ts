import type { Locator, Page } from '@playwright/test'
import { approved, issue, mayRent } from './support/agreements'
import { agreementLinkTo } from './support/letting'
import { addCertificate, addInspection, addProperty, addTenant, dayFromNow, sellProperty, tokenOf } from './support/lintel'
import { importListings } from './support/listings'
import { withTextMessages } from './support/phone'
import { addViewing } from './support/repairs'
import { letTogether, recordHolding, startRent, unknownBankFile } from './support/rent'
import { addDialog, card, describe, heading, openAddProperty, save, toast } from './support/screens'
import { expect, refused, signedIn, test } from './support/test'

signedIn('the layout changes between 767 and 768 px', { tag: '@any-width' }, async ({ page, account }) => {
  await addProperty(await tokenOf(account), {})
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
  await expect(page.getByText(`Logged in as ${account.name}`)).toBeVisible()
  await expect(page.getByText('Property portfolio overview')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Properties' })).toBeVisible()

  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Properties' })).toBeHidden()
  await expect(page.getByText('100.0% occupancy rate')).toBeVisible()
})

test('dark is the system’s choice', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Sign in to Lintel')).toBeVisible()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(242, 245, 244)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBe('rgb(12, 19, 18)')
})

signedIn.describe('on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')

  signedIn('no screen scrolls sideways and every target is big enough for a thumb', async ({ page, account }) => {
    await addProperty(await tokenOf(account), { name: 'Llanfairpwllgwyngyllgogerychwyrndrobwll', address: '25 Priory Gardens, Newcastle upon Tyne' })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Recent Properties' })).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))
    await targets(page.getByRole('navigation', { name: 'Tabs' }))

    await page.goto('/portfolio')
    await expect(card(page, 'Llanfairpwllgwyngyllgogerychwyrndrobwll')).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))

    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await targets(menu)
    await menu.getByRole('button', { name: 'Close menu' }).click()

    await page.goto('/portfolio?add=property')
    const dialog = addDialog(page)
    await describe(dialog, { name: 'A', address: 'B', postcode: 'CT1 2QR', type: 'HMO' })
    await dialog.getByLabel('Number of rooms').selectOption('10')
    await fits(page)
    await targets(dialog)
  })

  signedIn('a toast leaves the bell, the menu and what lies below it tappable', async ({ page }) => {
    const dialog = await openAddProperty(page)
    await describe(dialog, { name: 'Marlowe Court', address: '12 Marlowe Court, Canterbury', postcode: 'CT1 2QR', type: 'Flat' })
    await save(dialog)
    const added = toast(page, 'Property Added')
    await expect(added).toBeVisible()
    const isFree = await page.getByRole('button', { name: /^Notifications/ }).evaluate((bell) => {
      const { x, y, height } = bell.getBoundingClientRect()
      return bell.contains(document.elementFromPoint(x + 1, y + height / 2))
    })
    expect(isFree, 'the bell is free from its left edge on').toBe(true)
    // A tap that waits until the toast is gone would prove nothing.
    await page.getByRole('button', { name: 'Open menu' }).tap({ timeout: 2_000 })
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await added.isVisible(), 'the toast is still there').toBe(true)
    const below = await added.evaluate((text) => {
      const { x, y } = text.getBoundingClientRect()
      return document.elementFromPoint(x + 2, y + 2)?.contains(text)
    })
    expect(below, 'a tap on the toast reaches what lies below').toBe(false)
  })
})

signedIn('no screen overflows with a place name of 40 letters, nor does search', { tag: '@any-width' }, async ({ page, account }) => {
  const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll'
  const token = await tokenOf(account)
  const id = await addProperty(token, { name: place, address: `25 ${place}, ${place}` })
  const sold = await addProperty(token, { name: place, address: `26 ${place}, ${place}` })
  await sellProperty(token, sold, { salePrice: '268500.00', purchasePrice: '164000.00', saleDate: dayFromNow(0) })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/portfolio', `/portfolio/${String(id)}`, '/sold-properties']) {
      await page.goto(path)
      await expect(page.getByText(place, { exact: true }).first()).toBeVisible()
      await fits(page)
      if (path === '/portfolio') expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(200)
    }
    const dialog = page.getByRole('dialog')
    await page.goto(`/portfolio/${String(id)}`)
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((whole) => whole.scrollWidth - whole.clientWidth), `the dialog at ${String(width)} px`).toBe(0)
  }
})

signedIn.describe('what is done about rows on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')

  signedIn('fits and can be pressed', async ({ page, account }) => {
    const token = await tokenOf(account)
    const propertyId = await addProperty(token, { name: 'Llanfairpwllgwyngyllgogerychwyrndrobwll' })
    await addCertificate(token, { propertyId, expiryDate: dayFromNow(-3) })
    await addInspection(token, { propertyId, inspectionDate: dayFromNow(-3) })
    const viewerEmail = 'anneliese.featherstonehaugh-cholmondeley@a-long-name-for-a-small-firm.example'
    await addViewing(token, { propertyId, viewingDate: dayFromNow(3), viewerName: 'Anneliese Featherstonehaugh-Cholmondeley', viewerEmail })
    for (const [path, shown] of [
      ['/property-viewings', viewerEmail],
      ['/portfolio/compliance', '1 home with something to do'],
      ['/portfolio/compliance?kind=certificates', 'Expired 3 days ago'],
      ['/portfolio/compliance?kind=inspections', '3 days overdue'],
      ['/settings/members', account.email],
      ['/settings/api-keys', 'No API keys yet'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(shown)).toBeVisible()
      await fits(page)
      await targets(page.getByRole('main'))
    }
  })
})

signedIn.describe('the property search on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')

  signedIn('fits and can be pressed', async ({ page, account }) => {
    await importListings(await tokenOf(account))
    for (const [path, shown] of [
      ['/property-search', '3 Properties Found'],
      ['/property-search/imports', 'Finished'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(shown, { exact: true }).first()).toBeVisible()
      await fits(page)
      await targets(page.getByRole('main'))
    }
    await page.goto('/property-search')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await targets(page.getByRole('dialog', { name: 'Filters' }))
  })
})

signedIn.describe('settings on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')

  signedIn('fit and can be pressed', async ({ page }) => {
    await withTextMessages(page)
    for (const path of ['/settings', '/settings/profile', '/settings/notifications', '/settings/property', '/settings/security']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path !== '/settings') await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
      await fits(page)
      await targets(page.getByRole('main'))
    }
  })
})

test('the signed-out screens fit a phone', { tag: '@any-width' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/', '/signup', '/manual-verify', '/verify-email', '/forgot-password', '/reset-password?token=t']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))
  }
})

async function fits(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
  expect(widths.page, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(widths.window)
}

/**
 * Buttons, tabs, fields and links that stand alone are at least 44 px high; links within a sentence need not be, nor file
 * inputs, which are hidden behind the button that opens them.
 */
async function targets(part: Locator): Promise<void> {
  const small = await part.locator('button, a, select, input:not([type=radio]):not([type=checkbox]):not([type=file])').evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility() && !each.closest('p, [role=alert], [aria-hidden=true]'))
      .map((each) => ({ what: each.getAttribute('aria-label') ?? each.textContent ?? each.tagName, height: each.getBoundingClientRect().height }))
      .filter(({ height }) => height < 44),
  )
  expect(small).toEqual([])
}

signedIn.describe('rent on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')

  signedIn('fits and can be pressed', async ({ page, account }) => {
    const token = await tokenOf(account)
    const id = await addTenant(token, { propertyId: await addProperty(token, { name: 'Linden Avenue', status: 'Vacant' }), name: 'James Adeyemi' })
    await startRent(token, id)
    for (const path of ['/tenants?show=arrears', '/']) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'James Adeyemi', exact: true }).first()).toBeVisible()
      await fits(page)
      await targets(page.getByRole('main'))
    }
    await page.goto('/portfolio/bank')
    await expect(page.getByText('No bank file yet')).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))
    await page.goto(`/tenants/${String(id)}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('list', { name: 'Rent statement' })).toBeVisible()
    await fits(page)
    await targets(dialog)
    const { tenancyId } = await letTogether(token, await addProperty(token, { name: 'Marlowe Court', status: 'Vacant' }), [
      { name: 'Priya Raman', email: 'priya@mail.example', share: '650.01' },
      { name: 'Maximiliana Featherstonehaugh-Wolfeschlegelstein', email: 'max@mail.example', share: '499.99' },
    ])
    await page.goto(`/tenants/tenancies/${String(tenancyId)}`)
    await expect(dialog.getByRole('list', { name: 'Rent statement' })).toBeVisible()
    await fits(page)
    await targets(dialog)
  })
})

signedIn.describe('rules, bank columns, returns after tax and a home’s nation on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')
  // The server asks for the columns, and the browser notes the refusal.
  signedIn.use({ expectedErrors: refused(422) })

  signedIn('fit and can be pressed', async ({ page, account }) => {
    const token = await tokenOf(account)
    const inSplitDistrict = await addProperty(token, { name: 'Chester Road', address: '4 Chester Road, Broughton', postcode: 'CH4 0AA' })
    await page.goto('/rules')
    await expect(page.getByText('Rules in use')).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))

    await page.goto(`/portfolio/${String(inSplitDistrict)}`)
    const home = page.getByRole('dialog')
    await expect(home.getByRole('button', { name: 'It is in England' })).toBeVisible()
    await fits(page)
    await targets(home)

    await page.goto('/portfolio/bank')
    await page.getByLabel('Bank file').setInputFiles(unknownBankFile)
    const naming = page.getByRole('dialog', { name: 'Which column is which?' })
    await expect(naming.getByRole('combobox').first()).toBeVisible()
    await fits(page)
    await targets(naming)

    await importListings(token)
    await page.goto('/property-search')
    await page.getByRole('article').filter({ hasText: '31 Alma Street' }).getByRole('link', { name: /^Analyse ROI/ }).click()
    await page.getByRole('switch', { name: 'Count my income tax' }).check()
    await expect(page.getByRole('textbox', { name: 'Your other income', exact: true })).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))
  })
})

signedIn.describe('agreements on a phone', () => {
  signedIn.skip(({ viewport }) => viewport !== null && viewport.width >= 768, 'of phones alone')

  signedIn('fit and can be pressed', async ({ page, account }) => {
    const token = await tokenOf(account)
    const { id, statusUrl, tom } = await approved(token)
    await mayRent(token, id)
    const application = `/landlord-applications/${String(id)}`
    await page.goto(application)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('list', { name: 'Move-in steps' })).toBeVisible()
    await fits(page)
    await targets(dialog.getByRole('list', { name: 'Move-in steps' }))
    await recordHolding(token, id)
    await page.reload()
    const holding = dialog.getByRole('region', { name: 'Holding Deposit' })
    await expect(holding.getByRole('button', { name: 'Edit Holding Deposit' })).toBeVisible()
    await targets(holding)
    await page.goto(`${application}/agreement/new`)
    await expect(page.getByLabel('Address for notices')).toBeVisible()
    await fits(page)
    await targets(page.getByRole('main'))
    await issue(token, id)
    for (const [path, shown] of [
      [`${application}/agreement`, page.getByRole('button', { name: 'Void Agreement' })],
      [await agreementLinkTo(tom.email), page.getByRole('button', { name: 'Sign Agreement' })],
      [statusUrl, page.getByRole('list', { name: 'Moving in' })],
    ] as const) {
      await page.goto(path)
      await expect(shown).toBeVisible()
      await fits(page)
      await targets(page.getByRole('main'))
    }
  })
})
