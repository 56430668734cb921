import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aReference, anApplication } from '@/test/applicationFactories'
import { aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { status } from './messages'
import { refereeBody, refereeMistakes, refereeValues, remindFrom } from './referees'
import { referees } from './referees.messages'

const path = '/api/tenant-status/secret'
const opened = () => renderApp('/tenant-status?token=secret')
const panel = async () => within(await screen.findByRole('region', { name: referees.title }))

describe('those who answer', () => {
  beforeEach(() => {
    vi.setSystemTime(new Date('2026-11-20T10:00:00Z'))
    return () => vi.useRealTimers()
  })

  it('are shown with whether and when they answered', async () => {
    answer('get', path, () => HttpResponse.json(anApplication()))
    opened()
    const list = await panel()
    expect(list.getByText('Judith Hargreaves, judith@mail.example')).toBeVisible()
    expect(list.getByText(referees.states.requested)).toBeVisible()
    expect(list.getByText(referees.given('18 November 2026'))).toBeVisible()
    // A referee who has answered is not asked again.
    expect(list.getAllByRole('button')).toHaveLength(2)
  })

  it('one who declined is replaced by somebody else', async () => {
    const declined = anApplication({ guarantor: aReference({ state: 'declined', answeredAt: '2026-11-19T09:00:00Z' }) })
    const named = anApplication({ guarantorName: 'Nia New', guarantor: aReference({ email: 'nia@example.org', sentAt: '2026-11-20T10:00:00Z' }) })
    answer('get', path, (count) => HttpResponse.json(count === 1 ? declined : named))
    const sent = answer('post', `${path}/references/guarantor`, () => HttpResponse.json(named, { status: 202 }))
    const app = opened()
    expect(await screen.findByText(status.declinedTitle('guarantor'))).toBeVisible()
    expect(screen.getByText(status.nameAnother)).toBeVisible()
    const list = await panel()
    expect(list.queryByRole('button', { name: new RegExp(referees.remind) })).toBeNull()
    await app.user.click(list.getByRole('button', { name: new RegExp(referees.name) }))
    const dialog = within(await screen.findByRole('dialog', { name: referees.nameTitles.guarantor }))
    // Nothing of whoever declined is filled in.
    expect(dialog.getByLabelText(referees.names.guarantor)).toHaveValue('')
    await app.user.type(dialog.getByLabelText(referees.names.guarantor), 'Nia New')
    await app.user.type(dialog.getByLabelText(referees.email), 'tom.hargreaves@mail.example')
    await app.user.type(dialog.getByLabelText(referees.phone), '07700 900123')
    await app.user.click(dialog.getByRole('button', { name: referees.submit }))
    expect((await dialog.findAllByText(referees.mistakes.own.guarantor)).length).toBeGreaterThan(0)
    await app.user.clear(dialog.getByLabelText(referees.email))
    await app.user.type(dialog.getByLabelText(referees.email), 'nia@example.org')
    await app.user.selectOptions(dialog.getByLabelText(referees.relationship), 'friend')
    await app.user.click(dialog.getByRole('button', { name: referees.submit }))
    expect(await screen.findByText(referees.namedText('nia@example.org'))).toBeVisible()
    expect(sent.bodies[0]).toEqual({ name: 'Nia New', email: 'nia@example.org', phone: '07700 900123', relationship: 'friend' })
    expect(sent.headers[0]?.get('idempotency-key')).toBeTruthy()
    await waitFor(async () => expect((await panel()).getByText('Nia New, nia@example.org')).toBeVisible())
  })

  it('one who was asked a day ago is reminded, and not before', async () => {
    const late = aReference({ state: 'expired', sentAt: '2026-11-02T18:22:00Z', expiresAt: '2026-11-16T18:22:00Z' })
    const just = aReference({ kind: 'employer', sentAt: '2026-11-20T08:00:00Z' })
    answer('get', path, () => HttpResponse.json(anApplication({ guarantor: late, employer: just })))
    const sent = answer('post', `${path}/references/guarantor/remind`, () => HttpResponse.json(anApplication(), { status: 202 }))
    const app = opened()
    const list = await panel()
    expect(list.getByText(referees.remindFrom('21 November 2026, 08:00'))).toBeVisible()
    expect(list.queryByRole('button', { name: new RegExp(referees.remind) })).toBeNull()
    await app.user.click(list.getByRole('button', { name: new RegExp(referees.sendAgain) }))
    expect(await screen.findByText(referees.reminded)).toBeVisible()
    expect(sent.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('what the server refuses is said in its words, beside its field', async () => {
    answer('get', path, () => HttpResponse.json(anApplication()))
    const text = 'Valid guarantor email is required'
    answer('post', `${path}/references/guarantor`, () => problem(422, { reason: 'APPLICATION_INVALID', detail: 'Check it.', errors: { email: [text] } }))
    const app = opened()
    await app.user.click((await panel()).getByRole('button', { name: new RegExp(referees.correct) }))
    const dialog = within(await screen.findByRole('dialog', { name: referees.nameTitles.guarantor }))
    expect(dialog.getByLabelText(referees.email)).toHaveValue('judith@mail.example')
    await app.user.click(dialog.getByRole('button', { name: referees.submit }))
    expect((await dialog.findAllByText(text)).length).toBeGreaterThan(0)
    expect(await screen.findByText('Check it.')).toBeVisible()
  })

  it('nothing is to be done once the application is over', async () => {
    answer('get', path, () => HttpResponse.json(anApplication({ status: 'Rejected' })))
    opened()
    expect((await panel()).queryAllByRole('button')).toEqual([])
  })

  it('are named and reminded by whoever is signed in, without the link', async () => {
    const own = '/api/tenant-applications/41'
    const employer = aReference({ kind: 'employer', sentAt: '2026-11-18T08:00:00Z' })
    const before = anApplication({ guarantor: aReference({ state: 'declined', answeredAt: '2026-11-19T09:00:00Z' }), employer })
    const named = anApplication({ guarantorName: 'Nia New', guarantor: aReference({ email: 'nia@example.org', sentAt: '2026-11-20T10:00:00Z' }), employer })
    let isNamed = false
    answer('get', '/api/tenant-applications', () => HttpResponse.json([before]))
    answer('get', own, () => HttpResponse.json(isNamed ? named : before))
    const reminded = answer('post', `${own}/references/employer/remind`, () => HttpResponse.json(before, { status: 202 }))
    const sent = answer('post', `${own}/references/guarantor`, () => {
      isNamed = true
      return HttpResponse.json(named, { status: 202 })
    })
    const app = renderApp('/tenant-status', { user: aUserWith('Tenant') })
    await app.user.click((await panel()).getByRole('button', { name: new RegExp(referees.remind) }))
    expect(await screen.findByText(referees.reminded)).toBeVisible()
    expect(reminded.headers[0]?.get('idempotency-key')).toBeTruthy()
    await app.user.click((await panel()).getByRole('button', { name: new RegExp(referees.name) }))
    const dialog = within(await screen.findByRole('dialog', { name: referees.nameTitles.guarantor }))
    await app.user.type(dialog.getByLabelText(referees.names.guarantor), 'Nia New')
    await app.user.type(dialog.getByLabelText(referees.email), 'nia@example.org')
    await app.user.type(dialog.getByLabelText(referees.phone), '07700 900123')
    await app.user.click(dialog.getByRole('button', { name: referees.submit }))
    expect(await screen.findByText(referees.namedText('nia@example.org'))).toBeVisible()
    expect(sent.bodies[0]).toEqual({ name: 'Nia New', email: 'nia@example.org', phone: '07700 900123', relationship: null })
    await waitFor(async () => expect((await panel()).getByText('Nia New, nia@example.org')).toBeVisible())
  })
})

describe('a named referee', () => {
  const application = anApplication()
  const values = refereeValues(application, 'guarantor')

  it('is filled in as the application says, and left out where it is empty', () => {
    expect(values).toEqual({ name: 'Judith Hargreaves', email: 'judith@mail.example', phone: '020 7946 0734', relationship: 'parent' })
    expect(refereeValues(application, 'employer').name).toBe('Severn Analytics Ltd')
    expect(refereeBody({ ...values, phone: ' ', relationship: '' })).toEqual({ name: 'Judith Hargreaves', email: 'judith@mail.example', phone: null, relationship: null })
  })

  it.each([
    [{ name: 'J' }, { name: referees.mistakes.name.guarantor }],
    [{ email: 'judith' }, { email: referees.mistakes.email.guarantor }],
    [{ email: ' TOM.hargreaves@mail.example' }, { email: referees.mistakes.own.guarantor }],
    [{ email: 'People@severnanalytics.example' }, { email: referees.mistakes.other.guarantor }],
    [{ phone: '123' }, { phone: referees.mistakes.phone.guarantor }],
    [{}, {}],
  ])('with %j is refused with %j', (changes, mistakes) => {
    expect(refereeMistakes(application, 'guarantor', { ...values, ...changes })).toEqual(mistakes)
  })

  it('needs no name and no phone where the short form asked for none', () => {
    const short = anApplication({ guarantorName: null, guarantorPhone: null })
    expect(refereeMistakes(short, 'guarantor', { name: '', email: 'judith@mail.example', phone: '', relationship: '' })).toEqual({})
  })

  it('is reminded from a day after the last mail', () => {
    const sent = aReference({ sentAt: '2026-11-20T08:00:00Z' })
    expect(remindFrom(sent, new Date('2026-11-21T07:59:59Z'))).toEqual(new Date('2026-11-21T08:00:00Z'))
    expect(remindFrom(sent, new Date('2026-11-21T08:00:00Z'))).toBeUndefined()
  })
})
