import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aProperty, aUser } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aNewInvite, anInvite } from '@/test/tenantFactories'
import { invite as texts, offerTexts } from './messages'

const user = aUser()
const path = '/tenant-application-link'
const calls = '/api/invites'
const room = (id: number, isOccupied: boolean) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '610.00', askingRent: '610.00', isOccupied })
const home = aProperty({ status: 'Vacant' })
const house = aProperty({ id: 12, name: 'Ashmead House', propertyType: 'HMO', status: 'Partially Occupied', rooms: [room(1, true), room(4, false)] })

beforeEach(() => {
  const asked = answer('get', '/api/properties', () => {
    const status = asked.queries.at(-1)?.status
    return HttpResponse.json([home, house].filter((each) => each.status === status))
  })
  answer('get', '/api/properties/42', () => HttpResponse.json(home))
  answer('get', '/api/properties/12', () => HttpResponse.json(house))
  answer('get', '/api/rooms/12', () => HttpResponse.json(house.rooms))
  return () => vi.unstubAllGlobals()
})

const choose = async (app: App, name: RegExp) => app.user.selectOptions(await screen.findByLabelText(texts.property), await screen.findByRole('option', { name }))

/** Replaces the browser's clipboard. */
function clipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}

describe('the link', () => {
  it('is made once for a home, copied, and says so for two seconds', async () => {
    const asked = answer('post', calls, () => HttpResponse.json(aNewInvite(), { status: 201 }))
    const app = renderApp(path, { user })
    await choose(app, /^Linden Avenue/)
    const field = await screen.findByLabelText(texts.linkLabel)
    expect(field).toHaveValue(aNewInvite().url)
    expect(app.address()).toBe(`${path}?property=42`)
    expect(asked.bodies).toEqual([{ propertyId: 42, roomId: null }])
    const copied: string[] = []
    clipboard((text) => {
      copied.push(text)
      return Promise.resolve()
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: texts.copy }))
    await act(() => Promise.resolve())
    expect(screen.getByText('Link Copied!')).toBeVisible()
    expect(copied).toEqual([aNewInvite().url])
    expect(screen.getByRole('button', { name: texts.copied })).toBeVisible()
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.getByRole('button', { name: texts.copy })).toBeVisible()
    vi.useRealTimers()
    expect(screen.getByRole('link', { name: /^Preview/ })).toHaveAttribute('target', '_blank')
    // jsdom cannot share.
    expect(screen.queryByRole('button', { name: texts.share })).toBeNull()
  })

  it('can be copied by hand where the browser does not let it', async () => {
    answer('post', calls, () => HttpResponse.json(aNewInvite(), { status: 201 }))
    const app = renderApp(path, { user })
    await choose(app, /^Linden Avenue/)
    clipboard(() => Promise.reject(new Error('no')))
    await app.user.click(await screen.findByRole('button', { name: texts.copy }))
    expect(await screen.findByText('Copy Failed')).toBeVisible()
    expect(screen.getByText('Please manually copy the link from the input field.')).toBeVisible()
  })

  it('is for the only vacant room, and is kept when the choice returns to it', async () => {
    const asked = answer('post', calls, (count) => HttpResponse.json(aNewInvite({ id: count, url: `https://lintel.example/${String(count)}` }), { status: 201 }))
    const app = renderApp(path, { user })
    await choose(app, /^Ashmead House/)
    expect(await screen.findByDisplayValue('https://lintel.example/1')).toBeVisible()
    expect(await screen.findByRole('radio', { name: /Room 4/ })).toBeChecked()
    expect(screen.getByLabelText(texts.text)).toHaveDisplayValue(/The rent is £610 per month/)
    await choose(app, /^Linden Avenue/)
    expect(await screen.findByDisplayValue('https://lintel.example/2')).toBeVisible()
    await choose(app, /^Ashmead House/)
    expect(await screen.findByDisplayValue('https://lintel.example/1')).toBeVisible()
    expect(asked.bodies).toEqual([
      { propertyId: 12, roomId: 4 },
      { propertyId: 42, roomId: null },
    ])
  })

  it('waits for a press for a home in the address, and explains a failure', async () => {
    const asked = answer('post', calls, () => problem(409, { reason: 'HOME_ALREADY_LET', detail: 'Linden Avenue is let.' }))
    const app = renderApp(`${path}?property=42`, { user })
    const make = await screen.findByRole('button', { name: texts.make })
    expect(asked.bodies).toEqual([])
    await app.user.click(make)
    expect(await screen.findByText('Linden Avenue is let.')).toBeVisible()
  })

  it('says in the words of the specification that no room is vacant', async () => {
    answer('get', '/api/rooms/12', () => HttpResponse.json([room(1, true)]))
    renderApp(`${path}?property=12`, { user })
    expect(await screen.findByText('No vacant rooms available.')).toBeVisible()
    expect(screen.getByText('All rooms in this HMO property are currently occupied.')).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.make })).toBeNull()
  })

  it('is mailed to a person, with their name', async () => {
    const asked = answer('post', calls, () => HttpResponse.json(aNewInvite({ email: 'rosa@mail.example' }), { status: 201 }))
    const app = renderApp(`${path}?property=42`, { user })
    await screen.findByRole('button', { name: texts.make })
    const panel = within(screen.getByRole('region', { name: texts.person }))
    await app.user.click(panel.getByRole('button', { name: texts.send }))
    expect(await panel.findByText(texts.nameShort)).toBeVisible()
    await app.user.type(panel.getByLabelText(texts.name), 'Rosa Delgado')
    await app.user.type(panel.getByLabelText(texts.email), 'rosa@mail.example')
    await app.user.click(panel.getByRole('button', { name: texts.send }))
    expect(await screen.findByText(texts.sent)).toBeVisible()
    expect(asked.bodies).toEqual([{ propertyId: 42, roomId: null, name: 'Rosa Delgado', email: 'rosa@mail.example' }])
  })
})

describe('what the home is offered for', () => {
  const offer = { deposit: '1107.69', freeFromDate: '2099-01-15', bills: 'Water', energyRating: 'C' }

  it('goes into the link that is made afterwards, and into the message', async () => {
    const asked = answer('post', calls, () => HttpResponse.json(aNewInvite({ offer }), { status: 201 }))
    const app = renderApp(path, { user })
    await app.user.click(await screen.findByText(offerTexts.title))
    await choose(app, /^Linden Avenue/)
    await app.user.type(screen.getByLabelText(/^Deposit/), '1107.69')
    await app.user.selectOptions(screen.getByLabelText(/^Energy rating/), 'C')
    const day = within(screen.getByRole('group', { name: /^Free from/ }))
    for (const [name, text] of [['Day', '15'], ['Month', '1'], ['Year', '2099']] as const) await app.user.type(day.getByLabelText(name), text)
    await app.user.type(screen.getByLabelText(/^Bills in the rent/), 'Water')
    // While it is being written, no link is made by itself.
    expect(asked.bodies).toEqual([])
    await app.user.click(screen.getByRole('button', { name: texts.make }))
    expect(await screen.findByLabelText(texts.linkLabel)).toBeVisible()
    expect(asked.bodies).toEqual([{ propertyId: 42, roomId: null, ...offer }])
    expect(screen.getByLabelText(texts.text)).toHaveDisplayValue(/per month\. The deposit is £1,107\.69\. The rent includes: Water\. It is free from 15 January 2099\./)
  })

  it('shows what the server refuses of it at its field', async () => {
    const refused = { deposit: ['At this rent the deposit may be £1,107.69 at most.'] }
    answer('post', calls, () => problem(422, { reason: 'INVITE_INVALID', errors: refused }))
    const app = renderApp(`${path}?property=42`, { user })
    await app.user.click(await screen.findByRole('button', { name: texts.make }))
    expect(await screen.findByText(refused.deposit[0] ?? '')).toBeVisible()
    expect(screen.getByLabelText(/^Deposit/)).toBeInvalid()
  })

  it('holds a link back while it has a mistake', async () => {
    const asked = answer('post', calls, () => HttpResponse.json(aNewInvite(), { status: 201 }))
    const app = renderApp(`${path}?property=42`, { user })
    const make = await screen.findByRole('button', { name: texts.make })
    await app.user.click(screen.getByText(offerTexts.title))
    await app.user.type(within(screen.getByRole('group', { name: /^Free from/ })).getByLabelText('Year'), '2020')
    await app.user.click(make)
    expect(await screen.findByText(offerTexts.freeFromWrong)).toBeVisible()
    expect(asked.bodies).toEqual([])
  })
})

it('is shown as a QR code for a phone in the room', async () => {
  answer('post', calls, () => HttpResponse.json(aNewInvite(), { status: 201 }))
  const app = renderApp(path, { user })
  await choose(app, /^Linden Avenue/)
  await app.user.click(await screen.findByRole('button', { name: texts.qrCode }))
  const picture = await screen.findByRole('img', { name: texts.qrPicture })
  const [, , size] = (picture.getAttribute('viewBox') ?? '').split(' ')
  // At least the smallest code with its quiet border, and something drawn in it.
  expect(Number(size)).toBeGreaterThan(28)
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('img', { name: texts.qrPicture })).toBeNull())
})

describe('the live links', () => {
  it('say how they were used, and one is revoked after a question', async () => {
    answer('get', calls, () => HttpResponse.json([anInvite({ applications: 4, lastUsedAt: '2026-11-21T10:00:00Z' }), anInvite({ id: 10, name: 'Rosa Delgado', email: 'rosa@mail.example' })]))
    const asked = answer('delete', '/api/invites/10', () => new HttpResponse(null, { status: 204 }))
    const app = renderApp(path, { user })
    const panel = within(await screen.findByRole('region', { name: texts.live }))
    expect(await panel.findByText('4 applications')).toBeVisible()
    expect(panel.getByText('Last opened 21/11/2026')).toBeVisible()
    expect(panel.getByText(texts.notUsed)).toBeVisible()
    await app.user.click(panel.getByRole('button', { name: texts.revokeOf('Linden Avenue', 'Rosa Delgado') }))
    const question = within(await screen.findByRole('alertdialog', { name: texts.revokeTitle('Linden Avenue') }))
    expect(asked.bodies).toEqual([])
    await app.user.click(question.getByRole('button', { name: texts.revoke }))
    expect(await screen.findByText(texts.revoked)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('say that there is none', async () => {
    renderApp(path, { user })
    expect(await screen.findByText(texts.noLive)).toBeVisible()
  })

  it('are all that a Viewer sees', async () => {
    renderApp(path, { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
    expect(await screen.findByText(texts.noLive)).toBeVisible()
    expect(screen.queryByRole('region', { name: texts.choose })).toBeNull()
  })
})
