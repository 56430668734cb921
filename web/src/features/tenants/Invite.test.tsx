import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { anActMail } from '@/test/mailFactories'
import { aTenant } from '@/test/tenantFactories'
import { details } from './messages'

const user = aUser()
const call = '/api/tenants/5/portal-invitation'

function open(changes: Parameters<typeof aTenant>[0]) {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant(changes)))
  return renderApp('/tenants/5', { user })
}
const profile = async () => within(await screen.findByRole('region', { name: details.profile }))

it('invites to the portal by email whoever does not see the home there', async () => {
  answer('get', '/api/tenants/5/mails/portal-invitation', () => HttpResponse.json(anActMail({ mail: { name: null, email: aTenant().email, subject: 'See your home', text: 'Follow the link.' } })))
  const sent = answer('post', call, () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
  const app = open({ portalState: 'waiting' })
  const shown = await profile()
  await app.user.click(shown.getByRole('button', { name: details.portalInvite }))
  const dialog = within(await screen.findByRole('dialog', { name: details.portalInviteTitle }))
  expect(await dialog.findByText('Follow the link.')).toBeVisible()
  expect(sent.bodies).toHaveLength(0)
  await app.user.click(dialog.getByRole('button', { name: details.portalInviteSend }))
  expect(await screen.findByText(details.portalInvitedText(aTenant().email))).toBeVisible()
  expect(sent.bodies).toHaveLength(1)
  answer('post', call, () => problem(429, { detail: 'Too many. Try again in an hour.' }))
  await app.user.click(shown.getByRole('button', { name: details.portalInvite }))
  await app.user.click(await screen.findByRole('button', { name: details.portalInviteSend }))
  expect(await screen.findByText('Too many. Try again in an hour.')).toBeVisible()
})

it.each([
  ['confirmed', 'Active'],
  ['not confirmed', 'Ended'],
] as const)('offers no invitation where the portal is %s of a tenancy that is %s', async (portalState, leaseStatus) => {
  open({ portalState, leaseStatus, leaveDate: leaseStatus === 'Ended' ? '2026-10-31' : null })
  expect((await profile()).getByText(details.portalStates[portalState])).toBeVisible()
  expect(screen.queryByRole('button', { name: details.portalInvite })).toBeNull()
})

it('is not offered to whoever only reads', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant({ portalState: 'waiting' })))
  renderApp('/tenants/5', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  expect((await profile()).getByText(details.portalStates.waiting)).toBeVisible()
  expect(screen.queryByRole('button', { name: details.portalInvite })).toBeNull()
})
