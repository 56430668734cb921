import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { homeTexts } from '@/lib/homes'
import { common } from '@/lib/messages'
import { aDraft, anInvite } from '@/test/applicationFactories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { endedLink } from '@/ui/endedLink.messages'
import { sendLater } from '@/ui/sendLater.messages'
import { draftHint } from './draftHint'
import { mistakes, signup } from './messages'

const path = '/api/invites/by-token/secret'
const link = '/tenant-signup?propertyId=12&roomId=4&invite=secret'
const kept = () => HttpResponse.json({ version: 6 }, { headers: { etag: '"6"' } })

beforeEach(() => {
  draftHint.set()
  answer('get', path, () => HttpResponse.json(anInvite()))
  answer('get', `${path}/draft`, () => problem(404, { reason: 'DRAFT_NOT_FOUND' }))
  answer('put', `${path}/draft`, kept)
})

const next = (app: App) => app.user.click(screen.getByRole('button', { name: signup.next }))
const step = (title: string) => screen.findByRole('heading', { level: 1, name: title })
const fill = async (app: App, answers: Record<string, string>) => {
  for (const [label, text] of Object.entries(answers)) await app.user.type(screen.getByLabelText(label), text)
}

async function personal(app: App): Promise<void> {
  await step(signup.steps[0])
  await fill(app, { [signup.name]: 'Tom Hargreaves', [signup.email]: 'tom@mail.example', [signup.phone]: '020 7946 0184', [signup.address]: '19 Sedgefield Road' })
  await next(app)
  await step(signup.steps[1])
}

async function work(app: App): Promise<void> {
  await step(signup.steps[2])
  await app.user.selectOptions(screen.getByLabelText(signup.employmentStatus), 'full-time')
  const answers = {
    [signup.employerName]: 'Severn Analytics Ltd',
    [signup.position]: 'Data analyst',
    [signup.employerPhone]: '0117 496 0182',
    [signup.employerEmail]: 'people@severn.example',
    [signup.monthlyIncome]: '2150',
  }
  await fill(app, answers)
  await next(app)
  await step(signup.steps[3])
}

async function guarantor(app: App): Promise<void> {
  await fill(app, { [signup.guarantorName]: 'Judith Hargreaves', [signup.guarantorPhone]: '020 7946 0734', [signup.guarantorEmail]: 'judith@mail.example' })
  await app.user.selectOptions(screen.getByLabelText(signup.guarantorRelationship), 'parent')
  const day = within(screen.getByRole('group', { name: signup.moveInDate }))
  for (const [name, text] of [[common.day, '1'], [common.month, '12'], [common.year, '2099']] as const) await app.user.type(day.getByLabelText(name), text)
}

it('shows the facts of homes, their photos, and the offer of the link', async () => {
  const photos = ['/api/invites/by-token/secret/photos/one', '/api/invites/by-token/secret/photos/two']
  const [house] = anInvite().properties
  const facts = { bedrooms: 5, bathrooms: 2, size: '120 m²', furnishing: 'Part Furnished' as const, photos }
  const offer = { deposit: '703.84', freeFromDate: '2099-01-15', bills: 'Water', energyRating: 'C' }
  answer('get', path, () => HttpResponse.json(anInvite({ offer, properties: house === undefined ? [] : [{ ...house, facts }] })))
  const app = renderApp(link)
  await personal(app)
  expect(screen.getByText('5 bedrooms, 2 bathrooms, 120 m², Part furnished')).toBeVisible()
  expect(document.querySelector(`img[src="${photos[0] ?? ''}?size=thumb"]`)).not.toBeNull()
  const room = screen.getByRole('radio', { name: /Room 4/ })
  expect(room).toBeChecked()
  expect(room).toHaveAccessibleName(/Free from 15 January 2099/)
  expect(screen.getByText('£703.84')).toBeVisible()
  expect(screen.getByText('Water')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: homeTexts.seePhotos(2) }))
  const viewer = within(await screen.findByRole('dialog', { name: /Ashmead House, photo 1 of 2/ }))
  expect(viewer.getByRole('img')).toHaveAttribute('src', photos[0])
  await app.user.keyboard('{Escape}')
  // Nothing was said of another room.
  await app.user.click(screen.getByRole('radio', { name: /Room 6/ }))
  expect(screen.queryByText('£703.84')).toBeNull()
})

describe('the wizard', () => {
  it('goes through its four steps to the number and what happens next', async () => {
    const sent = answer('post', '/api/tenant-signup', () =>
      HttpResponse.json({ id: 41, status: 'Submitted', currentStep: 1, statusUrl: 'https://lintel.example/tenant-status?token=mine' }, { status: 201 }),
    )
    const app = renderApp(link)
    await personal(app)
    // The secret has left the address; the step is in it.
    expect(app.address()).toBe('/tenant-signup?propertyId=12&roomId=4&step=2')
    expect(screen.getByRole('radio', { name: /Ashmead House/ })).toBeChecked()
    expect(screen.getByRole('radio', { name: /Room 4/ })).toBeChecked()
    await next(app)
    await work(app)
    await guarantor(app)
    await fill(app, { [`${signup.notes} (${common.optional})`]: 'I have a cat.' })
    const check = screen.getByRole('region', { name: signup.check })
    expect(check).toHaveTextContent('Severn Analytics Ltd')
    expect(check).toHaveTextContent('I have a cat.')
    screen.getByRole('button', { name: signup.submit }).focus()
    await app.user.tab()
    expect(screen.getByRole('button', { name: signup.previous })).toHaveFocus()
    await app.user.click(screen.getByRole('button', { name: signup.submit }))
    await step(signup.submitted)
    expect(screen.getByText(signup.doneLead('#0041'))).toBeVisible()
    expect(screen.getByRole('link', { name: signup.status })).toHaveAttribute('href', '/tenant-status?token=mine')
    expect(sent.bodies).toEqual([expect.objectContaining({ invite: 'secret', propertyId: 12, roomNumber: '4', monthlyIncome: '2150.00', moveInDate: '2099-12-01' })])
    expect(sent.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('waits in sight where it could not be sent, and is sent once with a tap', async () => {
    const reply = { id: 41, status: 'Submitted', currentStep: 1, statusUrl: 'https://lintel.example/tenant-status?token=mine' }
    const sent = answer('post', '/api/tenant-signup', (count) => (count === 1 ? HttpResponse.error() : HttpResponse.json(reply, { status: 201 })))
    const app = renderApp(link)
    await personal(app)
    await next(app)
    await work(app)
    await guarantor(app)
    await app.user.click(screen.getByRole('button', { name: signup.submit }))
    expect(await screen.findByText(sendLater.waiting)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: sendLater.tryNow }))
    await step(signup.submitted)
    expect(new Set(sent.headers.map((each) => each.get('idempotency-key'))).size).toBe(1)
  })

  it('gives a link for a partner, without what was filled in', async () => {
    const app = renderApp(link)
    await personal(app)
    await app.user.click(screen.getByRole('button', { name: signup.copyLink }))
    expect(await screen.findByText(signup.linkCopied)).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}${link}`)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('No.'))
    await app.user.click(screen.getByRole('button', { name: signup.copyLink }))
    expect(await screen.findByLabelText(signup.copyByHand)).toHaveValue(`${location.origin}${link}`)
  })

  it('shows the asking rent to the penny', async () => {
    const invite = anInvite()
    answer('get', path, () => HttpResponse.json({ ...invite, properties: invite.properties.map((home) => ({ ...home, monthlyRent: '700.50', rooms: home.rooms.map((room) => ({ ...room, monthlyRent: '700.50' })) })) }))
    const app = renderApp(link)
    await personal(app)
    expect(within(screen.getByRole('main')).getAllByText('£700.50').length).toBeGreaterThan(0)
    expect(screen.queryByText(/£701/)).toBeNull()
  })

  it('takes names, phones and addresses as long as the server does', async () => {
    renderApp(link)
    await step(signup.steps[0])
    const most = [signup.name, signup.email, signup.phone, signup.address].map((label) => screen.getByLabelText(label).getAttribute('maxlength'))
    expect(most).toEqual(['100', '254', '30', '300'])
  })

  it('checks the answers of its step alone, and lists them', async () => {
    const app = renderApp(link)
    await step(signup.steps[0])
    await next(app)
    const list = within(await screen.findByRole('alert')).getAllByRole('link')
    expect(list.map(({ textContent }) => textContent)).toEqual([mistakes.name, mistakes.email, mistakes.phone, mistakes.address])
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    await app.user.type(screen.getByLabelText(signup.name), 'Tom')
    await waitFor(() => expect(screen.queryAllByText(mistakes.name)).toHaveLength(0))
  })

  it('keeps answers before the next step, and goes on where that fails', async () => {
    const saved = answer('put', `${path}/draft`, () => problem(503))
    const app = renderApp(link)
    await personal(app)
    expect(saved.bodies[0]).toMatchObject({ name: 'Tom Hargreaves', propertyId: 12, roomNumber: '4', step: 2 })
    expect(await screen.findByText(signup.notSaved)).toBeVisible()
  })

  it('asks for no answers in a browser that has kept none', async () => {
    draftHint.clear()
    const asked = answer('get', `${path}/draft`, () => problem(404))
    const app = renderApp(link)
    await personal(app)
    expect(asked.headers).toHaveLength(0)
    expect(draftHint.isSet()).toBe(true)
  })

  it('goes on where it was left, and says so', async () => {
    answer('get', `${path}/draft`, () => HttpResponse.json(aDraft()))
    const saved = answer('put', `${path}/draft`, kept)
    const app = renderApp(link)
    await step(signup.steps[2])
    expect(screen.getByText(signup.resumedText)).toBeVisible()
    await app.user.type(screen.getByLabelText(signup.position), 'Analyst')
    await waitFor(() => expect(saved.headers[0]?.get('if-match')).toBe('"5"'), { timeout: 5_000 })
    expect(saved.bodies[0]).toMatchObject({ roomNumber: '6', position: 'Analyst' })
  })

  it('opens a mailed link’s answers at a tap, and hides its secret', async () => {
    const asked = answer('get', `${path}/draft`, () => problem(404, { reason: 'DRAFT_NOT_FOUND' }))
    const moved = answer('post', `${path}/draft/continue`, () => HttpResponse.json(aDraft({ step: 1 })))
    const app = renderApp('/tenant-signup?invite=secret&draft=mailed')
    await step(signup.continueTitle)
    expect(app.address()).toBe('/tenant-signup')
    expect([...asked.headers, ...moved.headers]).toHaveLength(0)
    await app.user.click(screen.getByRole('button', { name: signup.continueButton }))
    await step(signup.steps[0])
    expect(moved.bodies).toEqual([{ mailedToken: 'mailed' }])
    expect(moved.headers[0]?.get('idempotency-key')).toBeTruthy()
    expect(screen.getByLabelText(signup.name)).toHaveValue('Tom Hargreaves')
  })

  it('opens them after a reload, too, where the answer was lost', async () => {
    const moved = answer('post', `${path}/draft/continue`, (count) => (count === 1 ? HttpResponse.error() : HttpResponse.json(aDraft({ step: 1 }))))
    const app = renderApp('/tenant-signup?invite=secret&draft=mailed')
    await app.user.click(await screen.findByRole('button', { name: signup.continueButton }))
    expect(await screen.findByText(signup.continueFailed)).toBeVisible()
    cleanup()
    const again = renderApp(app.entry())
    await again.user.click(await screen.findByRole('button', { name: signup.continueButton }))
    await step(signup.steps[0])
    const keys = moved.headers.map((header) => header.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
    expect(keys).toEqual([keys[0], keys[0]])
    expect(again.address()).toBe('/tenant-signup')
  })

  it('goes on with what this browser has where a mailed link was used', async () => {
    answer('get', `${path}/draft`, () => HttpResponse.json(aDraft({ step: 1, name: 'Thomas' })))
    answer('post', `${path}/draft/continue`, () => problem(409, { reason: 'LINK_SPENT', detail: 'This link was used already.' }))
    const app = renderApp('/tenant-signup?invite=secret&draft=mailed')
    await app.user.click(await screen.findByRole('button', { name: signup.continueButton }))
    expect(await screen.findByText('This link was used already.')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: signup.continueHere }))
    await step(signup.steps[0])
    expect(screen.getByLabelText(signup.name)).toHaveValue('Thomas')
  })

  it('asks which answers count where another window has changed them', async () => {
    answer('get', `${path}/draft`, (count) => HttpResponse.json(count === 1 ? aDraft({ step: 1 }) : aDraft({ step: 1, name: 'Thomas', version: 9 })))
    const saved = answer('put', `${path}/draft`, (count) => (count === 1 ? problem(412, { reason: 'STALE_ETAG' }) : kept()))
    const app = renderApp(link)
    await step(signup.steps[0])
    await app.user.type(screen.getByLabelText(signup.phone), '5')
    expect(await screen.findByText(signup.conflictTitle)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: signup.keepMine }))
    await waitFor(() => expect(saved.headers[1]?.get('if-match')).toBe('"9"'))
    expect(screen.queryByText(signup.conflictTitle)).toBeNull()
  })

  it('mails the link to the answers', async () => {
    const mailed = answer('post', `${path}/draft/mail`, () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    answer('get', `${path}/draft`, () => HttpResponse.json(aDraft({ step: 1 })))
    const app = renderApp(link)
    await app.user.click(await screen.findByRole('button', { name: signup.emailLink }))
    expect(await screen.findByText(signup.linkSentToast)).toBeVisible()
    expect(mailed.headers).toHaveLength(1)
  })

  it('leads to the answer that the server found wrong', async () => {
    answer('get', `${path}/draft`, () => HttpResponse.json(aDraft({ step: 4, employmentStatus: 'full-time', employerName: 'Severn', employerPhone: '0117 496 0182', employerEmail: 'a@b.example', position: 'Analyst', monthlyIncome: '1.00' })))
    answer('post', '/api/tenant-signup', () => problem(422, { detail: 'Email cannot receive mail.', reason: 'SIGNUP_INVALID', errors: { email: ['Email cannot receive mail.'] } }))
    const app = renderApp(link)
    await step(signup.steps[3])
    await guarantor(app)
    await app.user.click(screen.getByRole('button', { name: signup.submit }))
    await step(signup.steps[0])
    expect(await screen.findByText(signup.failed)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Email cannot receive mail.' })).toBeVisible()
  })
})

describe('a link', () => {
  it('that no longer works says what happened and what to do', async () => {
    answer('get', path, () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp(link)
    await step(signup.deadTitle)
    expect(screen.getByRole('alert')).toHaveTextContent(signup.deadText)
    expect(screen.getByText(signup.deadNext)).toBeVisible()
  })

  it('that was taken back says so', async () => {
    answer('get', path, () => problem(410, { reason: 'LINK_CLOSED' }))
    renderApp(link)
    await step(endedLink.closed)
    expect(screen.getByRole('alert')).toHaveTextContent(signup.deadText)
    expect(screen.getByText(signup.deadNext)).toBeVisible()
  })

  it('is needed', async () => {
    renderApp('/tenant-signup')
    await step(signup.noInviteTitle)
    expect(screen.getByText(signup.noInviteNext)).toBeVisible()
  })

  it('to a home that has been let offers the others', async () => {
    answer('get', `${path}/draft`, () => HttpResponse.json(aDraft({ step: 2, propertyId: null, roomNumber: null })))
    renderApp('/tenant-signup?propertyId=77&invite=secret')
    await step(signup.steps[1])
    expect(screen.getByText(signup.homeLet)).toBeVisible()
  })
})
