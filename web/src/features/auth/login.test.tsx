import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { tokenStore } from '@/api/token'
import { dashboard } from '@/features/dashboard/messages'
import { aToken, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { login, resend } from './login.messages'

async function submit(email = 'helen@okaforlettings.example', password = 'violet sky 7') {
  const { user, ...app } = renderApp('/')
  await screen.findByRole('heading', { name: login.title })
  if (email !== '') await user.type(screen.getByLabelText(login.email), email)
  if (password !== '') await user.type(screen.getByLabelText(login.password), password)
  await user.click(screen.getByRole('button', { name: login.submit }))
  return { user, ...app }
}

/** The toast, and the text that stays in the form. */
async function expectFailure(text: string) {
  expect(await screen.findByRole('alert')).toHaveTextContent(`Login Failed${text}`)
  const form = screen.getByLabelText(login.email).closest('form')
  expect(within(form ?? document.body).getByText(text)).toBeVisible()
}

test('address and password are required', async () => {
  await submit('', '')
  expect(await screen.findByText(login.emailRequired)).toBeVisible()
  expect(screen.getByText(login.passwordRequired)).toBeVisible()
})

test('a login keeps the token, welcomes, and opens the dashboard', async () => {
  const token = aToken()
  const asked = answer('post', '/api/auth/login', () => HttpResponse.json({ token, user: aUser() }))
  await submit('  helen@okaforlettings.example ', ' spaces count ')
  expect(await screen.findByRole('heading', { name: dashboard.title })).toBeVisible()
  expect(screen.getByText('Login Successful!')).toBeVisible()
  expect(screen.getByText(login.welcome('Helen Okafor'))).toBeVisible()
  expect(tokenStore.get()).toBe(token)
  expect(asked.bodies).toEqual([{ email: 'helen@okaforlettings.example', password: ' spaces count ' }])
})

describe('a login that fails', () => {
  test('says what the server said, in a toast and in the form', async () => {
    answer('post', '/api/auth/login', () => problem(429, { reason: 'ACCOUNT_LOCKED', detail: 'This account is locked. Try again in 4 minutes.' }))
    await submit()
    await expectFailure('This account is locked. Try again in 4 minutes.')
  })

  test('and has no words gets ours', async () => {
    answer('post', '/api/auth/login', () => new HttpResponse('', { status: 500 }))
    await submit()
    await expectFailure('Invalid email or password. Please try again.')
  })

  test('because nothing answers, too', async () => {
    answer('post', '/api/auth/login', () => HttpResponse.error())
    await submit()
    await expectFailure('Invalid email or password. Please try again.')
    expect(tokenStore.get()).toBeNull()
  })

  test('for want of verification offers the mail again', async () => {
    const text = 'Please verify your email before logging in.'
    answer('post', '/api/auth/login', () => problem(403, { reason: 'EMAIL_NOT_VERIFIED', detail: text }))
    const asked = answer('post', '/api/auth/resend-verification', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const { user } = await submit()
    await expectFailure(text)
    await user.click(screen.getByRole('button', { name: resend.button }))
    expect(await screen.findByText(resend.sentText)).toBeVisible()
    expect(asked.bodies).toEqual([{ email: 'helen@okaforlettings.example' }])
    expect(screen.getByRole('link', { name: login.haveCode })).toHaveAttribute('href', '/manual-verify')
  })

  test('and a mail that could not be sent is said', async () => {
    answer('post', '/api/auth/login', () => problem(403, { reason: 'EMAIL_NOT_VERIFIED', detail: 'Please verify your email before logging in.' }))
    answer('post', '/api/auth/resend-verification', () => problem(429, { detail: 'Too many mails. Try again later.' }))
    const { user } = await submit()
    await user.click(await screen.findByRole('button', { name: resend.button }))
    expect(await screen.findByText('Too many mails. Try again later.')).toBeVisible()
  })
})
