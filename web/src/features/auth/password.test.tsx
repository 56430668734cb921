import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { newPassword } from '@/lib/newPassword'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { login } from './login.messages'
import { forgot, reset } from './messages'

describe('a forgotten password', () => {
  async function ask(email: string) {
    const app = renderApp('/')
    await app.user.click(await screen.findByRole('link', { name: login.forgot }))
    const field = await screen.findByLabelText(forgot.email)
    if (email !== '') await app.user.type(field, email)
    await app.user.click(screen.getByRole('button', { name: forgot.submit }))
    return app
  }

  test('is asked for by an address, and the page says that it was sent', async () => {
    const asked = answer('post', '/api/auth/forgot-password', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const { user } = await ask(' helen@okaforlettings.example ')
    expect(await screen.findByRole('heading', { name: 'Reset Email Sent' })).toBeVisible()
    expect(asked.bodies).toEqual([{ email: 'helen@okaforlettings.example' }])
    await user.click(screen.getByRole('button', { name: forgot.again }))
    expect(screen.getByLabelText(forgot.email)).toHaveValue('')
  })

  test('blank is ignored, and what is no address is said to be none', async () => {
    const asked = answer('post', '/api/auth/forgot-password', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const { user } = await ask('')
    await user.type(screen.getByLabelText(forgot.email), 'helen')
    await user.click(screen.getByRole('button', { name: forgot.submit }))
    expect(await screen.findByText(forgot.emailInvalid)).toBeVisible()
    expect(asked.bodies).toEqual([])
  })

  test('that could not be sent keeps what was typed', async () => {
    answer('post', '/api/auth/forgot-password', () => problem(503, { detail: 'The service is restarting.' }))
    await ask('helen@okaforlettings.example')
    expect(await screen.findByText('Failed to send reset email. Please try again.')).toBeVisible()
    expect(screen.getByLabelText(forgot.email)).toHaveValue('helen@okaforlettings.example')
  })
})

describe('the mailed link', () => {
  async function choose(password: string, confirmation = password) {
    const app = renderApp('/reset-password?token=abc')
    await app.user.type(await screen.findByLabelText(reset.password), password)
    await app.user.type(screen.getByLabelText(reset.confirmPassword), confirmation)
    await app.user.click(screen.getByRole('button', { name: reset.submit }))
    return app
  }

  test('sets a new password', async () => {
    const asked = answer('post', '/api/auth/reset-password', () => HttpResponse.json({ message: 'Done.' }))
    const { address } = await choose('battery staple 9')
    expect(await screen.findByRole('heading', { name: 'Password Reset Successful' })).toBeVisible()
    expect(asked.bodies).toEqual([{ token: 'abc', newPassword: 'battery staple 9' }])
    expect(address(), 'the token has left the address').toBe('/reset-password')
  })

  test('two passwords that differ, and one that is short, are not sent', async () => {
    const asked = answer('post', '/api/auth/reset-password', () => HttpResponse.json({ message: 'Done.' }))
    await choose('battery staple 9', 'battery staple 8')
    expect(await screen.findByText('Password Mismatch')).toBeVisible()
    expect(screen.getAllByText(newPassword.mismatch.text).length).toBeGreaterThan(0)
    expect(asked.bodies).toEqual([])
  })

  test('a password that the server does not take is named at its field', async () => {
    const text = 'Choose a password that is harder to guess.'
    answer('post', '/api/auth/reset-password', () =>
      problem(422, { reason: 'PASSWORD_TOO_COMMON', title: 'Password Too Common', detail: text, errors: { newPassword: [text] } }),
    )
    await choose('Password1')
    expect(await screen.findByText('Password Too Common')).toBeVisible()
    expect(screen.getByLabelText(reset.password)).toHaveAccessibleDescription(expect.stringContaining(text))
  })

  test('that fails says so as specified, and to wait in the server’s words', async () => {
    answer('post', '/api/auth/reset-password', (count) =>
      count === 1 ? problem(503, { detail: 'The service is restarting.' }) : problem(429, { detail: 'Too many attempts. Try again in 5 minutes.' }),
    )
    const { user } = await choose('battery staple 9')
    expect(await screen.findByText('Password Reset Failed')).toBeVisible()
    expect(screen.getByText('Failed to reset password. The link may be invalid or expired.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: reset.submit }))
    expect(await screen.findByText('Too many attempts. Try again in 5 minutes.')).toBeVisible()
  })

  test('that is spent or expired leads to a new one', async () => {
    answer('post', '/api/auth/reset-password', () => problem(404, { reason: 'LINK_INVALID', detail: reset.failedText }))
    await choose('battery staple 9')
    expect(await screen.findByText('Password Reset Failed')).toBeVisible()
    expect(screen.getByText('Failed to reset password. The link may be invalid or expired.')).toBeVisible()
    expect(screen.getByRole('heading', { name: reset.invalidTitle })).toBeVisible()
    expect(screen.getByRole('link', { name: reset.askAgain })).toHaveAttribute('href', '/forgot-password')
  })

  test('without a token says so at once, also to those who are signed in', async () => {
    renderApp('/reset-password', { user: aUser() })
    expect(await screen.findByRole('heading', { name: reset.invalidTitle })).toBeVisible()
  })
})
