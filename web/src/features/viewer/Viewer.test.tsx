import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { noDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { publicFormat } from '@/lib/publicFormat'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { aViewerPage } from '@/test/viewingFactories'
import { sendLater } from '@/ui/sendLater.messages'
import { viewer as texts } from './messages'
import { standingOf, wishMistakes } from './model'

const call = '/api/viewings/secret'
const open = () => renderApp('/viewings/secret')

beforeEach(() => {
  answer('get', call, () => HttpResponse.json(aViewerPage()))
})

describe('the viewer’s page', () => {
  it('says when and where, and hides the secret of its link', async () => {
    const app = open()
    expect(await screen.findByRole('heading', { level: 1, name: texts.title })).toBeVisible()
    expect(screen.getByText(publicFormat.fullDate('2999-11-20'))).toBeVisible()
    expect(screen.getByText('14:00 to 14:30')).toBeVisible()
    expect(screen.getByText('212 Ashmead Road, Bristol BS6 7QD')).toBeVisible()
    expect(screen.getByText(texts.lead('Helen Okafor’s portfolio'))).toBeVisible()
    expect(screen.getByText(texts.pending)).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/viewings/yours'))
  })

  it('shows what the landlord wants known', async () => {
    answer('get', call, () => HttpResponse.json(aViewerPage({ note: 'Meet me at the side gate.' })))
    open()
    expect(await screen.findByText('Meet me at the side gate.')).toBeVisible()
    expect(screen.getByText(texts.note)).toBeVisible()
  })

  it('works signed in as well', async () => {
    renderApp('/viewings/secret', { user: aUser() })
    expect(await screen.findByText(texts.pending)).toBeVisible()
  })

  it('is confirmed', async () => {
    const asked = answer('post', call, () => HttpResponse.json(aViewerPage({ status: 'Confirmed', viewerAnswer: 'confirm' })))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.confirm }))
    expect(await screen.findByText(texts.confirmed)).toBeVisible()
    expect(asked.bodies).toEqual([{ answer: 'confirm' }])
    expect(asked.headers[0]?.get('idempotency-key')).toBeTruthy()
    expect(screen.queryByRole('button', { name: texts.confirm })).toBeNull()
  })

  it('is cancelled once that was asked', async () => {
    const asked = answer('post', call, () => HttpResponse.json(aViewerPage({ status: 'Cancelled', viewerAnswer: 'cancel' })))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.cancel }))
    const question = within(await screen.findByRole('alertdialog', { name: texts.cancelTitle }))
    expect(asked.bodies).toEqual([])
    await app.user.click(question.getByRole('button', { name: texts.cancel }))
    expect(await screen.findByText(texts.cancelled)).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.other })).toBeNull()
  })

  it('asks for another time', async () => {
    const asked = answer('post', call, () => HttpResponse.json(aViewerPage({ viewerAnswer: 'request', requestedDate: '2999-11-24', requestedTime: '18:00' })))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.other }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.askTitle }))
    await app.user.click(dialog.getByRole('button', { name: texts.ask }))
    const mistakes = within(await dialog.findByRole('alert')).getAllByRole('link')
    expect(mistakes.map(({ textContent }) => textContent)).toEqual([texts.dateRequired, texts.timeRequired])
    for (const [name, text] of [[common.day, '24'], [common.month, '11'], [common.year, '2999'], [texts.timeLabel, '18:00']] as const) await app.user.type(dialog.getByLabelText(name), text)
    await app.user.type(dialog.getByLabelText(new RegExp(`^${texts.message}`)), 'After work')
    await app.user.click(dialog.getByRole('button', { name: texts.ask }))
    expect(await screen.findByText(texts.requested)).toBeVisible()
    expect(asked.bodies).toEqual([{ answer: 'request', requestedDate: '2999-11-24', requestedTime: '18:00', message: 'After work' }])
  })

  it('says why an answer was refused', async () => {
    answer('post', call, () => problem(409, { reason: 'VIEWING_TRANSITION', detail: 'The viewing has taken place.' }))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.confirm }))
    expect(await screen.findByText('The viewing has taken place.')).toBeVisible()
  })

  it('lets a request for another time wait where nobody answers', async () => {
    const asked = answer('post', call, (count) => (count === 1 ? HttpResponse.error() : HttpResponse.json(aViewerPage())))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.other }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.askTitle }))
    for (const [name, text] of [[common.day, '1'], [common.month, '12'], [common.year, '2099']] as const) await app.user.type(dialog.getByLabelText(name), text)
    await app.user.type(dialog.getByLabelText(texts.timeLabel), '10:00')
    await app.user.click(dialog.getByRole('button', { name: texts.ask }))
    expect(await dialog.findByText(sendLater.waiting)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: sendLater.tryNow }))
    expect(await screen.findByText(texts.savedTexts.request)).toBeVisible()
    expect(asked.headers).toHaveLength(2)
  })

  it('gives the calendar file', async () => {
    URL.createObjectURL = () => 'blob:calendar'
    URL.revokeObjectURL = () => undefined
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    server.use(http.get(`*${call}/calendar`, () => new HttpResponse('BEGIN:VCALENDAR')))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.calendar }))
    await waitFor(() => expect(click).toHaveBeenCalled())
  })

  it('has an end where the link is not good', async () => {
    answer('get', call, () => problem(404, { reason: 'LINK_INVALID' }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Invalid Link' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('This viewing link is invalid or has expired.')
  })

  it('can be opened again where the server did not answer', async () => {
    answer('get', call, () => problem(403))
    const app = open()
    expect(await screen.findByText(texts.openFailedText)).toBeVisible()
    answer('get', call, () => HttpResponse.json(aViewerPage({ status: 'Completed' })))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByText(texts.over)).toBeVisible()
  })

  it('asks again every 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const asked = answer('get', call, () => HttpResponse.json(aViewerPage()))
    open()
    await screen.findByText(texts.pending)
    answer('get', call, () => HttpResponse.json(aViewerPage({ status: 'Confirmed' })))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await screen.findByText(texts.confirmed)).toBeVisible()
    expect(asked.headers).toHaveLength(1)
  })
})

test.each([
  ['Scheduled', null, 'pending'],
  ['Confirmed', 'confirm', 'confirmed'],
  ['Confirmed', 'request', 'requested'],
  ['Cancelled', 'request', 'cancelled'],
  ['Move-in Process Started', null, 'over'],
] as const)('%s with the answer %s stands as %s', (status, viewerAnswer, standing) => expect(standingOf({ status, viewerAnswer })).toBe(standing))

test('another time is a day and a time in the future', () => {
  const now = new Date('2026-11-20T11:15:00Z')
  const values = { date: { day: '20', month: '11', year: '2026' }, time: '11:15', message: '' }
  expect(wishMistakes(values, now)).toEqual({ time: texts.past })
  expect(wishMistakes({ ...values, time: '11:30' }, now)).toEqual({})
  expect(wishMistakes({ ...values, date: noDay, time: '' }, now)).toEqual({ date: texts.dateRequired, time: texts.timeRequired })
})
