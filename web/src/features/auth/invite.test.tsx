import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Schema } from '@/api/client'
import { dashboard } from '@/features/dashboard/messages'
import { aToken, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { invite } from './invite.messages'
import { login } from './login.messages'

const email = 'helen@okaforlettings.example'
const link = (changes: Partial<Schema<'InvitationPreview'>> = {}) =>
  answer('post', '/api/auth/invitation', () =>
    HttpResponse.json({ organisationName: 'Bell Estates', email, grade: 'Manager', invitedBy: 'Marcus Bell', accountExists: true, ...changes }),
  )
const accepting = () => answer('post', '/api/auth/accept-invite', () => HttpResponse.json({ message: 'Joined.', organisationId: 9 }))

describe('an invitation', () => {
  test('T27: makes a new account, and its token leaves the address', async () => {
    link({ accountExists: false })
    const asked = accepting()
    const { user, address } = renderApp('/accept-invite?token=abc')
    expect(await screen.findByRole('heading', { name: invite.title('Bell Estates') })).toBeVisible()
    expect(screen.getByText(invite.lead('Marcus Bell', 'Bell Estates', 'Manager'))).toBeVisible()
    expect(address()).toBe('/accept-invite')
    await user.click(screen.getByRole('button', { name: invite.create }))
    expect(await screen.findByText(invite.nameRequired)).toBeVisible()
    await user.type(screen.getByLabelText(invite.name), 'Helen Okafor')
    await user.type(screen.getByLabelText(invite.password), 'violet sky 7')
    await user.type(screen.getByLabelText(invite.confirmPassword), 'violet sky 7')
    await user.click(screen.getByRole('button', { name: invite.create }))
    expect(await screen.findByRole('heading', { name: invite.success })).toBeVisible()
    expect(screen.getByRole('link', { name: invite.goToLogin })).toHaveAttribute('href', '/')
    expect(asked.bodies).toEqual([{ token: 'abc', name: 'Helen Okafor', password: 'violet sky 7' }])
  })

  test('asks an existing account to sign in, joins, opens the organisation', async () => {
    link()
    const asked = accepting()
    answer('post', '/api/auth/organisation', () => HttpResponse.json({ token: aToken(), user: aUser() }))
    const { user, address } = renderApp('/accept-invite?token=abc')
    expect(await screen.findByRole('heading', { name: invite.signInTitle(email) })).toBeVisible()
    await user.type(screen.getByLabelText(login.email), email)
    await user.type(screen.getByLabelText(login.password), 'violet sky 7')
    await user.click(screen.getByRole('button', { name: login.submit }))
    await user.click(await screen.findByRole('button', { name: invite.join }))
    await user.click(await screen.findByRole('button', { name: invite.open('Bell Estates') }))
    expect(await screen.findByRole('heading', { level: 1, name: dashboard.title })).toBeVisible()
    expect(address()).toBe('/')
    expect(asked.bodies).toEqual([{ token: 'abc' }])
  })

  test('is for the account with its address alone', async () => {
    link({ email: 'somebody@else.example' })
    renderApp('/accept-invite?token=abc', { user: aUser() })
    expect(await screen.findByRole('heading', { name: invite.otherTitle })).toBeVisible()
    expect(screen.getByText(invite.other('somebody@else.example', email))).toBeVisible()
    expect(screen.getByRole('button', { name: invite.signOut })).toBeVisible()
  })

  test('that is spent, expired or revoked says so', async () => {
    answer('post', '/api/auth/invitation', () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp('/accept-invite?token=abc')
    expect(await screen.findByRole('heading', { name: invite.invalidTitle })).toBeVisible()
    expect(screen.getByText(invite.invalidText)).toBeVisible()
    expect(screen.getByRole('link', { name: invite.goToLogin })).toHaveAttribute('href', '/')
  })

  test('without a token is none', async () => {
    renderApp('/accept-invite', { user: aUser() })
    expect(await screen.findByText(invite.noToken)).toBeVisible()
    expect(screen.getByRole('link', { name: invite.continue })).toHaveAttribute('href', '/')
  })

  test('that may not be accepted says why', async () => {
    link()
    answer('post', '/api/auth/accept-invite', () => problem(409, { reason: 'NOT_A_LANDLORD', detail: 'This account is a tenant’s.' }))
    const { user } = renderApp('/accept-invite?token=abc', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: invite.join }))
    expect(await screen.findByText('This account is a tenant’s.')).toBeVisible()
  })
})
