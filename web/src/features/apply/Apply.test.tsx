import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenHome } from '@/api/applications'
import { common } from '@/lib/messages'
import { unsaved } from '@/lib/unsaved'
import { anApplication, anInvite } from '@/test/applicationFactories'
import { aUserWith } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { apply } from './messages'
import { firstAnswers, type LinkedHome } from './model'

const user = aUserWith('Tenant')
const [house, flat] = anInvite().properties as [OpenHome, OpenHome]

beforeEach(() => {
  answer('get', '/api/tenant-applications/homes', () => HttpResponse.json([{ ...flat, isInvited: true }]))
  answer('get', '/api/tenant-applications', () => HttpResponse.json([anApplication()]))
  answer('get', '/api/tenant-applications/41', () => HttpResponse.json(anApplication()))
})

async function fill(app: App): Promise<void> {
  await app.user.type(await screen.findByLabelText(apply.phone), '020 7946 0184')
  const born = within(screen.getByRole('group', { name: apply.dateOfBirth }))
  for (const [name, text] of [[common.day, '8'], [common.month, '3'], [common.year, '1990']] as const) await app.user.type(born.getByLabelText(name), text)
  await app.user.type(screen.getByLabelText(apply.nationality), 'British')
  await app.user.selectOptions(screen.getByLabelText(apply.employmentStatus), 'student')
  await app.user.type(screen.getByLabelText(apply.monthlyIncome), '1200')
  await app.user.type(screen.getByLabelText(apply.guarantorEmail), 'judith@mail.example')
}

it('has the specification’s texts for what is missing', async () => {
  const app = renderApp('/tenant-apply', { user })
  await app.user.clear(await screen.findByLabelText(apply.name))
  await app.user.clear(screen.getByLabelText(apply.email))
  await app.user.click(screen.getByRole('button', { name: apply.submit }))
  const list = within(await screen.findByRole('alert')).getAllByRole('link')
  expect(list.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    'Name must be at least 2 characters',
    'Invalid email address',
    'Phone number must be at least 10 digits',
  ])
})

it('sends the answers and leads to the status', async () => {
  const sent = answer('post', '/api/tenant-applications', () => HttpResponse.json(anApplication(), { status: 201 }))
  const app = renderApp('/tenant-apply', { user })
  await fill(app)
  // The home of the invitation is chosen already.
  expect(screen.getByRole('radio', { name: /Meadow Court/ })).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: apply.submit }))
  expect(await screen.findByText('Application Submitted')).toBeVisible()
  expect(app.address()).toBe('/tenant-status?application=41')
  expect(sent.bodies).toEqual([
    {
      tenantName: user.name,
      email: user.email,
      phone: '020 7946 0184',
      dateOfBirth: '1990-03-08',
      nationality: 'British',
      employmentStatus: 'student',
      monthlyIncome: '1200.00',
      propertyId: 9,
      guarantorEmail: 'judith@mail.example',
    },
  ])
})

it('begins with the home of the invitation, or the one in the address', async () => {
  answer('get', '/api/tenant-applications/homes', () => HttpResponse.json([house, flat]))
  renderApp('/tenant-apply', { user })
  expect(await screen.findByRole('radio', { name: /Ashmead House/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /Room 4/ })).toBeChecked()
  cleanup()
  renderApp('/tenant-apply?propertyId=12&roomId=6', { user })
  expect(await screen.findByRole('radio', { name: /Ashmead House/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /Room 6/ })).toBeChecked()
})

describe('what is chosen first', () => {
  const first = (homes: OpenHome[], wanted: Partial<LinkedHome> = {}) => {
    const { propertyId, roomId } = firstAnswers(user, homes, { propertyId: null, roomId: null, ...wanted })
    return [propertyId, roomId]
  }
  const [fourth, sixth] = house.rooms as [OpenHome['rooms'][number], OpenHome['rooms'][number]]
  const oneRoom = { ...house, isInvited: false, rooms: [{ ...sixth }] }

  it.each([
    ['the invited room', [house, flat], {}, ['12', '4']],
    ['the address before the invitation', [house, flat], { propertyId: '9' }, ['9', '']],
    ['the room of the address', [house, flat], { propertyId: '12', roomId: '6' }, ['12', '6']],
    ['nothing where the home of the address is let', [house, flat], { propertyId: '77' }, ['', '']],
    ['no other room where that of the address is let', [oneRoom], { propertyId: '12', roomId: '4' }, ['12', '']],
    ['the only room of the home of the address', [oneRoom], { propertyId: '12' }, ['12', '6']],
    ['nothing without an invitation that holds, though one home is left', [flat], {}, ['', '']],
    ['nothing of a house that nobody was invited to', [{ ...house, isInvited: false, rooms: [{ ...fourth, isInvited: false }, sixth] }], {}, ['', '']],
  ])('is %s', (_, homes, wanted, expected) => {
    expect(first(homes, wanted)).toEqual(expected)
  })
})

it('keeps the answers where it could not be sent', async () => {
  answer('post', '/api/tenant-applications', () => problem(500))
  const app = renderApp('/tenant-apply', { user })
  await fill(app)
  await app.user.click(screen.getByRole('button', { name: apply.submit }))
  expect(await screen.findByText('Application Failed')).toBeVisible()
  expect(screen.getByText('Failed to submit application.')).toBeVisible()
  expect(screen.getByLabelText(apply.nationality)).toHaveValue('British')
})

it('finds what was typed after Back, and can start again', async () => {
  const app = renderApp('/tenant-apply', { user })
  await fill(app)
  await app.visit('/tenant-status')
  await screen.findByRole('heading', { level: 1, name: 'Application Status' })
  await app.visit('/tenant-apply')
  expect(await screen.findByLabelText(apply.nationality)).toHaveValue('British')
  await app.user.click(screen.getByRole('button', { name: unsaved.startAgain }))
  expect(screen.getByLabelText(apply.nationality)).toHaveValue('')
})

it('says why there is no home', async () => {
  answer('get', '/api/tenant-applications/homes', () => HttpResponse.json([]))
  renderApp('/tenant-apply', { user })
  expect(await screen.findByText(apply.none)).toBeVisible()
})

it('is nothing for a landlord', async () => {
  renderApp('/tenant-apply', { user: aUserWith('Landlord') })
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
