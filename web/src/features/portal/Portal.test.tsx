import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { createFormatter, defaultFormat } from '@/lib/format'
import { common } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { anApplication, someSteps } from '@/test/applicationFactories'
import { aUserWith } from '@/test/factories'
import { aRequest } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aGivenDocument } from '@/test/rentFactories'
import { aHomeToConfirm, aPortal, aPortalTenancy, aTenant } from '@/test/tenantFactories'
import { portal } from './messages'
import { undoFor } from './parts/Confirm'
import { firstOf } from './model'

const user = aUserWith('Tenant')
const call = '/api/tenant-portal'
const confirmations = '/api/tenant-portal/confirmations'

it.each([
  [1440, 'Tenant Portal'],
  [360, 'My Portal'],
])('shows at %i px the home, its rent, and no requests yet', async (width, title) => {
  setViewport({ width })
  answer('get', call, () => HttpResponse.json(aPortal()))
  renderApp('/tenant-dashboard', { user })
  expect(await screen.findByText('Ashmead House')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.getByText('Room 3')).toBeVisible()
  expect(screen.getByText('£560')).toBeVisible()
  expect(screen.getByRole('link', { name: '07700 900337' })).toHaveAttribute('href', 'tel:07700900337')
  for (const [name, href] of [['0800 111 999', 'tel:0800111999'], ['999', 'tel:999']] as const) expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  expect(screen.getByText('No maintenance requests yet')).toBeVisible()
  const figures = within(screen.getByRole('region', { name: portal.figures }))
  expect(figures.getByText('Open Issues')).toBeVisible()
  expect(figures.getByText('Total Requests')).toBeVisible()
  expect(figures.getAllByText('0')).toHaveLength(2)
  // The kind of home is for wide screens.
  expect(screen.queryByText('HMO') !== null).toBe(width > 768)
})

it('says what is not available, and whose share it is', async () => {
  const tenant = aTenant({ rentAmount: '700.00', tenancyRent: '1400.00', leaveDate: '2027-01-31' })
  answer('get', call, () => HttpResponse.json(aPortal({ tenant, room: null })))
  const { cache } = renderApp('/', { user })
  expect(await screen.findByText(portal.share('£1,400'))).toBeVisible()
  expect(screen.getByText(portal.leaves('31 January 2027'))).toBeVisible()
  answer('get', call, () => HttpResponse.json(aPortal({ property: { id: 12, name: 'Ashmead House', address: '212 Ashmead Road, Bristol', postcode: 'BS6 7QD', propertyType: null } })))
  await cache.invalidateQueries()
  expect(await screen.findByText('Property information not available')).toBeVisible()
})

it('denies access without a tenancy, and offers a retry of other failures', async () => {
  answer('get', call, () => problem(404, { reason: 'TENANCY_NOT_LINKED' }))
  const { cache } = renderApp('/', { user })
  expect(await screen.findByText('Access Denied')).toBeVisible()
  expect(screen.getByText(/Unable to load tenant information/)).toBeVisible()
  expect(screen.getByText(new RegExp(user.email))).toBeVisible()
  answer('get', call, () => problem(403, { detail: 'No.' }))
  await cache.invalidateQueries()
  expect(await screen.findByText(common.couldNotLoad(portal.what))).toBeVisible()
})

describe('a home whose landlord typed the address', () => {
  const nothing = () => aPortal({ tenant: null, property: null, room: null, organisationName: null, tenancies: [], toConfirm: [aHomeToConfirm()] })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is asked about before anything is shown, and shown after a yes', async () => {
    answer('get', call, () => HttpResponse.json(nothing()))
    const sent = answer('post', confirmations, () => new HttpResponse(null, { status: 204 }))
    const app = renderApp('/tenant-dashboard', { user })
    expect(await screen.findByRole('heading', { level: 1, name: portal.confirmTitle })).toBeVisible()
    expect(screen.getByText('1 Low Road, Leeds LS1 1AA')).toBeVisible()
    expect(screen.getByText('Nobody You Know')).toBeVisible()
    expect(screen.queryByText(/£/)).toBeNull()
    answer('get', call, () => HttpResponse.json(aPortal()))
    await app.user.click(screen.getByRole('button', { name: portal.yes }))
    expect(await screen.findByText('Ashmead House')).toBeVisible()
    expect(sent.bodies).toEqual([{ tenancyId: 8, mine: true }])
  })

  it('waits in the list of the portal until it is answered', async () => {
    answer('get', call, () => HttpResponse.json(nothing()))
    const app = renderApp('/tenant-dashboard', { user })
    await app.user.click(await screen.findByRole('link', { name: portal.later }))
    const list = within(await screen.findByRole('region', { name: portal.toConfirm }))
    expect(screen.queryByRole('button', { name: portal.yes })).toBeNull()
    await app.user.click(list.getByRole('link', { name: portal.answerFor('1 Low Road, Leeds LS1\u00a01AA') }))
    expect(await screen.findByRole('button', { name: portal.yes })).toBeVisible()
  })

  it('never comes before the home that was confirmed', async () => {
    answer('get', call, () => HttpResponse.json(aPortal({ toConfirm: [aHomeToConfirm()] })))
    const app = renderApp('/tenant-dashboard', { user })
    expect(await screen.findByText('Ashmead House')).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: /^Answer for/ }))
    expect(await screen.findByText(portal.currentStays('212 Ashmead Road, Bristol BS6 7QD'))).toBeVisible()
  })

  it('is denied once the undo has run out, and says when that failed', async () => {
    answer('get', call, () => HttpResponse.json(nothing()))
    const sent = answer('post', confirmations, () => problem(500, { detail: 'Later.' }))
    const app = renderApp('/tenant-dashboard', { user })
    await screen.findByRole('button', { name: portal.no })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await app.user.click(screen.getByRole('button', { name: portal.no }))
    await app.user.click(screen.getByRole('button', { name: portal.undo }))
    await act(() => vi.advanceTimersByTimeAsync(undoFor))
    expect(sent.bodies).toEqual([])
    await app.user.click(screen.getByRole('button', { name: portal.no }))
    await act(() => vi.advanceTimersByTimeAsync(undoFor))
    expect(await screen.findByRole('button', { name: portal.sendAgain })).toBeVisible()
    expect(sent.bodies).toEqual([{ tenancyId: 8, mine: false }])
  })
})

it('shows the chosen one of several homes, and a former one to read only', async () => {
  const left = { leaseStatus: 'Ended' as const, leaveDate: '2026-10-31' }
  const tenancies = [aPortalTenancy(), aPortalTenancy({ tenancyId: 4, propertyName: 'Cotham Vale', ...left, accessEnd: '2027-10-31' })]
  const asked = answer('get', call, () => HttpResponse.json(aPortal({ tenancies })))
  const app = renderApp('/tenant-dashboard', { user })
  const homes = within(await screen.findByRole('region', { name: portal.homes }))
  expect(homes.getByText(portal.shownBelow)).toBeVisible()
  expect(screen.getByRole('link', { name: portal.report })).toBeVisible()
  const repair = aRequest({ id: 9, title: 'Tap drips', status: 'Completed', readOnly: true })
  answer('get', call, () => HttpResponse.json(aPortal({ tenancies, tenant: aTenant({ ...left, tenancyId: 4 }), maintenanceRequests: [repair], totalRequests: 6 })))
  const listed = answer('get', '/api/maintenance-requests', () => HttpResponse.json([repair]))
  await app.user.click(homes.getByRole('link', { name: portal.showHome('Cotham Vale') }))
  expect(await screen.findByText(portal.former('31 October 2026'))).toBeVisible()
  expect(screen.getByText(portal.readUntil('31 October 2027'))).toBeVisible()
  expect(screen.queryByRole('link', { name: portal.report })).toBeNull()
  // Nothing of who lives there now: no figures, nobody to ring when gas is smelt, no “tenant since”.
  expect(screen.queryByRole('region', { name: portal.figures })).toBeNull()
  expect(screen.queryByRole('link', { name: '0800 111 999' })).toBeNull()
  expect(screen.queryByRole('region', { name: portal.profile })).toBeNull()
  expect(screen.getByRole('link', { name: 'Tap drips' })).toHaveAttribute('href', '/tenant-dashboard/requests/9')
  expect(screen.queryByText(portal.question)).toBeNull()
  await app.user.click(screen.getByRole('link', { name: portal.viewAll(6) }))
  await waitFor(() => expect(listed.queries).toEqual([{ propertyId: '12' }]))
  expect(asked.queries).toEqual([{}])
})

it('offers no report before the first day, and says an agreement waits', async () => {
  answer('get', call, () => HttpResponse.json(aPortal({ tenant: aTenant({ leaseStatus: 'Upcoming', leaseStart: '2099-01-01' }) })))
  const steps = someSteps({ astSigned: { state: 'next', actor: 'Applicant' } })
  answer('get', '/api/tenant-applications', () => HttpResponse.json([anApplication({ status: 'Approved', agreementState: 'issued', steps }), anApplication({ id: 40, propertyName: 'Another' })]))
  renderApp('/tenant-dashboard', { user })
  expect(await screen.findByRole('region', { name: portal.profile })).toHaveTextContent(portal.from('1 January 2099'))
  expect(await screen.findByText(portal.toSign)).toBeVisible()
  expect(screen.getByRole('link', { name: portal.readAndSign })).toHaveAttribute('href', '/tenant-status/agreement?application=41')
  expect(screen.queryByRole('link', { name: portal.report })).toBeNull()
})

it('lists the documents given, on phones a few first, and opens them', async () => {
  setViewport({ width: 360 })
  answer('get', call, () => HttpResponse.json(aPortal()))
  answer('get', '/api/tenants/5/documents', () => HttpResponse.json([1, 2, 3, 4].map((id) => aGivenDocument({ id, title: `Document ${String(id)}` }))))
  const read = answer('get', '/api/tenants/5/documents/4/content', () => problem(404, { detail: 'It is gone.' }))
  const app = renderApp('/tenant-dashboard', { user })
  const list = within(await screen.findByRole('list', { name: portal.documents }))
  expect(list.getAllByRole('button')).toHaveLength(3)
  expect(list.getAllByText(portal.given('28/05/2026'))[0]).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: portal.allDocuments(4) }))
  await app.user.click(list.getByRole('button', { name: 'Document 4' }))
  expect(await screen.findByText('It is gone.')).toBeVisible()
  expect(read.headers).toHaveLength(1)
})

describe('the requests', () => {
  const requests = Array.from({ length: 5 }, (_, index) => aRequest({ id: index + 1, title: `Request ${String(index + 1)}`, status: index === 0 ? 'Open' : 'Completed', confirmedAt: '2026-11-21T10:00:00Z' }))
  const shown = () => screen.getAllByRole('link', { name: /^Request \d$/ }).map(({ textContent }) => textContent)

  it.each([
    [1440, 5],
    [360, 3],
  ])('are at %i px the newest %i, and all once that is asked', async (width, few) => {
    setViewport({ width })
    answer('get', call, () => HttpResponse.json(aPortal({ maintenanceRequests: requests, openIssues: 1, totalRequests: 6 })))
    answer('get', '/api/maintenance-requests', () => HttpResponse.json([...requests, aRequest({ id: 6, title: 'Request 6' })]))
    const app = renderApp('/tenant-dashboard', { user })
    await screen.findByText('Ashmead House')
    expect(shown()).toHaveLength(few)
    expect(screen.getByRole('link', { name: 'Request 1' })).toHaveAttribute('href', '/tenant-dashboard/requests/1')
    for (const text of ['High', 'Open']) expect(screen.getAllByText(text)[0]).toBeVisible()
    expect(screen.getAllByText(/Heating & hot water/)[0]).toBeVisible()
    expect(screen.getAllByText(/19\/11\/2026/)[0]).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: portal.viewAll(6) }))
    await waitFor(() => expect(shown()).toHaveLength(6))
    await app.user.click(screen.getByRole('link', { name: portal.viewFewer }))
    expect(app.address()).toBe('/tenant-dashboard')
  })

  it('begin with a coming visit, or with what the landlord says is done', async () => {
    const today = londonDay(new Date())
    const visit = { visitDate: addDays(today, 1), startTime: '09:30', endTime: '11:30', notes: null, tenantAgreed: false, noticeAt: null }
    answer('get', call, () => HttpResponse.json(aPortal({ maintenanceRequests: [aRequest({ visit, contractorName: 'Severnside Heating Ltd' })], openIssues: 1, totalRequests: 1 })))
    const { cache } = renderApp('/', { user })
    const day = createFormatter(defaultFormat).fullDate(visit.visitDate)
    expect(await screen.findByText(portal.visit(portal.visitWhen(`tomorrow, ${day}`, '09:30', '11:30')))).toBeVisible()
    expect(screen.getByText('Severnside Heating Ltd is coming about “No hot water or heating”. You don’t need to be in.')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Open Request/ })).toHaveAttribute('href', '/tenant-dashboard/requests/118')
    answer('get', call, () => HttpResponse.json(aPortal({ maintenanceRequests: [aRequest({ status: 'Completed' })], totalRequests: 1 })))
    await cache.invalidateQueries()
    expect(await screen.findByText(portal.question)).toBeVisible()
  })

  it('follow what changes elsewhere', async () => {
    answer('get', call, () => HttpResponse.json(aPortal()))
    renderApp('/', { user })
    await screen.findByText('No maintenance requests yet')
    answer('get', call, () => HttpResponse.json(aPortal({ maintenanceRequests: requests, totalRequests: 5 })))
    Stream.open?.say('changed', JSON.stringify({ resource: 'maintenance-requests', id: 1, version: 2 }))
    await screen.findByRole('link', { name: 'Request 1' })
  })
})

it('is told first of the next visit, not of one that is over or called off', () => {
  const visit = (visitDate: string) => ({ visitDate, startTime: '09:30', endTime: '11:30', notes: null, tenantAgreed: false, noticeAt: null })
  const [late, soon, past, off] = [
    aRequest({ id: 1, visit: visit('2026-11-25') }),
    aRequest({ id: 2, visit: visit('2026-11-21') }),
    aRequest({ id: 3, visit: visit('2026-11-19') }),
    aRequest({ id: 4, status: 'Cancelled', visit: visit('2026-11-21') }),
  ]
  expect(firstOf([late, soon, past, off], '2026-11-20')?.request.id).toBe(2)
  expect(firstOf([past, off], '2026-11-20')).toBeNull()
  expect(firstOf([aRequest({ id: 5, status: 'Completed' })], '2026-11-20')).toEqual({ kind: 'question', request: expect.objectContaining({ id: 5 }) as unknown })
})
