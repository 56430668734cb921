import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import type { Property } from '@/api/properties'
import { aProperty, aSharedHouse, aUser, someSettings } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { details } from './details/messages'
import { history } from './history/messages'
import { portfolio } from './messages'

const user = aUser()

/** The dialog of this property, opened by its address. */
async function open(property: Property) {
  answer('get', '/api/properties', () => HttpResponse.json([property]))
  const asked = answer('get', `/api/properties/${String(property.id)}`, () => HttpResponse.json(property))
  const app = renderApp(`/portfolio/${String(property.id)}`, { user })
  const dialog = within(await screen.findByRole('dialog', { name: `${details.title} ${property.name}` }))
  return { ...app, dialog, asked }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']

const section = (dialog: Dialog, name: string) => within(dialog.getByRole('region', { name }))

/** The value beside a label of a section. */
const entry = (dialog: Dialog, name: string, label: string) =>
  section(dialog, name).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

const headings = (dialog: Dialog) => dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

describe('Property Details', () => {
  it('opens from the card, keeps the filters of the list, and closes to it', async () => {
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
    const app = renderApp('/portfolio?sort=rent', { user })
    await app.user.click(await screen.findByRole('link', { name: 'Linden Avenue' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Linden Avenue/ }))
    expect(app.address()).toBe('/portfolio/42?sort=rent')
    await app.user.click(dialog.getByRole('button', { name: common.close }))
    await waitFor(() => expect(app.address()).toBe('/portfolio?sort=rent'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens from View Details on mobile screens', async () => {
    setViewport({ width: 360 })
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
    const app = renderApp('/portfolio', { user })
    await app.user.click(await screen.findByRole('link', { name: new RegExp(portfolio.viewDetails) }))
    expect(await screen.findByRole('dialog', { name: /Linden Avenue/ })).toBeVisible()
  })

  it('has the sections of the specification, in its order on mobile screens', async () => {
    setViewport({ width: 360 })
    const { dialog } = await open(aSharedHouse())
    expect(await dialog.findByRole('heading', { level: 3, name: 'Inspection settings' })).toBeVisible()
    expect(headings(dialog)).toEqual([
      'Property Overview',
      'HMO Room Breakdown',
      'Tenants',
      'HMO Operating Costs',
      'Monthly Financial Breakdown',
      'Financial Overview',
      'Mortgage Information',
      'Property Insurance',
      'What this home needs',
      'Certificates',
      'Inspections',
      'Inspection settings',
      'What Changed',
      'Property Actions',
    ])
  })

  it('leads with rooms and breakdown where there is room', async () => {
    const { dialog } = await open(aSharedHouse())
    expect(headings(dialog).slice(0, 2)).toEqual([details.roomBreakdown, details.breakdown])
    expect(headings(dialog).slice(-2)).toEqual([history.title, details.actions])
  })

  it('shows rooms, costs and the way from rent to profit as computed', async () => {
    const { dialog } = await open(aSharedHouse())
    const rooms = section(dialog, details.roomBreakdown)
    expect(rooms.getByText(details.roomsOccupied(5, 6))).toBeVisible()
    expect(rooms.getByRole('row', { name: 'Room 4 Vacant £610' })).toBeVisible()
    expect(rooms.getByRole('row', { name: 'Room 1 Occupied £575' })).toBeVisible()
    expect(rooms.getByRole('row', { name: `${details.totalRent} £3,510` })).toBeVisible()
    expect(entry(dialog, details.operatingCosts, details.tvLicence)).toBe('£13.25')
    expect(entry(dialog, details.operatingCosts, details.totalCosts)).toBe('£725.25')
    const month = (label: string) => entry(dialog, details.breakdown, label)
    expect(month(details.rent)).toBe('£3,510.00')
    expect(month(details.costs)).toBe('\u2212£725.25')
    expect(month(details.mortgagePayment)).toBe('\u2212£1,143.04')
    expect(month(details.insurance)).toBe('\u2212£57.00')
    expect(month(details.monthlyProfit)).toBe('+£1,584.71')
    expect(section(dialog, details.breakdown).getByText('+£19,016.52')).toBeVisible()
  })

  it('shows worth, mortgage and insurance with days, but nothing unknown', async () => {
    const { dialog } = await open(aSharedHouse({ mortgagePaidOffPercent: 24.9, ltvPercent: 54.5 }))
    expect(entry(dialog, details.financial, details.valueChange)).toBe('+£141,000')
    expect(entry(dialog, details.financial, details.yield)).toBe('11.26%')
    const loan = (label: string) => entry(dialog, details.mortgage, label)
    expect(loan(details.fixedTermEnds)).toBe('14/04/2027145 days remaining')
    expect(loan(details.interestRate)).toBe('4.89%')
    expect(loan(details.paidOff)).toBe('24.9%')
    expect(loan(details.loanToValue)).toBe('54.5%')
    expect(section(dialog, details.mortgage).queryByText(details.contact)).toBeNull()
    expect(entry(dialog, details.insuranceTitle, details.renewal)).toBe('02/06/2027194 days until renewal')
    expect(entry(dialog, details.insuranceTitle, details.premium)).toBe('£684.00')
  })

  it.each([
    [-1, '1 day overdue'],
    [-12, '12 days overdue'],
    [0, '0 days remaining'],
    [1, '1 day remaining'],
  ])('says that a fixed term of %i days is %s', async (days, text) => {
    const { dialog } = await open(aSharedHouse({ fixedTermDaysRemaining: days, fixedTermState: 'Danger' }))
    expect(section(dialog, details.mortgage).getByText(text)).toBeVisible()
  })

  it('has no breakdown for other kinds, shown in the Financial Overview', async () => {
    const flat = aProperty({ propertyType: 'Flat', serviceCharge: '85.50', groundRent: '0.00', monthlyProfit: '-12.50', valueChange: '-1000.50' })
    const lease = { leaseYearsRemaining: 90, currentLeaseYearsRemaining: 87, leaseLastUpdated: '2023-03-01' }
    const { dialog } = await open({ ...flat, ...lease })
    expect(headings(dialog)).not.toContain(details.breakdown)
    expect(headings(dialog)).not.toContain(details.roomBreakdown)
    expect(headings(dialog)).not.toContain(details.operatingCosts)
    expect(entry(dialog, details.financial, details.serviceCharge)).toBe('£85.50')
    expect(section(dialog, details.financial).queryByText(details.groundRent)).toBeNull()
    expect(entry(dialog, details.financial, details.monthlyProfit)).toBe('\u2212£12.50')
    expect(entry(dialog, details.financial, details.valueChange)).toBe('\u2212£1,000.50')
    expect(entry(dialog, details.overview, details.leaseYears)).toBe('8790 years on 01/03/2023')
    expect(dialog.getByText(details.noMortgage)).toBeVisible()
    expect(dialog.getByText(details.noInsurance)).toBeVisible()
  })

  it('says how to set up the rooms of a shared house that has none', async () => {
    const { dialog } = await open(aSharedHouse({ roomsConfigured: false, rooms: [], hmoRooms: null }))
    expect(dialog.getByText('HMO room configuration not set up yet (Click Edit Details to configure rooms)')).toBeVisible()
  })

  it('says so where the rooms cannot be read', async () => {
    const { dialog } = await open(aSharedHouse({ rooms: [] }))
    expect(dialog.getByText('Error loading room rental data')).toBeVisible()
  })

  it("follows the user's date format", async () => {
    answer('get', '/api/user-settings', () => HttpResponse.json(someSettings({ dateFormat: 'YYYY-MM-DD' })))
    const { dialog } = await open(aProperty({ purchaseDate: '2019-06-14' }))
    await waitFor(() => expect(entry(dialog, details.overview, details.purchased)).toBe('2019-06-14'))
  })

  it('shows what somebody else changes while it is read', async () => {
    const { dialog } = await open(aProperty())
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty({ bathrooms: 10, version: 2 })))
    Stream.open?.say('changed', JSON.stringify({ resource: 'properties', id: 42, version: 2 }))
    await waitFor(() => expect(entry(dialog, details.overview, details.bathrooms)).toBe('10+'))
  })

  it('closes with a message, unasked, when it is deleted or sold elsewhere', async () => {
    const app = await open(aProperty())
    const again = answer('get', '/api/properties/42', () => problem(404))
    const rooms = answer('get', '/api/properties/42/history', () => problem(404))
    answer('get', '/api/properties', () => HttpResponse.json([]))
    Stream.open?.say('changed', JSON.stringify({ resource: 'properties', id: 42, version: 2, gone: true }))
    expect(await screen.findByText(details.leftTitle('Linden Avenue'))).toBeVisible()
    expect(screen.getByText(details.leftText)).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
    expect(await screen.findByText('No Properties Yet')).toBeVisible()
    expect([...again.headers, ...rooms.headers]).toEqual([])
  })

  it('stays when another property is gone', async () => {
    const app = await open(aProperty())
    const list = answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    Stream.open?.say('changed', JSON.stringify({ resource: 'properties', id: 43, version: 2, gone: true }))
    await waitFor(() => expect(list.headers.length).toBeGreaterThan(0))
    expect(app.address()).toBe('/portfolio/42')
    expect(screen.getByRole('dialog', { name: /Linden Avenue/ })).toBeVisible()
  })

  it.each(['/portfolio/42', '/portfolio/none'])('says that there is nothing at %s', async (address) => {
    answer('get', '/api/properties/42', () => problem(404))
    const app = renderApp(address, { user })
    const dialog = within(await screen.findByRole('dialog', { name: new RegExp(details.goneTitle) }))
    await app.user.click(dialog.getByRole('button', { name: details.goneBack }))
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
  })

  it('says what could not be loaded and tries again when asked', async () => {
    answer('get', '/api/properties/42', () => problem(403, { detail: 'No access.' }))
    const app = renderApp('/portfolio/42', { user })
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(common.couldNotLoad(details.property))).toBeVisible()
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
    await app.user.click(dialog.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('dialog', { name: /Linden Avenue/ })).toBeVisible()
  })
})

describe('Delete Property', () => {
  it('asks as specified, deletes what was shown, says so and closes', async () => {
    const app = await open(aProperty({ version: 7 }))
    const asked = answer('delete', '/api/properties/42', () => new HttpResponse(null, { status: 204 }))
    await app.user.click(app.dialog.getByRole('button', { name: details.delete }))
    const question = within(await screen.findByRole('alertdialog', { name: details.deleteTitle('Linden Avenue') }))
    expect(question.getByText('Are you sure you want to permanently delete this property? This cannot be undone.')).toBeVisible()
    answer('get', '/api/properties', () => HttpResponse.json([]))
    const again = answer('get', '/api/properties/42', () => problem(404))
    await app.user.click(question.getByRole('button', { name: details.delete }))
    expect(await screen.findByText('Property deleted')).toBeVisible()
    expect(screen.getByText('The property has been permanently removed.')).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
    expect(await screen.findByText('No Properties Yet')).toBeVisible()
    expect(asked.headers[0]?.get('if-match')).toBe('"7"')
    expect(asked.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    // A deleted property is not asked for again.
    expect(again.headers).toEqual([])
  })

  it.each([
    [problem(409, { detail: 'Robin Field lives there until 1 March 2027.' }), 'Robin Field lives there until 1 March 2027.'],
    [new HttpResponse(null, { status: 500 }), 'Failed to delete property. Please try again.'],
  ])('says why not', async (reply, text) => {
    const app = await open(aProperty())
    answer('delete', '/api/properties/42', () => reply)
    await app.user.click(app.dialog.getByRole('button', { name: details.delete }))
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: details.delete }))
    expect(await screen.findByText('Error deleting property')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('dialog', { name: /Linden Avenue/ })).toBeVisible()
  })

  it('leaves everything as it is when the answer is no', async () => {
    const app = await open(aProperty())
    await app.user.click(app.dialog.getByRole('button', { name: details.delete }))
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: common.cancel }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})
