import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Schema } from '@/api/client'
import { tokenStore } from '@/api/token'
import { login } from '@/features/auth/login.messages'
import { common, errorPages } from '@/lib/messages'
import { aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { grades, invitations, members, organisation } from './messages'

const helen: Schema<'Member'> = { id: 7, name: 'Helen Okafor', email: 'helen@okaforlettings.example', grade: 'Owner', joinedAt: '2026-01-20T09:00:00Z', you: true, version: 1 }
const marcus: Schema<'Member'> = { ...helen, id: 8, name: 'Marcus Bell', email: 'marcus@okaforlettings.example', grade: 'Manager', you: false }
const dana: Schema<'Invitation'> = { id: 3, email: 'dana@okaforlettings.example', grade: 'Viewer', invitedBy: 'Helen Okafor', createdAt: '2026-11-20T09:00:00Z', expiresAt: '2026-12-04T09:00:00Z', state: 'Pending' }
const gone = () => new HttpResponse(null, { status: 204 })

beforeEach(() => {
  answer('get', '/api/organisation', () => HttpResponse.json({ id: 3, name: 'Okafor Lettings', grade: 'Owner', version: 1 }))
  answer('get', '/api/members', () => HttpResponse.json([helen, marcus]))
  answer('get', '/api/invitations', () => HttpResponse.json([dana]))
})

const as = (grade: 'Owner' | 'Manager' | 'Viewer') => aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade } })

async function open(grade: 'Owner' | 'Manager' | 'Viewer' = 'Owner', query = '') {
  const app = renderApp(`/settings/members${query}`, { user: as(grade) })
  await screen.findByText('Marcus Bell')
  return app
}

describe('an Owner', () => {
  test('sees who belongs, with their grades and what each may do', async () => {
    await open()
    expect(screen.getByLabelText(members.gradeOf('Marcus Bell'))).toHaveValue('Manager')
    for (const may of Object.values(grades)) expect(screen.getByText(may)).toBeVisible()
    expect((await screen.findAllByText('Okafor Lettings')).length).toBeGreaterThan(1)
  })

  test('changes a grade', async () => {
    const asked = answer('patch', '/api/members/8', () => HttpResponse.json({ ...marcus, grade: 'Viewer' }))
    const { user } = await open()
    await user.selectOptions(screen.getByLabelText(members.gradeOf('Marcus Bell')), 'Viewer')
    expect(await screen.findByText(members.changedText('Marcus Bell', 'Viewer'))).toBeVisible()
    expect(asked.bodies).toEqual([{ grade: 'Viewer' }])
  })

  test('who is the only one cannot leave or change grade, and reads why', async () => {
    await open()
    expect(screen.getByLabelText(members.gradeOf('Helen Okafor'))).toBeDisabled()
    expect(screen.getByRole('button', { name: members.leave })).toBeDisabled()
    expect(screen.getByText(members.lastOwner)).toBeVisible()
  })

  test('is told by the server, too', async () => {
    answer('patch', '/api/members/8', () => problem(409, { reason: 'LAST_OWNER', detail: 'Somebody has to stay Owner.' }))
    const { user } = await open()
    await user.selectOptions(screen.getByLabelText(members.gradeOf('Marcus Bell')), 'Viewer')
    expect(await screen.findByText('Somebody has to stay Owner.')).toBeVisible()
  })

  test('removes a member after a question', async () => {
    const asked = answer('delete', '/api/members/8', gone)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: members.removeOf('Marcus Bell') }))
    const question = within(await screen.findByRole('alertdialog', { name: members.removeTitle('Marcus Bell') }))
    expect(asked.headers).toHaveLength(0)
    await user.click(question.getByRole('button', { name: members.remove }))
    expect(await screen.findByText(members.removed)).toBeVisible()
    expect(asked.headers).toHaveLength(1)
  })

  test('renames the organisation', async () => {
    const asked = answer('patch', '/api/organisation', () => HttpResponse.json({ id: 3, name: 'Okafor & Bell', grade: 'Owner', version: 2 }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: organisation.rename }))
    const field = await screen.findByLabelText(organisation.name)
    expect(field).toHaveValue('Okafor Lettings')
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: organisation.save }))
    expect(await screen.findByText(organisation.required)).toBeVisible()
    await user.type(field, 'Okafor & Bell')
    await user.click(screen.getByRole('button', { name: organisation.save }))
    expect(await screen.findByText(organisation.saved)).toBeVisible()
    expect(asked.bodies).toEqual([{ name: 'Okafor & Bell' }])
  })

  test('renames it where an address says so, and the address says so no more', async () => {
    const { user, address } = await open('Owner', '?rename=organisation')
    await screen.findByRole('dialog', { name: organisation.renameTitle })
    await user.click(screen.getByRole('button', { name: common.cancel }))
    await waitFor(() => expect(address()).toBe('/settings/members'))
  })

  test('invites by mail', async () => {
    const asked = answer('post', '/api/invitations', (count) =>
      count === 1
        ? problem(409, { reason: 'ALREADY_MEMBER', detail: 'They are a member already.' })
        : HttpResponse.json({ ...dana, emailSent: true }, { status: 201 }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: invitations.invite }))
    const dialog = within(await screen.findByRole('dialog', { name: invitations.inviteTitle }))
    await user.click(dialog.getByRole('button', { name: invitations.send }))
    expect(await dialog.findByText(invitations.emailInvalid)).toBeVisible()
    const email = dialog.getByLabelText(invitations.email)
    await user.type(email, 'marcus@okaforlettings.example')
    await user.selectOptions(dialog.getByLabelText(invitations.grade), 'Manager')
    await user.click(dialog.getByRole('button', { name: invitations.send }))
    await waitFor(() => expect(email).toHaveAccessibleDescription('They are a member already.'))
    await user.clear(email)
    await user.type(email, 'new@okaforlettings.example')
    await user.click(dialog.getByRole('button', { name: invitations.send }))
    expect(await screen.findByText(invitations.sentText('new@okaforlettings.example'))).toBeVisible()
    expect(asked.bodies[1]).toEqual({ email: 'new@okaforlettings.example', grade: 'Manager' })
  })

  test('hands the link over where no mail can carry it', async () => {
    answer('post', '/api/invitations', () => HttpResponse.json({ ...dana, emailSent: false, link: 'https://lintel.example/accept-invite?token=t' }, { status: 201 }))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: invitations.invite }))
    await user.type(await screen.findByLabelText(invitations.email), 'new@okaforlettings.example')
    await user.click(screen.getByRole('button', { name: invitations.send }))
    expect(await screen.findByLabelText(invitations.link)).toHaveValue('https://lintel.example/accept-invite?token=t')
    await user.click(screen.getByRole('button', { name: invitations.copyLink }))
    expect(await navigator.clipboard.readText()).toBe('https://lintel.example/accept-invite?token=t')
  })

  test('sends an invitation again, each time anew, and revokes it', async () => {
    const again = answer('post', '/api/invitations/3/resend', () => HttpResponse.json(dana))
    const revoked = answer('delete', '/api/invitations/3', gone)
    const { user } = await open()
    const button = await screen.findByRole('button', { name: invitations.resendTo(dana.email) })
    await user.click(button)
    await waitFor(() => expect(again.headers).toHaveLength(1))
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await waitFor(() => expect(again.headers).toHaveLength(2))
    expect(new Set(again.headers.map((each) => each.get('idempotency-key'))).size).toBe(2)
    await user.click(screen.getByRole('button', { name: invitations.revokeOf(dana.email) }))
    const question = within(await screen.findByRole('alertdialog', { name: invitations.revokeTitle(dana.email) }))
    await user.click(question.getByRole('button', { name: invitations.revoke }))
    expect(await screen.findByText(invitations.revoked)).toBeVisible()
    expect(revoked.headers).toHaveLength(1)
  })
})

describe.each(['Manager', 'Viewer'] as const)('a %s', (grade) => {
  test('reads the members and changes nothing', async () => {
    const asked = answer('get', '/api/invitations', () => problem(403, { reason: 'NOT_ALLOWED' }))
    await open(grade)
    expect(screen.getByText(members.readOnly)).toBeVisible()
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: invitations.invite })).toBeNull()
    expect(screen.queryByRole('button', { name: organisation.rename })).toBeNull()
    expect(screen.queryByRole('button', { name: members.removeOf('Marcus Bell') })).toBeNull()
    expect(asked.headers).toHaveLength(0)
  })

  test('may leave, and is signed out', async () => {
    answer('get', '/api/members', () => HttpResponse.json([{ ...helen, grade }, marcus]))
    const asked = answer('delete', '/api/members/7', gone)
    const { user } = await open(grade)
    await user.click(screen.getByRole('button', { name: members.leave }))
    const question = within(await screen.findByRole('alertdialog', { name: members.leaveTitle('Okafor Lettings') }))
    await user.click(question.getByRole('button', { name: members.leave }))
    expect(await screen.findByRole('heading', { name: login.title })).toBeVisible()
    expect(tokenStore.get()).toBeNull()
    expect(asked.headers).toHaveLength(1)
  })
})

test('a tenant has no members', async () => {
  renderApp('/settings/members', { user: aUserWith('Tenant') })
  expect(await screen.findByRole('heading', { name: errorPages.notFoundTitle })).toBeVisible()
})
