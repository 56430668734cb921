import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { noDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { aContractorJob } from '@/test/jobFactories'
import { aPhoto } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { aLandlordContact } from '@/test/tenantFactories'
import { sendLater } from '@/ui/sendLater.messages'
import { job as texts } from './messages'
import { newReport, reportBody, reportMistakes, timeMistakes } from './model'

const call = '/api/jobs/secret'
const open = () => renderApp('/job/secret')
const agreed = { agreedTime: { jobDate: '2999-11-21', startTime: '09:30', endTime: '11:30' } }
const when = 'Thursday 21 November 2999, 09:30 to 11:30'

beforeEach(() => {
  answer('get', call, () => HttpResponse.json(aContractorJob()))
})

describe('a job that is offered', () => {
  it('shows the work, place, time and contact, and hides the link’s secret', async () => {
    const app = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'No hot water or heating' })).toBeVisible()
    for (const text of [texts.eyebrow('0118', 'Severnside Heating Ltd'), when, texts.onTheDay, texts.for('Okafor Lettings')]) expect(screen.getByText(text, { exact: false })).toBeVisible()
    expect(screen.getByText(texts.limit('£250'), { exact: false })).toBeVisible()
    expect(screen.getByRole('link', { name: texts.ring('Aoife Brennan') })).toHaveAttribute('href', 'tel:07700900337')
    expect(screen.getByRole('link', { name: texts.ring('Helen Okafor') })).toHaveAttribute('href', 'tel:01174960140')
    expect(screen.getByText(texts.aboutJobOf('Okafor Lettings'))).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/job/yours'))
  })

  it('says whose page it is, and lets anybody else tell the landlord', async () => {
    answer('get', call, (count) => HttpResponse.json(aContractorJob({ landlord: aLandlordContact({ email: count === 1 ? 'helen@okafor.example' : null }) })))
    open()
    expect(await screen.findByText(texts.foot('Severnside Heating Ltd'), { exact: false })).toBeVisible()
    expect(screen.getByRole('link', { name: texts.tell('Okafor Lettings') })).toHaveAttribute('href', 'mailto:helen@okafor.example?subject=Job%200118%20is%20not%20for%20me')
    cleanup()
    open()
    expect(await screen.findByRole('link', { name: texts.tell('Okafor Lettings') })).toHaveAttribute('href', 'tel:01174960140')
  })

  it('is accepted', async () => {
    const asked = answer('post', `${call}/accept`, () => HttpResponse.json(aContractorJob({ state: 'accepted' }, agreed)))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.accept }))
    expect(await screen.findByText(texts.accepted(when))).toBeVisible()
    expect(await screen.findByText(texts.acceptedToast)).toBeVisible()
    expect(asked.headers[0]?.get('idempotency-key')).toBeTruthy()
    expect(screen.getByRole('button', { name: texts.calendar })).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.accept })).toBeNull()
  })

  it('gets another time', async () => {
    const asked = answer('post', `${call}/times`, () => HttpResponse.json(aContractorJob({ state: 'proposed' }, { proposedTime: agreed.agreedTime, proposalsLeft: 2 })))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.propose }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.proposeTitle }))
    await app.user.click(dialog.getByRole('button', { name: texts.proposeSubmit }))
    expect(within(await dialog.findByRole('alert')).getByRole('link', { name: texts.dateRequired })).toBeVisible()
    for (const [name, text] of [[common.day, '21'], [common.month, '11'], [common.year, '2999']] as const) await app.user.type(dialog.getByLabelText(name), text)
    await app.user.click(dialog.getByRole('button', { name: texts.proposeSubmit }))
    expect(await screen.findByText(texts.proposed)).toBeVisible()
    expect(asked.bodies).toEqual([{ jobDate: '2999-11-21', startTime: '09:00', endTime: '11:00', message: null }])
  })

  it('is declined with the reason, and shows nothing of the work then', async () => {
    const asked = answer('post', `${call}/decline`, () => HttpResponse.json(aContractorJob({ state: 'declined', work: null })))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.decline }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.declineTitle }))
    await app.user.type(dialog.getByLabelText(new RegExp(`^${texts.declineWhy}`)), 'On holiday')
    await app.user.click(dialog.getByRole('button', { name: texts.declineSubmit }))
    expect(await screen.findByRole('heading', { level: 1, name: texts.declined })).toBeVisible()
    expect(asked.bodies).toEqual([{ message: 'On holiday' }])
    expect(screen.queryByText('The boiler shows F.28', { exact: false })).toBeNull()
  })

  it('says why an answer was refused', async () => {
    answer('post', `${call}/accept`, () => problem(409, { reason: 'JOB_TRANSITION', detail: 'The time asked for is over.' }))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.accept }))
    expect(await screen.findByText('The time asked for is over.')).toBeVisible()
  })

  it('asks for a time where none is asked for', async () => {
    answer('get', call, () => HttpResponse.json(aContractorJob({}, { askedTime: null, proposalsLeft: 0 })))
    open()
    expect(await screen.findByText(texts.noTime)).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.accept })).toBeNull()
    expect(screen.getByRole('button', { name: texts.propose })).toBeDisabled()
    expect(screen.getByText(texts.noProposals)).toBeVisible()
  })
})

describe('a job that is agreed', () => {
  beforeEach(() => {
    answer('get', call, () => HttpResponse.json(aContractorJob({ state: 'accepted' }, { ...agreed, keyCode: '4711' })))
  })

  it('is marked as done with the invoice', async () => {
    const done = { ...agreed, doneAt: '2999-11-21T11:00:00Z', closesAt: '2999-12-05T11:00:00Z', report: 'New valve', invoiceTotal: '236.88' }
    const asked = answer('post', `${call}/report`, () => HttpResponse.json(aContractorJob({ state: 'done' }, done)))
    const app = open()
    expect(await screen.findByText('4711')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: texts.submit }))
    expect(await screen.findByRole('link', { name: texts.reportRequired })).toBeVisible()
    await app.user.type(screen.getByLabelText(texts.report), 'New valve')
    await app.user.type(screen.getByLabelText(new RegExp(`^${texts.total}`)), '236.88')
    await app.user.click(screen.getByRole('button', { name: texts.submit }))
    expect(await screen.findByText(texts.done)).toBeVisible()
    expect(asked.bodies).toEqual([{ report: 'New valve', finished: true, invoiceTotal: '236.88' }])
    expect(screen.getByText(texts.doneText('5 December 2999'))).toBeVisible()
    expect(screen.getByRole('button', { name: texts.addInvoice })).toBeVisible()
  })

  it('shows what was added, which can be taken back', async () => {
    const invoice = aPhoto({ id: 41, kind: 'invoice', fileName: 'SH-20931.pdf', mediaType: 'application/pdf', addedBy: 'Contractor' })
    answer('get', call, () => HttpResponse.json(aContractorJob({ state: 'accepted' }, { ...agreed, files: [invoice] })))
    const removed = answer('delete', `${call}/files/41`, () => HttpResponse.json(aContractorJob({ state: 'accepted' }, agreed)))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.remove('SH-20931.pdf') }))
    await waitFor(() => expect(screen.queryByText(/SH-20931/)).toBeNull())
    expect(removed.headers).toHaveLength(1)
  })

  it('waits in sight where there is no connection', async () => {
    server.use(http.post(`*${call}/report`, () => HttpResponse.error()))
    const app = open()
    await app.user.type(await screen.findByLabelText(texts.report), 'New valve')
    await app.user.click(screen.getByRole('button', { name: texts.submit }))
    expect(await screen.findByText(sendLater.waiting)).toBeVisible()
  })
})

describe('a link that leads nowhere', () => {
  test.each([
    ['LINK_INVALID', 404, texts.invalid],
    ['LINK_EXPIRED', 410, 'This link has expired'],
    ['LINK_CLOSED', 410, 'This link is closed'],
  ] as const)('%s says what it is', async (reason, status, title) => {
    answer('get', call, () => problem(status, { reason, detail: '' }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  it('is called off, with whom to ring', async () => {
    answer('get', call, () => HttpResponse.json(aContractorJob({ state: 'calledOff', work: null })))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: texts.calledOff })).toBeVisible()
    expect(screen.getByText(/0117 496 0140/)).toBeVisible()
  })

  it('names whoever asks where no contact is given', async () => {
    answer('get', call, () => HttpResponse.json(aContractorJob({ landlord: null }, { tenantName: null, tenantPhone: null })))
    open()
    expect(await screen.findByText(texts.aboutJob)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Ring/ })).toBeNull()
  })

  it('offers to try again', async () => {
    server.use(http.get(`*${call}`, () => HttpResponse.json({}, { status: 500 })))
    open()
    expect(await screen.findByRole('button', { name: common.retry })).toBeVisible()
  })
})

describe('what is typed', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const day = { day: '20', month: '11', year: '2026' }

  it('is a time to come that ends after it begins', () => {
    expect(timeMistakes({ date: noDay, start: '', end: '' }, now)).toEqual({ date: texts.dateRequired, start: texts.timeRequired, end: texts.timeRequired })
    expect(timeMistakes({ date: day, start: '09:00', end: '09:00' }, now)).toEqual({ start: texts.past, end: texts.endBeforeStart })
    expect(timeMistakes({ date: day, start: '10:01', end: '11:00' }, now)).toEqual({})
  })

  it('is a report; who comes again may leave the time open', () => {
    const again = { ...newReport, report: 'A part is missing', finished: 'no' as const }
    expect(reportMistakes(again, now)).toEqual({})
    expect(reportBody(again)).toEqual({ report: 'A part is missing', finished: false })
    const timed = { ...again, date: { day: '21', month: '11', year: '2026' } }
    expect(reportBody(timed)).toEqual({ report: 'A part is missing', finished: false, jobDate: '2026-11-21', startTime: '09:00', endTime: '11:00' })
    expect(reportMistakes({ ...newReport, total: '-1' }, now)).toEqual({ report: texts.reportRequired, total: texts.amountPositive })
  })
})
