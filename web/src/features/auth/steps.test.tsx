import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import { passwordDue } from '@/api/passwordDue'
import { tokenStore } from '@/api/token'
import { dashboard } from '@/features/dashboard/messages'
import { aToken, aUser, someSettings } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { codeStep } from './code.messages'
import { confirmEmail } from './confirmEmail.messages'
import { login } from './login.messages'

async function logIn(path = '/') {
  const app = renderApp(path)
  await app.user.type(await screen.findByLabelText(login.email), 'helen@okaforlettings.example')
  await app.user.type(screen.getByLabelText(login.password), 'violet sky 7')
  await app.user.click(screen.getByRole('button', { name: login.submit }))
  return app
}

describe('a login with a second factor', () => {
  const challenge = () => answer('post', '/api/auth/login', () => HttpResponse.json({ twoFactorRequired: true, challenge: 'c1' }))

  test('asks for the code, names a wrong one, and continues to its target', async () => {
    challenge()
    const asked = answer('post', '/api/auth/login/verify', (count) =>
      count === 1 ? problem(401, { reason: 'CODE_WRONG', detail: 'This code is not right.' }) : HttpResponse.json({ token: aToken(), user: aUser() }),
    )
    const refresh = answer('post', '/api/auth/refresh', () => problem(401))
    const { user, address } = await logIn('/sold-properties?sort=profit')
    const code = await screen.findByLabelText(codeStep.code)
    expect(code).toHaveFocus()
    expect(tokenStore.get()).toBeNull()
    await user.type(code, '000 000')
    await user.click(screen.getByRole('button', { name: codeStep.submit }))
    await waitFor(() => expect(code).toHaveAccessibleDescription(expect.stringContaining('This code is not right.')))
    expect(refresh.headers, 'a wrong code is an answer, not the end of a session').toHaveLength(0)
    await user.clear(code)
    await user.type(code, 'AAAA1-BBBB1')
    await user.click(screen.getByRole('button', { name: codeStep.submit }))
    expect(await screen.findByText(login.success)).toBeVisible()
    expect(address()).toBe('/sold-properties?sort=profit')
    expect(asked.bodies).toEqual([
      { challenge: 'c1', code: '000000' },
      { challenge: 'c1', code: 'AAAA1-BBBB1' },
    ])
  })

  test('starts again when its time is over', async () => {
    challenge()
    answer('post', '/api/auth/login/verify', () => problem(401, { reason: 'CHALLENGE_ENDED', detail: 'Sign in again.' }))
    const { user } = await logIn()
    await user.click(await screen.findByRole('button', { name: codeStep.submit }))
    expect(await screen.findByText(codeStep.required)).toBeVisible()
    await user.type(screen.getByLabelText(codeStep.code), '123456')
    await user.click(screen.getByRole('button', { name: codeStep.submit }))
    expect(await screen.findByRole('heading', { name: login.title })).toBeVisible()
    expect(screen.getByText('Sign in again.')).toBeVisible()
  })
})

describe('a password that is too old', () => {
  const due = () => problem(403, { reason: 'PASSWORD_CHANGE_REQUIRED', detail: 'Change your password.' })
  afterEach(() => passwordDue.set(false))

  test('is asked for after a reload, too: every other call is refused', async () => {
    answer('get', '/api/user-settings', due)
    renderApp('/', { user: aUser() })
    expect(await screen.findByRole('heading', { name: 'Change your password' })).toBeVisible()
  })

  test('is changed before anything else', async () => {
    let isDue = true
    answer('get', '/api/user-settings', () => (isDue ? due() : HttpResponse.json(someSettings())))
    answer('post', '/api/auth/login', () => HttpResponse.json({ token: aToken(), user: aUser(), passwordChangeRequired: true }))
    const asked = answer('post', '/api/auth/change-password', () => {
      isDue = false
      return HttpResponse.json({ message: 'Changed.' })
    })
    const renewed = answer('post', '/api/auth/refresh', () => HttpResponse.json({ token: aToken() }))
    const { user } = await logIn()
    expect(await screen.findByRole('heading', { name: 'Change your password' })).toBeVisible()
    await user.type(screen.getByLabelText('Current password'), 'violet sky 7')
    await user.type(screen.getByLabelText('New password'), 'battery staple 9')
    await user.type(screen.getByLabelText('Confirm new password'), 'battery staple 9')
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await screen.findByRole('heading', { name: dashboard.title })).toBeVisible()
    expect(asked.bodies).toEqual([{ currentPassword: 'violet sky 7', newPassword: 'battery staple 9' }])
    expect(renewed.headers, 'for a token that is good for everything').toHaveLength(1)
  })
})

describe('a new sign-in address', () => {
  test('T27: is confirmed by a button, the token out of the address', async () => {
    const asked = answer('post', '/api/auth/confirm-email', () => HttpResponse.json({ message: 'Changed.' }))
    const { user, address } = renderApp('/confirm-email?token=abc')
    const button = await screen.findByRole('button', { name: confirmEmail.submit })
    expect(address()).toBe('/confirm-email')
    expect(asked.bodies, 'a mail scanner that follows the link changes nothing').toEqual([])
    await user.click(button)
    expect(await screen.findByRole('heading', { name: confirmEmail.success })).toBeVisible()
    expect(asked.bodies).toEqual([{ token: 'abc' }])
  })

  test('is not confirmed by a link that is spent, or by none', async () => {
    answer('post', '/api/auth/confirm-email', () => problem(404, { reason: 'LINK_INVALID' }))
    const { user, visit } = renderApp('/confirm-email?token=abc', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: confirmEmail.submit }))
    expect(await screen.findByText(/The link may be expired or invalid/)).toBeVisible()
    await visit('/')
    await visit('/confirm-email')
    expect(await screen.findByText(/This link is incomplete/)).toBeVisible()
  })
})
