import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { aCertificate, anInspection } from '@/test/complianceFactories'
import { unsaved } from '@/lib/unsaved'
import { aProperty, aUser } from '@/test/factories'
import { aRequest } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { certificateForm, compliance, inspectionForm, scheduleAll } from './messages'

const user = aUser()
const list = '/api/property-inspections'
const settings = { frequencyMonths: 6, reminderDays: 7, autoSchedule: true, version: 3 }
const whose = `, ${compliance.of('Linden Avenue', 'Mon 23 Nov 2026 at 10:00')}`

beforeEach(() => {
  answer('get', '/api/certificate-types', () => HttpResponse.json([]))
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
  answer('get', '/api/properties/42/inspection-settings', () => HttpResponse.json(settings))
  answer('get', list, () => HttpResponse.json([anInspection()]))
})

const open = (query = '') => renderApp(`/portfolio/compliance?kind=inspections${query}`, { user })
/** Opens the menu of the row and chooses from it. */
const choose = async (app: ReturnType<typeof open>, name: string) => {
  await app.user.click(await screen.findByRole('button', { name: compliance.more + whose }))
  await app.user.click(await screen.findByRole('menuitem', { name }))
}

describe('forms', () => {
  it.each([
    ['', `${inspectionForm.complete}${whose}`, inspectionForm.completeTitle, inspectionForm.notes],
    ['', `${compliance.more}${whose}`, inspectionForm.rescheduleTitle, inspectionForm.time],
    ['&kind=certificates', certificateForm.add, certificateForm.add, certificateForm.notes],
  ])('%s %s: asks before what was typed is lost', async (query, button, title, field) => {
    answer('get', '/api/property-certificates', () => HttpResponse.json([aCertificate()]))
    const app = renderApp(`/portfolio/compliance?${query.slice(1) || 'kind=inspections'}`, { user })
    const dialog = () => screen.findByRole('dialog', { name: title })
    const press = async () => {
      await app.user.click(await screen.findByRole('button', { name: button }))
      if (title === inspectionForm.rescheduleTitle) await app.user.click(await screen.findByRole('menuitem', { name: inspectionForm.reschedule }))
    }
    await press()
    await app.user.click(within(await dialog()).getByRole('button', { name: common.cancel }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press()
    fireEvent.change(within(await dialog()).getByLabelText(new RegExp(`^${field}`)), { target: { value: '11:30' } })
    await app.user.click(within(await dialog()).getByRole('button', { name: common.close }))
    const question = await screen.findByRole('alertdialog', { name: unsaved.title })
    await app.user.click(within(question).getByRole('button', { name: unsaved.keep }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(within(await dialog()).getByLabelText(new RegExp(`^${field}`))).toHaveValue('11:30')
    await app.user.click(within(await dialog()).getByRole('button', { name: common.cancel }))
    await app.user.click(await screen.findByRole('button', { name: unsaved.discard }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('inspections', () => {
  it('stand with their state, and with what came of them', async () => {
    answer('get', list, () =>
      HttpResponse.json([
        anInspection({ id: 1, daysOverdue: 12 }),
        anInspection({ id: 2, automatic: true }),
        anInspection({
          id: 3,
          status: 'Completed',
          completedAt: '2026-11-20T23:30:00Z',
          notes: 'Seen.',
          issuesFound: 'Damp.',
          actionRequired: 'Fit a fan.',
          mediaFiles: ['/api/files/7'],
        }),
        anInspection({ id: 4, status: 'Cancelled' }),
      ]),
    )
    open()
    expect(await screen.findByText('12 days overdue')).toBeVisible()
    expect(screen.getByText(compliance.automatic)).toBeVisible()
    expect(screen.getByText('Completed 20/11/2026')).toBeVisible()
    for (const text of ['Seen.', 'Damp.', 'Fit a fan.']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('img', { name: compliance.photo(1) })).toHaveAttribute('src', '/api/files/7?size=thumb')
    expect(screen.getAllByText('Cancelled').some((each) => each.tagName === 'SPAN')).toBe(true)
    expect(screen.getAllByRole('button', { name: new RegExp(`^${inspectionForm.complete}`) })).toHaveLength(2)
  })

  it('are filtered by the server, as the address says', async () => {
    const asked = answer('get', list, () => HttpResponse.json([]))
    const app = open('&state=Overdue')
    expect(await screen.findByText(compliance.filtersOn('Overdue'))).toBeVisible()
    expect(asked.queries.at(-1)).toEqual({ state: 'Overdue', pageSize: '50' })
    await app.user.click(screen.getByRole('link', { name: compliance.clearFilters }))
    expect(await screen.findByText(compliance.noInspections)).toBeVisible()
    expect(app.address()).toBe('/portfolio/compliance?kind=inspections')
    await app.user.click(screen.getByRole('link', { name: compliance.certificates }))
    expect(app.address()).toBe('/portfolio/compliance?kind=certificates')
  })

  it('list those to be done first, and those done in a tab of their own', async () => {
    const asked = answer('get', list, () => HttpResponse.json([]))
    const app = open()
    expect(await screen.findByText(compliance.noInspections)).toBeVisible()
    expect(asked.queries).toEqual([{ state: 'Scheduled', pageSize: '50' }])
    await app.user.click(screen.getByRole('link', { name: compliance.completed }))
    expect(await screen.findByText(compliance.noCompleted)).toBeVisible()
    expect(asked.queries.at(-1)).toEqual({ state: 'Completed', pageSize: '50' })
    expect(app.address()).toBe('/portfolio/compliance?kind=completed')
    expect(screen.queryByRole('combobox', { name: compliance.state })).toBeNull()
  })

  it('that were done are found at their old address', async () => {
    const asked = answer('get', list, () => HttpResponse.json([]))
    open('&state=Completed')
    expect(await screen.findByText(compliance.noCompleted)).toBeVisible()
    expect(asked.queries).toEqual([{ state: 'Completed', pageSize: '50' }])
  })

  it('are scheduled and rescheduled', async () => {
    const added = answer('post', list, () => HttpResponse.json(anInspection(), { status: 201 }))
    const moved = answer('patch', `${list}/501`, () => problem(409, { detail: 'It was cancelled meanwhile.', reason: 'INSPECTION_CLOSED' }))
    const app = open('&property=42')
    await screen.findByRole('heading', { name: 'Mon 23 Nov 2026 at 10:00' })
    await screen.findByText(inspectionForm.auto)
    await app.user.click(screen.getByRole('button', { name: inspectionForm.add }))
    const dialog = within(await screen.findByRole('dialog', { name: inspectionForm.add }))
    await app.user.click(dialog.getByRole('button', { name: inspectionForm.schedule }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(inspectionForm.dateRequired)
    for (const [part, text] of [[common.day, '1'], [common.month, '12'], [common.year, '2026']] as const) {
      await app.user.type(dialog.getByLabelText(part), text)
    }
    fireEvent.change(dialog.getByLabelText(inspectionForm.time), { target: { value: '14:30' } })
    await app.user.click(dialog.getByRole('button', { name: inspectionForm.schedule }))
    expect(await screen.findByText('Linden Avenue, 1 December 2026 at 14:30')).toBeVisible()
    expect(added.bodies).toEqual([{ propertyId: 42, inspectionDate: '2026-12-01', inspectionTime: '14:30', notes: null }])

    await choose(app, inspectionForm.reschedule)
    const again = within(await screen.findByRole('dialog', { name: inspectionForm.rescheduleTitle }))
    expect(again.getByLabelText(common.day)).toHaveValue('23')
    await app.user.click(again.getByRole('button', { name: inspectionForm.reschedule }))
    expect(await screen.findByText('It was cancelled meanwhile.')).toBeVisible()
    expect(moved.headers[0]?.get('if-match')).toBe('"1"')
  })

  it('need a report: something that was found, or that nothing was', async () => {
    const completed = answer('post', '/api/property-inspections/501/complete', () => HttpResponse.json(anInspection({ status: 'Completed' })))
    answer('get', list, () => HttpResponse.json([anInspection({ inspectionDate: '2026-01-05' })]))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: /^Complete,/ }))
    const dialog = within(await screen.findByRole('dialog', { name: inspectionForm.completeTitle }))
    await app.user.click(dialog.getByRole('button', { name: inspectionForm.completeTitle }))
    expect((await dialog.findAllByText(inspectionForm.reportRequired))[0]).toBeVisible()
    expect(completed.bodies).toEqual([])
    await app.user.click(dialog.getByLabelText(inspectionForm.nothingFound))
    await app.user.click(dialog.getByRole('button', { name: inspectionForm.completeTitle }))
    await waitFor(() => expect(completed.bodies).toEqual([{ notes: null, issuesFound: null, actionRequired: null, mediaFiles: [], nothingFound: true }]))
  })

  it('of a later day are moved to today before they are completed', async () => {
    const moved = answer('patch', '/api/property-inspections/501', () => HttpResponse.json(anInspection({ inspectionDate: londonDay(new Date()) })))
    answer('get', list, () => HttpResponse.json([anInspection({ inspectionDate: '2199-05-05' })]))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: /^Complete,/ }))
    expect(await screen.findByText(inspectionForm.notDueText('5 May 2199'))).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: inspectionForm.moveToToday }))
    expect(await screen.findByRole('dialog', { name: inspectionForm.completeTitle })).toBeVisible()
    expect(moved.bodies).toEqual([{ inspectionDate: londonDay(new Date()) }])
  })

  it('are completed with notes, issues, what is to be done and photos', async () => {
    let uploads = 0
    server.use(http.post('*/api/upload', () => HttpResponse.json({ url: `/api/files/${++uploads}` }, { status: 201 })))
    const completed = answer('post', `${list}/501/complete`, () => HttpResponse.json(anInspection({ status: 'Completed' })))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: inspectionForm.complete + whose }))
    const dialog = within(await screen.findByRole('dialog', { name: inspectionForm.completeTitle }))
    await app.user.type(dialog.getByLabelText(new RegExp(`^${inspectionForm.notes}`)), 'Seen.')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${inspectionForm.issues}`)), 'Damp.')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${inspectionForm.action}`)), 'Fit a fan.')
    const photo = (name: string) => new File(['x'], name, { type: 'image/png' })
    await app.user.upload(dialog.getByLabelText(new RegExp(`^${inspectionForm.photos}`)), [photo('a.png'), photo('b.png')])
    expect(await dialog.findByRole('img', { name: compliance.photo(2) })).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: inspectionForm.removePhoto(1) }))
    await app.user.click(dialog.getByRole('button', { name: inspectionForm.completeTitle }))
    expect(await screen.findByText(inspectionForm.completed)).toBeVisible()
    expect(completed.bodies).toEqual([{ notes: 'Seen.', issuesFound: 'Damp.', actionRequired: 'Fit a fan.', mediaFiles: ['/api/files/2'] }])
  })

  it('that require work become a maintenance request by one press', async () => {
    answer('get', list, () => HttpResponse.json([anInspection({ status: 'Completed', completedAt: '2026-11-20T10:00:00Z', actionRequired: 'Fit a fan.\nIn the bathroom.' }), anInspection({ id: 502, status: 'Completed' })]))
    const raised = answer('post', '/api/maintenance-requests', (count) => (count === 1 ? problem(500) : HttpResponse.json(aRequest({ title: 'Fit a fan.' }), { status: 201 })))
    answer('get', '/api/maintenance-requests/118', () => HttpResponse.json(aRequest({ title: 'Fit a fan.' })))
    const app = renderApp('/portfolio/compliance?kind=completed', { user })
    await app.user.click(await screen.findByRole('button', { name: new RegExp(`^${compliance.raise}`) }))
    expect(await screen.findByText(compliance.raiseFailedText)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: new RegExp(`^${compliance.raise}`) }))
    expect(await screen.findByRole('dialog', { name: /Fit a fan/ })).toBeVisible()
    expect(app.address()).toBe('/maintenance/118')
    expect(raised.bodies.at(-1)).toEqual({ propertyId: 42, title: 'Fit a fan.', description: 'Fit a fan.\nIn the bathroom.', category: 'Other', inspectionId: 501 })
  })

  it('are cancelled once that was asked', async () => {
    const cancelled = answer('post', `${list}/501/cancel`, () => HttpResponse.json(anInspection({ status: 'Cancelled' })))
    const app = open()
    await choose(app, inspectionForm.cancel)
    const question = within(await screen.findByRole('alertdialog'))
    await app.user.click(question.getByRole('button', { name: inspectionForm.cancel }))
    expect(await screen.findByText(inspectionForm.cancelled)).toBeVisible()
    expect(cancelled.headers).toHaveLength(1)
  })

  it('follow the settings of their property', async () => {
    const saved = answer('put', '/api/properties/42/inspection-settings', () => HttpResponse.json({ ...settings, frequencyMonths: 12, version: 4 }))
    const app = open('&property=42')
    const frequency = await screen.findByRole('combobox', { name: inspectionForm.frequency })
    expect(within(frequency).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['3 months', '6 months', '12 months'])
    expect(frequency).toHaveValue('6')
    const reminder = screen.getByRole('combobox', { name: inspectionForm.reminder })
    expect(within(reminder).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['7 days before', '14 days before', '30 days before'])
    const panel = within(screen.getByRole('region', { name: inspectionForm.settings }))
    expect(panel.getByRole('button')).toBeDisabled()
    await app.user.selectOptions(frequency, '12')
    await app.user.selectOptions(reminder, '30')
    await app.user.click(screen.getByRole('checkbox', { name: inspectionForm.auto }))
    await app.user.click(panel.getByRole('button'))
    expect(await screen.findByText(inspectionForm.settingsSaved)).toBeVisible()
    expect(saved.bodies).toEqual([{ frequencyMonths: 12, reminderDays: 30, autoSchedule: false }])
    expect(saved.headers[0]?.get('if-match')).toBe('"3"')
  })
})

describe('Schedule All', () => {
  const proposals = ['The Old Bakery', 'Priory Gardens'].map((propertyName, index) => ({
    inspection: anInspection({ id: 601 + index, propertyName, daysOverdue: 12 - index }),
    inspectionDate: `2026-11-${23 + index}`,
    inspectionTime: '10:00',
  }))

  it('books every overdue inspection at the proposed times, or others', async () => {
    answer('get', `${list}/proposals`, () => HttpResponse.json(proposals))
    const booked = answer('post', `${list}/schedule`, () => HttpResponse.json([]))
    const app = renderApp('/?schedule=all', { user })
    const dialog = within(await screen.findByRole('dialog', { name: scheduleAll.title }))
    expect(await dialog.findByText('12 days overdue')).toBeVisible()
    const second = within(dialog.getByRole('group', { name: scheduleAll.date('Priory Gardens') }))
    expect(second.getByLabelText(common.day)).toHaveValue('24')
    await app.user.clear(second.getByLabelText(common.day))
    await app.user.type(second.getByLabelText(common.day), '31')
    await app.user.click(dialog.getByRole('button', { name: scheduleAll.submit(2) }))
    expect(await dialog.findByText(inspectionForm.dateRequired)).toBeVisible()
    await app.user.clear(second.getByLabelText(common.day))
    await app.user.type(second.getByLabelText(common.day), '25')
    fireEvent.change(dialog.getByLabelText(scheduleAll.time('Priory Gardens')), { target: { value: '15:00' } })
    await app.user.click(dialog.getByRole('button', { name: scheduleAll.submit(2) }))
    expect(await screen.findByText(scheduleAll.doneText(2))).toBeVisible()
    expect(booked.bodies).toEqual([
      {
        bookings: [
          { inspectionId: 601, inspectionDate: '2026-11-23', inspectionTime: '10:00' },
          { inspectionId: 602, inspectionDate: '2026-11-25', inspectionTime: '15:00' },
        ],
      },
    ])
    await waitFor(() => expect(app.address()).toBe('/'))
  })

  it('keeps the choices when the booking or the proposals fail', async () => {
    answer('get', `${list}/proposals`, () => problem(403, { detail: 'No.' }))
    answer('post', `${list}/schedule`, () => problem(409, { detail: 'One was completed meanwhile.' }))
    const app = renderApp('/?schedule=all', { user })
    expect(await screen.findByText(common.couldNotLoad(scheduleAll.proposals))).toBeVisible()
    answer('get', `${list}/proposals`, () => HttpResponse.json(proposals.slice(0, 1)))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    await app.user.click(await screen.findByRole('button', { name: scheduleAll.submit(1) }))
    expect(await screen.findByText('One was completed meanwhile.')).toBeVisible()
    expect(screen.getByRole('dialog', { name: scheduleAll.title })).toBeVisible()
  })
})

it('a property’s details have certificates, inspections and settings', async () => {
  const asked = answer('get', '/api/property-certificates', () => HttpResponse.json([aCertificate()]))
  const visits = answer('get', list, () => HttpResponse.json([anInspection()]))
  const app = renderApp('/portfolio/42', { user })
  expect(await screen.findByRole('heading', { name: 'Gas Safety' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Mon 23 Nov 2026 at 10:00' })).toBeVisible()
  expect(await screen.findByText(inspectionForm.auto)).toBeVisible()
  expect(asked.queries).toContainEqual({ propertyId: '42', pageSize: '50' })
  expect(visits.queries).toContainEqual({ propertyId: '42', state: 'Scheduled', pageSize: '50' })
  await app.user.click(screen.getByRole('radio', { name: compliance.completed }))
  await waitFor(() => expect(visits.queries).toContainEqual({ propertyId: '42', state: 'Completed', pageSize: '50' }))
})
