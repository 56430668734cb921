import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { messagesSent } from '@/lib/deliveries'
import { createFormatter, defaultFormat } from '@/lib/format'
import { common } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { aProperty, aUser, aUserWith } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { aViewing } from '@/test/viewingFactories'
import { viewingForm as form, viewings as texts } from './messages'

const user = aUser()
const list = '/api/property-viewings'
const format = createFormatter(defaultFormat)
const when = `${format.fullDate('2999-11-20')}, 14:00`
const whose = `, ${texts.whose('Priyanka Shah', when)}`
const open = (query = '', person = user) => renderApp(`/property-viewings${query}`, { user: person })
const row = async (name = 'Priyanka Shah') => within(await screen.findByRole('article', { name }))

beforeEach(() => {
  answer('get', list, () => HttpResponse.json([aViewing()]))
  answer('get', `${list}/analytics`, () => HttpResponse.json({ upcoming: 6, completed: 12, cancelled: 3, total: 21, today: 3, successRate: 57 }))
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
  answer('get', '/api/properties/12', () => HttpResponse.json(aProperty({ id: 12, name: 'Ashmead House', propertyType: 'House' })))
})

describe('the viewings', () => {
  it.each([1440, 360])('stand at %i px by day with all that the specification lists', async (width) => {
    setViewport({ width })
    const today = londonDay(new Date())
    answer('get', list, () =>
      HttpResponse.json([
        aViewing({ id: 1, viewerName: 'Marcus Webb', viewingDate: today, notes: 'Coming with his sister.' }),
        aViewing({ id: 2, viewingDate: addDays(today, 1) }),
        aViewing({ id: 3, viewerName: 'Joel Whitcombe', roomNumber: null }),
      ]),
    )
    open()
    const marcus = await row('Marcus Webb')
    for (const text of ['Ashmead House, Room 4', '212 Ashmead Road, Bristol BS6 7QD', '14:00', 'Coming with his sister.', 'Scheduled']) expect(marcus.getByText(text)).toBeVisible()
    expect(marcus.getByRole('link', { name: /^07700 900812/ })).toHaveAttribute('href', 'tel:07700900812')
    expect(marcus.getAllByText('priyanka.shah@mail.example')[0]).toBeVisible()
    expect((await row('Joel Whitcombe')).getByText('Ashmead House')).toBeVisible()
    const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(heads).toEqual([`Today, ${format.fullDate(today)}`, `Tomorrow, ${format.fullDate(addDays(today, 1))}`, format.fullDate('2999-11-20')])
    const figures = within(screen.getByRole('region', { name: texts.figures }))
    for (const text of ['57%', '3 today', '12 of 21 completed', 'Of 21 in all']) expect(figures.getByText(text)).toBeVisible()
  })

  it('are chosen by tab, property and search in the address', async () => {
    const asked = answer('get', list, () => HttpResponse.json([]))
    const app = open('?tab=cancelled&property=42&search=shah')
    expect(await screen.findByText(texts.noneFound)).toBeVisible()
    expect(asked.queries.at(-1)).toEqual({ state: 'cancelled', propertyId: '42', search: 'shah', pageSize: '100' })
    await app.user.click(screen.getByRole('link', { name: 'Clear filters' }))
    expect(await screen.findByText(texts.none.cancelled)).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: /^Upcoming/ }))
    expect(await screen.findByText('No upcoming viewings')).toBeVisible()
    expect(app.address()).toBe('/property-viewings')
    expect(screen.getByRole('link', { name: /^Upcoming/ })).toHaveAttribute('aria-current', 'page')
  })

  it('that overlap are told of on top of the day, and one can be moved', async () => {
    answer('get', list, () =>
      HttpResponse.json([
        aViewing({ id: 1, clashes: [2] }),
        aViewing({ id: 2, viewerName: 'Marcus Webb', clashes: [1], viewingTime: '14:15', startsAt: '2999-11-20T14:15:00Z', endsAt: '2999-11-20T14:45:00Z' }),
      ]),
    )
    const app = open()
    expect(await screen.findByText(texts.overlap(2))).toBeVisible()
    expect(screen.getAllByText(texts.clash)).toHaveLength(2)
    await app.user.click(screen.getByRole('button', { name: texts.move('Marcus Webb', '14:30') }))
    const dialog = within(await screen.findByRole('dialog', { name: form.moveTitle }))
    expect(dialog.getByLabelText(form.time)).toHaveValue('14:30')
    await waitFor(() => expect(dialog.getByRole('button', { name: form.move })).toBeEnabled())
  })

  it('show residents, the answer, and an inspection at the same time', async () => {
    answer('get', list, () =>
      HttpResponse.json([
        aViewing({ id: 1, occupied: true, inspectionClashes: [5] }),
        aViewing({ id: 2, viewerName: 'Marcus Webb', occupied: true, noticeAt: '2026-11-18T10:00:00Z', viewerAnswer: 'confirm', viewerMessage: 'Looking forward' }),
      ]),
    )
    open()
    const first = await row()
    expect(first.getByText(texts.occupied)).toBeVisible()
    expect(first.getByText(texts.inspectionClash)).toBeVisible()
    const second = await row('Marcus Webb')
    expect(second.getByText(texts.noticed('18 November 2026, 10:00'))).toBeVisible()
    expect(second.getByText(texts.answers.confirm)).toBeVisible()
    expect(second.getByText('“Looking forward”')).toBeVisible()
  })

  it('come page by page', async () => {
    const next = { link: `<${list}?pageToken=two>; rel="next"` }
    answer('get', list, (count) => HttpResponse.json([aViewing({ id: count, viewerName: count === 1 ? 'One' : 'Two' })], count === 1 ? { headers: next } : {}))
    const app = open()
    await row('One')
    await app.user.click(screen.getByRole('button', { name: texts.showMore }))
    await row('Two')
  })

  it('follow what changes elsewhere, and can be asked for again', async () => {
    answer('get', list, () => problem(403))
    const app = open()
    expect(await screen.findByText(common.couldNotLoad(texts.list))).toBeVisible()
    answer('get', list, () => HttpResponse.json([aViewing()]))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    await row()
    answer('get', list, () => HttpResponse.json([aViewing({ viewerName: 'Kwame Boateng' })]))
    Stream.open?.say('changed', JSON.stringify({ resource: 'property-viewings', id: 61, version: 5 }))
    await row('Kwame Boateng')
  })

  it('are nothing for a tenant, and a Viewer changes nothing', async () => {
    open('', aUserWith('Tenant'))
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })

  it('are read by a Viewer', async () => {
    open('', aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }))
    expect((await row()).getAllByRole('button').map(({ textContent }) => textContent)).toEqual([`${texts.calendar}, Priyanka Shah`, `${messagesSent.title}${whose}`])
    expect(screen.queryByRole('link', { name: texts.book })).toBeNull()
  })
})

describe('the status', () => {
  const press = async (app: App, name: string) => app.user.click((await row()).getByRole('button', { name: name + whose }))

  it.each([
    [texts.confirm, 'Confirmed', texts.done.Confirmed],
    [texts.complete, 'Completed', texts.done.Completed],
  ] as const)('%s brings a viewing to %s', async (button, status, text) => {
    const changed = answer('patch', `${list}/61`, () => HttpResponse.json(aViewing({ status })))
    const app = open()
    await press(app, button)
    expect(await screen.findByText('Success')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(changed.bodies).toEqual([{ status }])
    expect(changed.headers[0]?.get('if-match')).toBe('"4"')
  })

  it('offers what the specification does', async () => {
    answer('get', list, () =>
      HttpResponse.json((['Scheduled', 'Confirmed', 'Completed', 'Move-in Process Started', 'Cancelled'] as const).map((status, index) => aViewing({ id: index, viewerName: status, status }))),
    )
    open('?tab=completed')
    const offered = async (name: string) => (await row(name)).queryAllByRole('button').map(({ textContent }) => textContent.split(',')[0]).filter((name) => name !== messagesSent.title)
    expect(await offered('Scheduled')).toEqual([texts.calendar, texts.confirm, texts.complete, texts.reschedule, texts.cancel])
    expect(await offered('Confirmed')).toEqual([texts.calendar, texts.complete, texts.reschedule])
    expect(await offered('Completed')).toEqual(['Continue to Move-in'])
    expect(await offered('Move-in Process Started')).toEqual([texts.invite])
    expect(await offered('Cancelled')).toEqual([])
  })

  it('Cancel asks', async () => {
    const changed = answer('patch', `${list}/61`, () => HttpResponse.json(aViewing({ status: 'Cancelled' })))
    const app = open()
    await press(app, texts.cancel)
    const question = within(await screen.findByRole('alertdialog', { name: texts.cancelTitle }))
    expect(changed.bodies).toEqual([])
    await app.user.click(question.getByRole('button', { name: texts.cancelViewing }))
    expect(await screen.findByText(texts.done.Cancelled)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(changed.bodies).toEqual([{ status: 'Cancelled' }])
  })

  it('says as specified that it failed, and stays as it was', async () => {
    answer('patch', `${list}/61`, () => problem(409, { reason: 'VIEWING_TRANSITION', detail: 'It may become Cancelled.' }))
    const app = open()
    await press(app, texts.confirm)
    expect(await screen.findByText('Error')).toBeVisible()
    expect(screen.getByText('Failed to update viewing status.')).toBeVisible()
    expect((await row()).getByText('Scheduled')).toBeVisible()
  })

  it('Continue to Move-in opens the invite with home, room and viewer', async () => {
    const house = aProperty({ id: 12, name: 'Ashmead House', propertyType: 'HMO', status: 'Partially Occupied' })
    const room = (id: number) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '610.00', isOccupied: false })
    answer('get', '/api/properties', () => HttpResponse.json([house]))
    answer('get', '/api/properties/12', () => HttpResponse.json(house))
    answer('get', '/api/rooms/12', () => HttpResponse.json([room(3), room(4)]))
    answer('get', list, () => HttpResponse.json([aViewing({ status: 'Completed' })]))
    const changed = answer('patch', `${list}/61`, () => HttpResponse.json(aViewing({ status: 'Move-in Process Started' })))
    const app = open('?tab=completed')
    await press(app, texts.moveIn)
    expect(await screen.findByRole('heading', { level: 1, name: 'Invite Tenants' })).toBeVisible()
    expect(app.address()).toBe('/tenant-application-link?property=12')
    expect(changed.bodies).toEqual([{ status: 'Move-in Process Started' }])
    expect(await screen.findByRole('radio', { name: /Room 4/ })).toBeChecked()
    expect(screen.getByLabelText('Name')).toHaveValue('Priyanka Shah')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('priyanka.shah@mail.example')
  })

  it('takes the time that the viewer asked for by one press', async () => {
    answer('get', list, () => HttpResponse.json([aViewing({ viewerAnswer: 'request', requestedDate: '2999-11-24', requestedTime: '18:00', viewerMessage: 'After work' })]))
    const changed = answer('patch', `${list}/61`, () => HttpResponse.json(aViewing()))
    const app = open()
    const asked = `${format.fullDate('2999-11-24')}, 18:00`
    expect((await row()).getByText(texts.asks(asked))).toBeVisible()
    await app.user.click((await row()).getByRole('button', { name: `${texts.accept('24/11/2999, 18:00')}, Priyanka Shah` }))
    expect(await screen.findByText(form.moved)).toBeVisible()
    expect(changed.bodies).toEqual([{ viewingDate: '2999-11-24', viewingTime: '18:00' }])
  })

  it('keeps the calendar file', async () => {
    URL.createObjectURL = () => 'blob:calendar'
    URL.revokeObjectURL = () => undefined
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    server.use(http.get(`*${list}/61/calendar`, () => new HttpResponse('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } })))
    const app = open()
    await app.user.click((await row()).getByRole('button', { name: `${texts.calendar}, Priyanka Shah` }))
    await waitFor(() => expect(click).toHaveBeenCalled())
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('viewing-61.ics')
  })
})

describe('Book Viewing', () => {
  const type = async (app: App, dialog: Awaited<ReturnType<typeof row>>, values: Record<string, string>) => {
    for (const [name, text] of Object.entries(values)) await app.user.type(dialog.getByLabelText(name), text)
  }

  it('names what is missing, warns of a clash, and books all the same', async () => {
    answer('get', `${list}/clashes`, () =>
      HttpResponse.json({
        viewings: [aViewing({ viewerName: 'Marcus Webb', viewingTime: '10:15' })],
        inspections: [{ id: 5, propertyName: 'Linden Avenue', inspectionDate: '2999-12-01', inspectionTime: '10:00' }],
        occupied: true,
        shortNotice: false,
      }),
    )
    const booked = answer('post', list, () => HttpResponse.json(aViewing(), { status: 201 }))
    const app = open()
    await app.user.click(await screen.findByRole('link', { name: texts.book }))
    const dialog = within(await screen.findByRole('dialog', { name: form.bookTitle }))
    await app.user.click(dialog.getByRole('button', { name: form.book }))
    const mistakes = within(await dialog.findByRole('alert')).getAllByRole('link')
    expect(mistakes.map(({ textContent }) => textContent)).toEqual([form.propertyRequired, form.nameShort, form.emailInvalid, form.phoneShort, form.dateRequired])
    await type(app, dialog, {
      [form.property]: 'Linden Avenue, M21 9QJ',
      [form.name]: 'Kwame Boateng',
      [form.email]: 'kwame@mail.example',
      [form.phone]: '07700 900361',
      [common.day]: '1',
      [common.month]: '12',
      [common.year]: '2999', [`${form.note} (${common.optional})`]: 'Meet me at the side gate',
    })
    expect(await dialog.findByText(form.clashTitle)).toBeVisible()
    expect(dialog.getByText(/10:15 Marcus Webb, Ashmead House, Room 4; an inspection of Linden Avenue at 10:00/)).toBeVisible()
    expect(dialog.getByText(form.occupiedText)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: form.book }))
    expect(await screen.findByText(form.booked)).toBeVisible()
    expect(booked.bodies).toEqual([
      {
        propertyId: 42,
        roomNumber: null,
        viewerName: 'Kwame Boateng',
        viewerEmail: 'kwame@mail.example',
        viewerPhone: '07700 900361',
        viewingDate: '2999-12-01',
        viewingTime: '10:00',
        notes: null, noteForViewer: 'Meet me at the side gate',
      },
    ])
    await waitFor(() => expect(app.address()).toBe('/property-viewings'))
  })

  it('starts with the filter’s property, and shows mistakes at the field', async () => {
    answer('post', list, () => problem(422, { detail: 'Check the fields.', errors: { viewingTime: ['Choose a time in the future.'] } }))
    const app = open('?book=viewing&property=42')
    const dialog = within(await screen.findByRole('dialog', { name: form.bookTitle }))
    expect(dialog.getByLabelText(form.property)).toHaveValue('Linden Avenue, M21 9QJ')
    await type(app, dialog, { [form.name]: 'Kwame Boateng', [form.email]: 'kwame@mail.example', [form.phone]: '07700 900361', [common.day]: '1', [common.month]: '12', [common.year]: '2999' })
    await app.user.click(dialog.getByRole('button', { name: form.book }))
    expect(await screen.findByText('Check the fields.')).toBeVisible()
    expect(dialog.getAllByText('Choose a time in the future.')).not.toHaveLength(0)
  })

  it('reschedules: only what differs is sent', async () => {
    const changed = answer('patch', `${list}/61`, () => HttpResponse.json(aViewing({ viewingTime: '15:00' })))
    answer('get', `${list}/clashes`, () => HttpResponse.json({ viewings: [], inspections: [], occupied: true, shortNotice: true }))
    const app = open()
    await app.user.click((await row()).getByRole('button', { name: texts.reschedule + whose }))
    const dialog = within(await screen.findByRole('dialog', { name: form.moveTitle }))
    expect(dialog.getByRole('button', { name: form.move })).toBeDisabled()
    await app.user.clear(dialog.getByLabelText(form.time))
    await app.user.type(dialog.getByLabelText(form.time), '15:00')
    expect(await dialog.findByText(form.shortText)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: form.move }))
    expect(await screen.findByText(form.moved)).toBeVisible()
    expect(changed.bodies).toEqual([{ viewingTime: '15:00' }])
  })
})
