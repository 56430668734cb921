import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { tidyCode } from './code'
import { login, resend } from './login.messages'
import { manualVerify, verify } from './verify.messages'

const ok = () => HttpResponse.json({ message: 'Email verified.' })
const invalid = () => problem(404, { reason: 'LINK_INVALID', detail: 'The verification link may be expired or invalid.' })

describe('the mailed link', () => {
  test('is followed once, however often the page is mounted', async () => {
    const asked = answer('post', '/api/auth/verify-email', ok)
    const { user, address } = renderApp('/verify-email?token=abc', { isStrict: true })
    expect(await screen.findByRole('heading', { name: verify.loadingTitle })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible()
    expect(asked.bodies).toEqual([{ token: 'abc' }])
    expect(address(), 'the token has left the address').toBe('/verify-email')
    await user.click(screen.getByRole('link', { name: verify.goToLogin }))
    expect(await screen.findByRole('heading', { name: login.title })).toBeVisible()
  })

  test('works for those who are signed in', async () => {
    answer('post', '/api/auth/verify-email', ok)
    renderApp('/verify-email?token=abc', { user: aUser() })
    expect(await screen.findByRole('link', { name: verify.continue })).toBeVisible()
  })

  test('may be expired or invalid: then there is the code, or another mail', async () => {
    const asked = answer('post', '/api/auth/verify-email', invalid)
    const sent = answer('post', '/api/auth/resend-verification', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const { user } = renderApp('/verify-email?token=abc')
    expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    expect(screen.getByText('The verification link may be expired or invalid.')).toBeVisible()
    expect(asked.bodies).toHaveLength(1)
    expect(screen.getByRole('link', { name: verify.enterCode })).toHaveAttribute('href', '/manual-verify')
    await user.click(screen.getByRole('button', { name: resend.button }))
    expect(await screen.findByText(resend.emailRequired)).toBeVisible()
    await user.type(screen.getByLabelText(resend.email), 'helen@okaforlettings.example')
    await user.click(screen.getByRole('button', { name: resend.button }))
    expect(await screen.findByText(resend.sent)).toBeVisible()
    expect(sent.bodies).toEqual([{ email: 'helen@okaforlettings.example' }])
  })

  test('followed twice says the same twice', async () => {
    const asked = answer('post', '/api/auth/verify-email', ok)
    const { visit } = renderApp('/verify-email?token=abc')
    await screen.findByRole('heading', { name: 'Email Verified!' })
    await visit('/manual-verify')
    await visit('/verify-email?token=abc')
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible()
    expect(asked.bodies.length).toBeGreaterThan(0)
  })

  test('without a token says so at once', async () => {
    renderApp('/verify-email')
    expect(await screen.findByText('No verification token provided.')).toBeVisible()
  })

  test('can be followed again when the server was away', async () => {
    const asked = answer('post', '/api/auth/verify-email', (count) => (count <= 4 ? new HttpResponse('', { status: 503 }) : ok()))
    const { user } = renderApp('/verify-email?token=abc')
    await user.click(await screen.findByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible()
    expect(asked.bodies).toHaveLength(5)
  })
})

describe('the typed code', () => {
  async function type(code: string) {
    const app = renderApp('/manual-verify')
    const field = await screen.findByLabelText(manualVerify.code)
    if (code !== '') await app.user.type(field, code)
    await app.user.click(screen.getByRole('button', { name: manualVerify.submit }))
    return { ...app, field }
  }

  test('verifies the address', async () => {
    const asked = answer('post', '/api/auth/verify-manual', ok)
    await type('7k3m 9qtx')
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible()
    expect(asked.bodies).toEqual([{ code: '7K3M-9QTX' }])
  })

  test('is ignored when blank', async () => {
    const asked = answer('post', '/api/auth/verify-manual', ok)
    await type('   ')
    expect(asked.bodies).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('may be wrong', async () => {
    answer('post', '/api/auth/verify-manual', invalid)
    const { field } = await type('AAAA-AAAA')
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Invalid verification code. Please try again.')).toBeVisible()
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Invalid verification code. Please try again.'))
    await waitFor(() => expect(field).toHaveFocus())
  })

  test('that could not be checked is said in the same words', async () => {
    answer('post', '/api/auth/verify-manual', () => problem(503, { detail: 'The service is restarting.' }))
    await type('AAAA-AAAA')
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid verification code. Please try again.')
  })

  test('may have been tried too often', async () => {
    answer('post', '/api/auth/verify-manual', () => problem(429, { detail: 'Too many attempts. Try again later.' }))
    await type('AAAA-AAAA')
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again later.')
  })

  test.each([
    ['7k3m9qtx', '7K3M-9QTX'],
    [' 7K3M 9QTX ', '7K3M-9QTX'],
    ['7K3M-9QTX', '7K3M-9QTX'],
    [' short ', 'short'],
  ])('%j is sent as %s', (typed, code) => {
    expect(tidyCode(typed)).toBe(code)
  })
})
