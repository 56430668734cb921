import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { landlord as fields } from '@/ui/landlord/messages'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { details } from './messages'

const none = { kind: null, names: [], companyNumber: null, tradingAs: null, noticeAddress: null, contactName: null, contactPhone: null, contactEmail: null, version: 4 }
const helen = { ...none, kind: 'joint' as const, names: ['Helen Okafor', 'Dev Okafor'], tradingAs: 'Okafor Lettings', noticeAddress: '4 Queen Charlotte Court, Bristol', version: 5 }

beforeEach(() => {
  answer('get', '/api/organisation', () => HttpResponse.json({ id: 3, name: 'Okafor Lettings', grade: 'Owner', version: 4 }))
  answer('get', '/api/members', () => HttpResponse.json([]))
  answer('get', '/api/invitations', () => HttpResponse.json([]))
})

it('asks who the landlord is, and names the joint landlords', async () => {
  answer('get', '/api/organisation/landlord', (count) => HttpResponse.json(count === 1 ? none : helen))
  const saved = answer('put', '/api/organisation/landlord', (count) => (count === 1 ? problem(422, { detail: 'No.', errors: { noticeAddress: ['Enter the address for notices, 10 to 300 characters.'] } }) : HttpResponse.json(helen)))
  const app = renderApp('/settings/members?landlord=details', { user: aUser() })
  const dialog = within(await screen.findByRole('dialog', { name: details.dialog }))
  await app.user.click(dialog.getByRole('button', { name: details.save }))
  expect((await dialog.findAllByText(fields.mistakes.name)).length).toBeGreaterThan(0)
  await app.user.type(dialog.getByLabelText(fields.name), 'Helen Okafor')
  await app.user.click(dialog.getByRole('button', { name: fields.addJoint }))
  await app.user.type(dialog.getByLabelText(fields.joint(2)), 'Dev Okafor')
  await app.user.type(dialog.getByLabelText(new RegExp(fields.tradingAs)), 'Okafor Lettings')
  await app.user.type(dialog.getByLabelText(fields.address), '4 Queen Charlotte Court, Bristol')
  await app.user.click(dialog.getByRole('button', { name: details.save }))
  expect((await dialog.findAllByText('Enter the address for notices, 10 to 300 characters.')).length).toBeGreaterThan(0)
  await app.user.click(dialog.getByRole('button', { name: details.save }))
  expect(await screen.findByText('Helen Okafor and Dev Okafor, trading as Okafor Lettings')).toBeVisible()
  expect(saved.bodies.at(-1)).toEqual({ kind: 'joint', names: ['Helen Okafor', 'Dev Okafor'], tradingAs: 'Okafor Lettings', noticeAddress: '4 Queen Charlotte Court, Bristol' })
  expect(saved.headers.at(-1)?.get('if-match')).toBe('"4"')
})

it('says which contact is shown and which is not; a Viewer only reads', async () => {
  answer('get', '/api/organisation/landlord', () => HttpResponse.json({ ...helen, contactName: 'Mo Ali' }))
  renderApp('/settings/members', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  expect(await screen.findByText(`${details.contact('Mo Ali')}. ${details.noNumber}`)).toBeVisible()
  expect(screen.queryByRole('button', { name: details.edit })).toBeNull()
})
