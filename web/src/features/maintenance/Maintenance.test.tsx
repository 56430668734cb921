import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { common } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { aProperty, aUser, aUserWith } from '@/test/factories'
import { aRequest, someRequestFigures } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { maintenance as texts } from './messages'

const user = aUser()
const list = '/api/maintenance-requests'
const open = (query = '', person = user) => renderApp(`/maintenance${query}`, { user: person })
const machine = aRequest({
  id: 7,
  title: 'Washing machine leaks',
  category: 'Appliances',
  propertyName: 'Keelman’s Walk',
  tenantName: 'Hannah Petrie',
  tenantPhone: null,
  roomNumber: null,
  priority: 'Medium',
  fixBy: '2026-11-17T17:30:00Z',
  targetState: 'late',
  costTotal: '74.00',
})

/** Answers with the urgent requests, and with all of them. */
const requests = (urgent: unknown[], all: unknown[]) => {
  const asked = answer('get', list, () => HttpResponse.json(asked.queries.at(-1)?.urgent === 'true' ? urgent : all))
  return asked
}

beforeEach(() => {
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
  answer('get', `${list}/analytics`, () => HttpResponse.json(someRequestFigures({ urgent: 2, late: 1 })))
})

describe('the requests', () => {
  it.each([1440, 900, 360])('stand at %i px with their place, priority, status and target', async (width) => {
    setViewport({ width })
    requests([], [machine, aRequest({ status: 'Cancelled', title: 'Hallway bulb' })])
    open()
    const link = await screen.findByRole('link', { name: 'Washing machine leaks' })
    expect(link).toHaveAttribute('href', '/maintenance/7')
    const row = within(width === 360 ? screen.getByRole('article', { name: 'Washing machine leaks' }) : screen.getByRole('row', { name: /Washing machine leaks/ }))
    expect(row.getByText('Medium')).toBeVisible()
    expect(row.getByText('In Progress')).toBeVisible()
    expect(row.getByText(/days late$/)).toBeVisible()
    expect(row.getByText(width === 1440 ? 'Hannah Petrie' : 'Keelman’s Walk, Hannah Petrie')).toBeVisible()
    if (width > 768) expect(row.getByText('£74.00')).toBeVisible()
    const figures = within(screen.getByRole('region', { name: texts.figures }))
    expect(figures.getByText(texts.late(1))).toBeVisible()
    expect(figures.getByText('£4,118 spent this year')).toBeVisible()
    // A list to be read: nothing in a row but the way to the request.
    expect(row.queryByRole('button')).toBeNull()
  })

  it('that are urgent come first, with their targets and the tenant’s phone', async () => {
    requests([aRequest(), aRequest({ id: 9, title: 'Front door does not lock', status: 'Open', firstResponseAt: null, targetState: 'dueToday', tenantPhone: null })], [])
    open()
    const card = within(await screen.findByRole('article', { name: 'No hot water or heating' }))
    expect(card.getByText('In 43 minutes')).toBeVisible()
    expect(card.getByRole('link', { name: /^Call Tenant/ })).toHaveAttribute('href', 'tel:07700900337')
    expect(card.getByRole('link', { name: /^Open Request/ })).toHaveAttribute('href', '/maintenance/118')
    const door = within(screen.getByRole('article', { name: 'Front door does not lock' }))
    expect(door.getByText(texts.answerBy)).toBeVisible()
    expect(door.getByText(/ left$/)).toBeVisible()
    expect(door.queryByRole('link', { name: /^Call Tenant/ })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Urgent Requests' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'All Requests' })).toBeVisible()
  })

  it('say that nothing is urgent, and that there is none', async () => {
    open()
    expect(await screen.findByText(texts.noUrgent)).toBeVisible()
    expect(await screen.findByText(texts.none)).toBeVisible()
  })

  it('are filtered and searched by the server, as the address says', async () => {
    const asked = requests([], [])
    const app = open('?status=In+Progress&priority=High&property=42&search=boiler')
    expect(await screen.findByText(texts.noneFound)).toBeVisible()
    expect(asked.queries).toContainEqual({ status: 'In Progress', priority: 'High', propertyId: '42', search: 'boiler', pageSize: '100' })
    await app.user.click(screen.getByRole('link', { name: 'Clear filters' }))
    expect(await screen.findByText(texts.none)).toBeVisible()
    expect(app.address()).toBe('/maintenance')
  })

  it('are sorted by their next target', async () => {
    const asked = requests([], [machine])
    const app = open()
    await app.user.selectOptions(await screen.findByRole('combobox', { name: texts.sort }), texts.sorts.target)
    expect(app.address()).toBe('/maintenance?sort=target')
    await waitFor(() => expect(asked.queries).toContainEqual({ sort: 'target', pageSize: '100' }))
  })

  it('are saved as a file as the list finds them, exact and without formulas', async () => {
    const asked = requests([], [aRequest({ title: '=HYPERLINK("x")', costTotal: '236.88' })])
    let file: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
      file = made as Blob
      return 'blob:file'
    })
    const app = open('?status=Open')
    await app.user.click(await screen.findByRole('button', { name: texts.exportCsv }))
    await waitFor(() => expect(file).toBeDefined())
    expect(asked.queries).toContainEqual({ status: 'Open' })
    const [head, line] = (await file?.text() ?? '').split('\r\n')
    expect(head).toContain('Number,Title,Category')
    expect(line).toContain(`118,"'=HYPERLINK(""x"")",Heating & hot water,High,In Progress,Ashmead House,3,Aoife Brennan`)
    expect(line).toMatch(/,236\.88$/)
  })

  it('are chosen by status with the counts', async () => {
    requests([], [machine])
    const app = open()
    await app.user.click(await screen.findByRole('radio', { name: 'Completed 31' }))
    expect(app.address()).toBe('/maintenance?status=Completed')
  })

  it('are chosen on a phone from a list, the rest in a sheet', async () => {
    setViewport({ width: 360 })
    requests([], [machine])
    const app = open()
    await screen.findByRole('option', { name: texts.statusOption('Open', 4) })
    await app.user.selectOptions(screen.getByRole('combobox', { name: texts.status }), texts.statusOption('Open', 4))
    expect(app.address()).toBe('/maintenance?status=Open')
    await app.user.click(screen.getByRole('button', { name: texts.filters }))
    const sheet = within(await screen.findByRole('dialog', { name: texts.filters }))
    await app.user.selectOptions(sheet.getByLabelText(texts.priority), 'Low')
    expect(app.address()).toBe('/maintenance?status=Open&priority=Low')
  })

  it('render only the rows near the window when there are thousands', async () => {
    const next = { link: `<${list}?pageToken=two>; rel="next"` }
    const page = (count: number) => Array.from({ length: 100 }, (_, index) => aRequest({ id: count * 100 + index, title: `Request ${String(count * 100 + index)}` }))
    const asked = answer('get', list, (count) => {
      if (asked.queries.at(-1)?.urgent === 'true') return HttpResponse.json([])
      return HttpResponse.json(page(count), { headers: next })
    })
    open()
    await screen.findAllByRole('link', { name: /^Request / })
    await waitFor(() => expect(screen.getByRole('table', { name: 'All Requests' })).toHaveAttribute('aria-rowcount', '-1'))
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Request / }).length).toBeLessThan(60))
  })

  it('follow what changes elsewhere, and can be asked for again', async () => {
    answer('get', list, () => problem(403))
    const app = open()
    expect(await screen.findByText(common.couldNotLoad(texts.list))).toBeVisible()
    expect(screen.getByText(common.couldNotLoad(texts.urgentTitle))).toBeVisible()
    requests([], [machine])
    for (const retry of screen.getAllByRole('button', { name: common.retry })) await app.user.click(retry)
    await screen.findByRole('link', { name: 'Washing machine leaks' })
    requests([], [aRequest({ title: 'Blocked drain' })])
    Stream.open?.say('changed', JSON.stringify({ resource: 'maintenance-requests', id: 7, version: 5 }))
    await screen.findByRole('link', { name: 'Blocked drain' })
  })

  it('are counted in the navigation while they are urgent', async () => {
    open()
    expect(await screen.findByRole('link', { name: /^Maintenance\s*,\s*2\s*urgent$/ })).toBeVisible()
  })

  it('are nothing for a tenant, and a Viewer adds none', async () => {
    open('', aUserWith('Tenant'))
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })

  it('are read by a Viewer, who adds none', async () => {
    requests([], [machine])
    open('', aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }))
    await screen.findByRole('link', { name: 'Washing machine leaks' })
    expect(screen.queryByRole('link', { name: texts.add })).toBeNull()
  })
})
