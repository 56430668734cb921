import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TakeBackOutlook, TakenBack } from '@/api/takeBacks'
import { details } from '@/features/tenants/messages'
import { endForm } from '@/features/tenants/form.messages'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { takeBack as texts } from './messages'

const user = aUser()

function anOutlook(changes: Partial<TakeBackOutlook> = {}): TakeBackOutlook {
  return {
    what: 'The tenancy ends on 31 January 2027',
    since: '2026-11-20',
    followed: [{ mark: 'back', what: 'The home is free from 1 February 2027', then: 'It counts as let again' }],
    obstacle: null,
    canUndo: true,
    asksBasis: true,
    rows: [],
    mail: { tenantId: 5, note: 'It goes on.' },
    ...changes,
  }
}

const anEntry = (changes: Partial<TakenBack> = {}): TakenBack => ({
  id: 9,
  act: 'end',
  what: 'The tenancy ends on 31 January 2027',
  reason: 'She stays.',
  basis: 'agreed',
  propertyId: null,
  userId: 1,
  takenBackAt: '2026-11-21T10:00:00Z',
  rows: [],
  issuesFound: null,
  actionRequired: null,
  mediaUrls: [],
  ...changes,
})

/** Tenant Details of somebody who leaves. */
function open() {
  const leaving = aTenant({ leaveDate: '2027-01-31', leaveReason: 'Moves in with her partner', endedBy: 'tenant', noticeDate: '2026-11-20', leaveRecordedAt: '2026-11-20T11:15:00Z' })
  answer('get', '/api/tenants/5', () => HttpResponse.json(leaving))
  return renderApp('/tenants/5', { user })
}
const details_ = async () => within(await screen.findByRole('dialog', { name: `${details.title} James Adeyemi` }))

afterEach(() => vi.useRealTimers())

describe('the end of a tenancy', () => {
  it('is shown with who ended it, and what follows', async () => {
    open()
    const card = within(await (await details_()).findByRole('region', { name: details.endOfTenancy }))
    expect(card.getByText(details.noticeOf(details.ends.tenant, '20/11/2026'))).toBeVisible()
    expect(card.getByText('Moves in with her partner')).toBeVisible()
    expect(card.getByText(details.freeFrom(details.theHome, '01/02/2027'))).toBeVisible()
    expect(card.getByText(details.recorded('20/11/2026'))).toBeVisible()
    expect(card.getByRole('button', { name: details.changeEnd })).toBeVisible()
  })

  it('is taken back with a reason and who agreed, after its effects show', async () => {
    answer('get', '/api/take-backs/tenancy/end/5', () => HttpResponse.json(anOutlook()))
    const mail = { subject: 'Something of your tenancy has changed', text: 'It goes on.', name: 'James Adeyemi', email: 'james@mail.example' }
    const previewed = answer('get', '/api/tenants/5/mails/tenancy-changed', () => HttpResponse.json({ wanted: false, requiredByLaw: false, whyNot: 'off-for-kind', offReason: null, email: 'james@mail.example', mail }))
    const sent = answer('post', '/api/take-backs/tenancy/end/5', () => HttpResponse.json({ ...anEntry(), emailed: true }))
    const app = open()
    await app.user.click(await (await details_()).findByRole('button', { name: details.takeBackEnd }))
    expect(await screen.findByRole('region', { name: texts.since('20 November 2026') })).toHaveTextContent('It counts as let again')
    const dialog = within(screen.getByRole('dialog', { name: texts.acts.end.title }))
    await app.user.click(dialog.getByRole('button', { name: texts.acts.end.button }))
    expect(await dialog.findAllByText(texts.reasonRequired)).not.toHaveLength(0)
    expect(dialog.getAllByText(texts.basisRequired)).not.toHaveLength(0)
    await app.user.type(dialog.getByLabelText(texts.reason), 'Agreed on the phone.')
    await app.user.click(dialog.getByRole('radio', { name: texts.agreed('James') }))
    await app.user.click(await dialog.findByRole('checkbox', { name: /james@mail\.example/ }))
    expect(previewed.queries).toEqual([{ note: 'It goes on.' }])
    await app.user.click(dialog.getByRole('button', { name: texts.acts.end.button }))
    expect(await screen.findByText(texts.acts.end.done)).toBeVisible()
    expect(screen.getByText(`${texts.acts.end.doneText} ${texts.emailed}`)).toBeVisible()
    expect(sent.bodies).toEqual([{ reason: 'Agreed on the phone.', basis: 'agreed', emailTenant: true }])
    expect(sent.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('says what has to be taken back first, with the way there', async () => {
    const obstacle = { text: 'Take back the new tenancy of Anjali Mehta first', tenantId: 7, applicationId: null, propertyId: null }
    answer('get', '/api/take-backs/tenancy/end/5', () => HttpResponse.json(anOutlook({ obstacle })))
    const app = open()
    await app.user.click(await (await details_()).findByRole('button', { name: details.takeBackEnd }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.acts.end.title }))
    expect(await dialog.findByText('Take back the new tenancy of Anjali Mehta first.')).toBeVisible()
    expect(dialog.getByRole('link', { name: texts.open.tenant })).toHaveAttribute('href', '/tenants/7')
    expect(dialog.queryByRole('button', { name: texts.acts.end.button })).toBeNull()
  })

  it('that was taken back stands in the history', async () => {
    answer('get', '/api/tenants/5/taken-back', () => HttpResponse.json([anEntry(), anEntry({ id: 10, userId: 99, reason: 'Twice.' })]))
    answer('get', '/api/members', () => HttpResponse.json([{ id: 1, name: 'Helen Okafor', email: 'helen@okafor.example', grade: 'Owner', joinedAt: '2026-01-01T09:00:00Z', you: false, version: 1 }]))
    open()
    const history = within(await (await details_()).findByRole('region', { name: texts.history }))
    expect(await history.findByText('Taken back on 21/11/2026 by Helen Okafor: She stays.')).toBeVisible()
    expect(history.getByText('Taken back on 21/11/2026: Twice.')).toBeVisible()
  })
})

describe('the toast', () => {
  async function ended() {
    answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
    answer('post', '/api/tenants/5/end', () => HttpResponse.json(aTenant({ leaveDate: '2027-01-31' })))
    const app = renderApp('/tenants/5', { user })
    await app.user.click(await (await details_()).findByRole('button', { name: details.end_ }))
    const form = within(await screen.findByRole('dialog', { name: endForm.title }))
    await app.user.type(form.getByLabelText(common.day), '31')
    await app.user.type(form.getByLabelText(common.month), '1')
    await app.user.type(form.getByLabelText(common.year), '2027')
    await app.user.click(form.getByRole('button', { name: endForm.title }))
    await screen.findByText(endForm.ends('31/01/2027'))
    return app
  }

  it('says that nobody was emailed, and undoes the act at once', async () => {
    const sent = answer('post', '/api/take-backs/tenancy/end/5', () => HttpResponse.json(anEntry()))
    const app = await ended()
    expect(screen.getByText(endForm.endsText)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: texts.undo }))
    expect(await screen.findByText(texts.undone)).toBeVisible()
    expect(sent.bodies).toEqual([{ undo: true, emailTenant: true }])
  })

  it('tells why it could not be undone', async () => {
    answer('post', '/api/take-backs/tenancy/end/5', () => problem(409, { reason: 'SOMETHING_FOLLOWED', detail: 'Something has followed meanwhile.' }))
    const app = await ended()
    await app.user.click(screen.getByRole('button', { name: texts.undo }))
    expect(await screen.findByText(texts.undoFailed)).toBeVisible()
  })

  it('stands still while it is pointed at, and goes 10 seconds later', async () => {
    await ended()
    const undo = screen.getByRole('button', { name: texts.undo })
    vi.useFakeTimers()
    fireEvent.focus(undo)
    void act(() => vi.advanceTimersByTime(30_000))
    expect(undo).toBeInTheDocument()
    fireEvent.blur(undo)
    void act(() => vi.advanceTimersByTime(9_900))
    expect(undo).toBeInTheDocument()
    void act(() => vi.advanceTimersByTime(200))
    expect(undo).not.toBeInTheDocument()
  })
})
