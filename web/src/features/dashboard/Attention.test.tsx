import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { due } from '@/lib/compliance'
import { common, product } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { aCertificate, anInspection, anUrgentSummary, aSummary, someCounts } from '@/test/complianceFactories'
import { aUser, aUserWith, someAnalytics } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { attention } from './messages'

const user = aUser()
const summary = '/api/compliance/summary'
const urgent = () => answer('get', summary, () => HttpResponse.json(anUrgentSummary()))
const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))

describe('the urgent panel', () => {
  it('is one green card when nothing is urgent', async () => {
    renderApp('/', { user })
    expect(await screen.findByRole('heading', { name: 'All up to date!' })).toBeVisible()
    expect(screen.getByText('No urgent items requiring attention')).toBeVisible()
    expect(screen.queryByText(attention.urgent)).toBeNull()
    expect(screen.getByText('All certificates and inspections up to date')).toBeVisible()
    expect(document.title).toBe('Lintel - Property Management')
  })

  it('does not say that all is fine while a home misses what it needs', async () => {
    const dutiesToDo = [{ duty: 'EICR' as const, counts: someCounts({ missing: 3 }), nextDate: null }]
    answer('get', summary, () => HttpResponse.json(aSummary({ duties: someCounts({ missing: 3 }), dutiesToDo })))
    renderApp('/', { user })
    expect(await screen.findByRole('heading', { name: attention.missing(3) })).toBeVisible()
    expect(screen.getByRole('link', { name: attention.viewMissing })).toHaveAttribute('href', '/portfolio/compliance?homes=todo')
    const action = await region(attention.action)
    expect(action.getByRole('link', { name: attention.missing(3) })).toHaveAttribute('href', '/portfolio/compliance?homes=todo')
    expect(action.getByText('EICR')).toBeVisible()
    expect(screen.queryByText(attention.allClear)).toBeNull()
    expect(screen.queryByText(attention.nothingPending)).toBeNull()
    // Missing documents are not urgent.
    expect(document.title).toBe('Lintel - Property Management')
  })

  it('lists insurances and fixed rates in Action Required and stays green', async () => {
    const dutiesToDo = [
      { duty: 'Insurance' as const, counts: someCounts({ due: 1, expired: 1 }), nextDate: '2026-12-03' },
      { duty: 'Fixed Rate' as const, counts: someCounts({ due: 1 }), nextDate: '2026-12-15' },
    ]
    answer('get', summary, () => HttpResponse.json(aSummary({ duties: someCounts({ due: 2, expired: 1 }), dutiesToDo })))
    renderApp('/', { user })
    expect(await screen.findByText(attention.allClear)).toBeVisible()
    const action = await region(attention.action)
    expect(action.getByRole('link', { name: attention.insuranceDue(2) })).toHaveAttribute('href', '/portfolio/compliance?homes=todo&duty=Insurance')
    expect(action.getByRole('link', { name: attention.fixedRates(1) })).toHaveAttribute('href', '/portfolio/compliance?homes=todo&duty=Fixed+Rate')
  })

  it('is green where there is no property at all', async () => {
    answer('get', summary, () => HttpResponse.json(aSummary({ duties: someCounts({ missing: 1 }) })))
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ activeProperties: 0, occupiedProperties: 0, occupancyRate: 0 })))
    renderApp('/', { user })
    expect(await screen.findByText(attention.allClear)).toBeVisible()
  })

  it('counts, and lists what has expired', async () => {
    urgent()
    renderApp('/', { user })
    expect(await screen.findByRole('heading', { name: /^Urgent Actions Required.*7$/ })).toBeVisible()
    const card = await region('Expired certificates')
    expect(card.getByText('EICR,', { exact: false })).toHaveTextContent('EICR, Mercer Row')
    expect(card.getByRole('link', { name: 'Mercer Row' })).toHaveAttribute('href', '/portfolio/42')
    expect(card.getByText('Expired 11 days ago')).toBeVisible()
    expect(card.getByText('Expired 1 day ago')).toBeVisible()
    expect(card.getAllByRole('listitem')).toHaveLength(2)
    expect(card.getByRole('link', { name: 'View All Certificates' })).toHaveAttribute('href', '/portfolio/compliance?state=Expired')
  })

  it('lists what expires within a week, and how many more', async () => {
    urgent()
    renderApp('/', { user })
    const card = await region('Certificates expiring soon')
    expect(card.getByText('Action needed within 7 days')).toBeVisible()
    expect(card.getByText('Expires today')).toBeVisible()
    expect(card.getByText('Expires in 3 days')).toBeVisible()
    expect(card.getByText('1 more')).toBeVisible()
    expect(card.getByRole('link', { name: 'Schedule Renewals' })).toHaveAttribute('href', '/portfolio/compliance?state=ExpiringSoon')
  })

  it('lists overdue inspections; nobody can be called, and it says why', async () => {
    urgent()
    renderApp('/', { user })
    const card = await region('Overdue inspections')
    expect(card.getByText('Property 5 - 12 days overdue')).toBeVisible()
    expect(card.getByText('Property 11 - 3 days overdue')).toBeVisible()
    const call = card.getByRole('button', { name: `${due.callTenant}, The Old Bakery` })
    expect(call).toBeDisabled()
    await waitFor(() => expect(call).toHaveAccessibleDescription('No active tenant to call'))
    expect(card.getAllByText('No active tenant to call')[0]).toBeVisible()
  })

  it('dials the active tenant of an overdue property and next inspections', async () => {
    urgent()
    const james = { tenantId: 7, name: 'James Adeyemi', phone: '07700 900339' }
    const { queries } = answer('get', '/api/tenants-to-call', () => HttpResponse.json([5, 42].map((propertyId) => ({ ...james, propertyId }))))
    renderApp('/', { user })
    const overdue = await region('Overdue inspections')
    const call = await overdue.findByRole('link', { name: `${due.callTenant}, James Adeyemi, The Old Bakery` })
    expect(call).toHaveAttribute('href', 'tel:07700900339')
    // Nobody lives in the other one.
    expect(overdue.getAllByText(due.noTenant)).toHaveLength(1)
    const next = await region('Upcoming Inspections')
    expect((await next.findAllByRole('link', { name: new RegExp(`^${due.callTenant}`) })).length).toBeGreaterThan(0)
    expect(queries).toEqual([{ propertyIds: '5,11,42' }])
  })

  it('says of a kind that there is none of it', async () => {
    const expired = { count: 1, items: [aCertificate({ daysRemaining: -1 })] }
    answer('get', summary, () => HttpResponse.json(aSummary({ urgentCount: 1, expired })))
    renderApp('/', { user })
    expect((await region(attention.overdue)).getByText(attention.noOverdue)).toBeVisible()
    expect((await region(attention.expiring)).getByText(attention.noExpiring)).toBeVisible()
    expect(screen.queryByRole('button', { name: attention.scheduleAll })).toBeNull()
  })

  it('opens the dialog that books all overdue inspections, by its address', async () => {
    urgent()
    answer('get', '/api/property-inspections/proposals', () => HttpResponse.json([]))
    const app = renderApp('/', { user })
    await app.user.click(await screen.findByRole('button', { name: 'Schedule All' }))
    expect(await screen.findByRole('dialog', { name: 'Schedule All' })).toBeVisible()
    expect(app.address()).toBe('/?schedule=all')
    await app.user.click(screen.getByRole('button', { name: common.cancel }))
    await waitFor(() => expect(app.address()).toBe('/'))
  })

  it('follows what changes elsewhere', async () => {
    const asked = answer('get', summary, (count) => HttpResponse.json(count === 1 ? anUrgentSummary() : aSummary()))
    renderApp('/', { user })
    await screen.findByText(attention.urgent)
    Stream.open?.say('changed', '{"resource":"property-certificates","id":1,"version":2}')
    expect(await screen.findByText(attention.allClear)).toBeVisible()
    expect(asked.headers).toHaveLength(2)
  })

  it('keeps the figures when it fails, and is not asked again by itself', async () => {
    const asked = answer('get', summary, () => problem(503))
    const app = renderApp('/', { user })
    expect(await screen.findByText(common.couldNotLoad(attention.name))).toBeVisible()
    expect(await screen.findByText('£10,427')).toBeVisible()
    expect(asked.headers).toHaveLength(1)
    answer('get', summary, () => HttpResponse.json(aSummary()))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByText(attention.allClear)).toBeVisible()
  })
})

describe('Action Required', () => {
  it('names what is pending and leads there', async () => {
    urgent()
    renderApp('/', { user })
    const card = await region('Action Required')
    const rows = card.getAllByRole('listitem')
    expect(rows.map((row) => within(row).getAllByRole('link')[0]?.getAttribute('href'))).toEqual([
      '/portfolio/compliance?state=Expired',
      '/portfolio/compliance?state=ExpiringSoon',
      '/portfolio/compliance?state=RenewalDue',
      '/portfolio/compliance?kind=inspections&state=Overdue',
    ])
    expect(rows[0]).toHaveTextContent('2 expired certificatesImmediate renewal requiredMercer Row, Ashmead House')
    expect(rows[2]).toHaveTextContent('4 certificates expiringRenewal required within 30 daysForest House, Wharf Lane and 2 more')
    expect(rows[3]).toHaveTextContent('2 overdue inspectionsSchedule inspections immediately')
    expect(card.getByRole('link', { name: 'Mercer Row' })).toHaveAttribute('href', '/portfolio/42')
    expect(card.getByRole('link', { name: common.viewAll })).toHaveAttribute('href', '/portfolio/compliance')
  })

  it('is of desktop screens alone', async () => {
    setViewport({ width: 767 })
    urgent()
    renderApp('/', { user })
    await screen.findByText(attention.urgent)
    expect(screen.queryByText(attention.action)).toBeNull()
  })
})

describe('the line about nations', () => {
  it.each([
    [1, '1 home lies in a district of two nations. Say which.'],
    [2, '2 homes lie in a district of two nations. Say which.'],
  ])('of %i leads to the first', async (nationToConfirmCount, text) => {
    answer('get', summary, () => HttpResponse.json(aSummary({ nationToConfirmCount, firstNationToConfirmPropertyId: 42 })))
    renderApp('/', { user })
    const link = await screen.findByRole('link', { name: attention.sayNation })
    expect(link).toHaveAttribute('href', '/portfolio/42')
    expect(link.parentElement).toHaveTextContent(text)
    // It is no urgent action.
    expect(screen.getByText(attention.allClear)).toBeVisible()
  })

  it('is there on mobile screens, and not where nothing is asked', async () => {
    setViewport({ width: 360 })
    const asked = answer('get', summary, (count) => HttpResponse.json(count === 1 ? aSummary({ nationToConfirmCount: 1, firstNationToConfirmPropertyId: 42 }) : aSummary()))
    renderApp('/', { user })
    expect(await screen.findByText(attention.sayNation)).toBeVisible()
    Stream.open?.say('changed', '{"resource":"properties","id":42,"version":2}')
    await waitFor(() => expect(screen.queryByText(attention.sayNation)).toBeNull())
    expect(asked.headers).toHaveLength(2)
  })
})

describe('Upcoming Inspections', () => {
  it.each([
    [767, 3],
    [768, 5],
  ])('at %i px the first %i', async (width, shown) => {
    setViewport({ width })
    urgent()
    renderApp('/', { user })
    const panel = await region('Upcoming Inspections')
    expect(panel.getAllByRole('listitem')).toHaveLength(shown)
    expect(panel.getByRole('heading', { name: 'Linden Avenue' })).toBeVisible()
    expect(panel.getByText('Mon 23 Nov 2026 at 10:00')).toBeVisible()
    expect(panel.getByRole('link', { name: 'Linden Avenue' })).toHaveAttribute('href', '/portfolio/42')
    // Call Tenant shows only where there is somebody to call.
    expect(panel.queryByText(due.callTenant, { exact: false })).toBeNull()
    expect(panel.queryByText(due.noTenant)).toBeNull()
    expect(panel.getByRole('link', { name: common.viewAll })).toHaveAttribute('href', '/portfolio/compliance?kind=inspections&state=Scheduled')
  })

  it('says that there is none', async () => {
    renderApp('/', { user })
    expect((await region(attention.upcoming)).getByText(attention.noUpcoming)).toBeVisible()
  })
})

describe('the title of the tab and the badge', () => {
  it('count what is urgent on every screen of a landlord, and forget it', async () => {
    const badge = { setAppBadge: vi.fn(() => Promise.resolve()), clearAppBadge: vi.fn(() => Promise.resolve()) }
    Object.assign(navigator, badge)
    const asked = answer('get', summary, (count) => HttpResponse.json(count === 1 ? anUrgentSummary() : aSummary()))
    const app = renderApp('/portfolio', { user })
    await waitFor(() => expect(document.title).toBe(`(7) Portfolio · ${product.title}`))
    expect(badge.setAppBadge).toHaveBeenCalledWith(7)
    await app.visit('/')
    await waitFor(() => expect(document.title).toBe('(7) Lintel - Property Management'))
    Stream.open?.say('changed', '{"resource":"property-inspections","id":1,"version":2}')
    await waitFor(() => expect(document.title).toBe('Lintel - Property Management'))
    expect(badge.clearAppBadge).toHaveBeenCalled()
    expect(asked.headers).toHaveLength(2)
    for (const name of Object.keys(badge)) Reflect.deleteProperty(navigator, name)
  })

  it('ask nothing for a tenant', async () => {
    const asked = urgent()
    renderApp('/', { user: aUserWith('Tenant') })
    await screen.findByRole('heading', { level: 1 })
    expect(asked.headers).toHaveLength(0)
  })
})

it('an overdue inspection is counted in words', async () => {
  const overdueInspections = { count: 1, items: [anInspection({ propertyId: 9, daysOverdue: 1 })] }
  answer('get', summary, () => HttpResponse.json(aSummary({ urgentCount: 1, overdueInspections })))
  renderApp('/', { user })
  expect(await screen.findByText('Property 9 - 1 day overdue')).toBeVisible()
})
