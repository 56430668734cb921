import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { common } from '@/lib/messages'
import { newPassword } from '@/lib/newPassword'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { resend } from './login.messages'
import { signUp } from './signUp.messages'
import { manualVerify } from './verify.messages'

const filled = {
  [signUp.name]: 'Helen Okafor',
  [signUp.email]: 'helen@okaforlettings.example',
  [signUp.password]: 'violet sky 7',
  [signUp.confirmPassword]: 'violet sky 7',
}

/** Fills the form in and sends it; an empty text leaves a field alone. */
async function submit(changes: Record<string, string> = {}) {
  const { user, ...app } = renderApp('/signup')
  await screen.findByRole('heading', { name: signUp.title })
  for (const [label, text] of Object.entries({ ...filled, ...changes })) {
    if (text !== '') await user.type(screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: signUp.submit }))
  return { user, ...app }
}

const created = (reply: object) => () =>
  HttpResponse.json({ message: 'Account created.', emailSent: true, ...reply }, { status: 201 })

const toast = async (role: 'alert' | 'status', title: string) => {
  const text = await screen.findByText(title)
  return within(text.closest(`[role="${role}"]`) ?? document.body)
}

describe('before anything is sent', () => {
  test('all fields are required, and a summary leads to them', async () => {
    const none = Object.fromEntries(Object.keys(filled).map((label) => [label, '']))
    const { user } = await submit(none)
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    expect(within(summary).getByRole('heading', { name: common.thereIsAProblem })).toBeVisible()
    const texts = within(summary).getAllByRole('link').map(({ textContent }) => textContent)
    expect(texts).toEqual([signUp.nameRequired, signUp.emailRequired, newPassword.passwordRequired, newPassword.confirmRequired])
    await user.click(within(summary).getByRole('link', { name: signUp.emailRequired }))
    expect(screen.getByLabelText(signUp.email)).toHaveFocus()
    expect(screen.getByLabelText(signUp.email)).toBeInvalid()
    expect(screen.getByLabelText(signUp.email)).toHaveAccessibleDescription(signUp.emailRequired)
  })

  test('the address must be one', async () => {
    await submit({ [signUp.email]: 'helen@' })
    expect(await screen.findAllByText(signUp.emailInvalid)).toHaveLength(2)
  })

  test('both passwords must be the same', async () => {
    await submit({ [signUp.confirmPassword]: 'another one' })
    const alert = await toast('alert', 'Password Mismatch')
    expect(alert.getByText('Passwords do not match. Please try again.')).toBeVisible()
  })

  test('the password has at least 6 characters', async () => {
    await submit({ [signUp.password]: '12345', [signUp.confirmPassword]: '12345' })
    const alert = await toast('alert', 'Password Too Short')
    expect(alert.getByText('Password must be at least 6 characters long.')).toBeVisible()
  })

  test('a mistake goes away as it is mended', async () => {
    const { user } = await submit({ [signUp.email]: 'helen@' })
    await screen.findAllByText(signUp.emailInvalid)
    await user.type(screen.getByLabelText(signUp.email), 'okaforlettings.example')
    await waitFor(() => expect(screen.queryByText(signUp.emailInvalid)).toBeNull())
  })

  test('the password is judged as it is typed, and can be shown', async () => {
    const { user } = renderApp('/signup')
    const field = await screen.findByLabelText(signUp.password)
    await user.type(field, 'abc')
    expect(await screen.findByText(newPassword.strength[1])).toBeVisible()
    await user.type(field, ' correct horse battery staple')
    expect(await screen.findByText(newPassword.strength[4])).toBeVisible()
    const [show] = screen.getAllByRole('button', { name: 'Show password' })
    if (show) await user.click(show)
    expect(field).toHaveAttribute('type', 'text')
  })
})

describe('an account', () => {
  test('is made of name, address, password and role; Landlord unless said', async () => {
    const asked = answer('post', '/api/auth/signup', created({}))
    const { user } = await submit()
    expect(await screen.findByText('Account Created Successfully!')).toBeVisible()
    expect(await screen.findByRole('heading', { name: signUp.checkTitle })).toBeVisible()
    expect(screen.getByText(signUp.checkText('helen@okaforlettings.example'))).toBeVisible()
    expect(asked.bodies).toEqual([
      { name: 'Helen Okafor', email: 'helen@okaforlettings.example', password: 'violet sky 7', role: 'Landlord' },
    ])
    // The code is entered here.
    const verified = answer('post', '/api/auth/verify-manual', () => HttpResponse.json({ message: 'Verified.' }))
    await user.type(screen.getByLabelText(manualVerify.code), '7k3m 9qtx')
    await user.click(screen.getByRole('button', { name: manualVerify.submit }))
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible()
    expect(verified.bodies).toEqual([{ code: '7K3M-9QTX' }])
  })

  test('sends the email again to the address that was typed', async () => {
    answer('post', '/api/auth/signup', created({}))
    const asked = answer('post', '/api/auth/resend-verification', () => HttpResponse.json({ message: 'Sent.' }))
    const { user } = await submit()
    await user.click(await screen.findByRole('button', { name: resend.button }))
    expect(await screen.findByText(resend.sent)).toBeVisible()
    expect(asked.bodies).toEqual([{ email: 'helen@okaforlettings.example' }])
  })

  test.each([
    ['Tenant', 'Tenant'],
    ['Employer (Reference)', 'Employer'],
    ['Guarantor', 'Guarantor'],
    ['Property Landlord', 'Landlord'],
  ])('%s is the role %s', async (label, role) => {
    const asked = answer('post', '/api/auth/signup', created({}))
    const { user } = renderApp('/signup')
    await user.click(await screen.findByRole('radio', { name: label }))
    for (const [name, text] of Object.entries(filled)) await user.type(screen.getByLabelText(name), text)
    await user.click(screen.getByRole('button', { name: signUp.submit }))
    await screen.findByRole('heading', { name: signUp.checkTitle })
    expect(asked.bodies).toEqual([expect.objectContaining({ role })])
  })

  test('without a mail system shows its code, after a second', async () => {
    answer('post', '/api/auth/signup', created({ emailSent: false, verificationCode: '7K3M-9QTX' }))
    const { user } = await submit()
    expect(await screen.findByText(signUp.noMailText)).toBeVisible()
    expect(screen.queryByDisplayValue('7K3M-9QTX')).toBeNull()
    expect(await screen.findByDisplayValue('7K3M-9QTX')).toBeVisible()
    await user.click(screen.getByRole('button', { name: signUp.copyCode }))
    expect(await navigator.clipboard.readText()).toBe('7K3M-9QTX')
    await user.click(screen.getByRole('link', { name: signUp.enterCode }))
    expect(await screen.findByRole('heading', { name: manualVerify.title })).toBeVisible()
  })
})

describe('a sign-up that fails', () => {
  test('for a used address says what to do', async () => {
    answer('post', '/api/auth/signup', () => problem(409, { reason: 'EMAIL_IN_USE', detail: 'This email is already in use.' }))
    await submit()
    const alert = await toast('alert', 'Signup Failed')
    const text = 'This email is already in use. Try logging in instead or reset your password.'
    expect(alert.getByText(text)).toBeVisible()
    expect(screen.getByLabelText(signUp.email)).toHaveAccessibleDescription(text)
  })

  test('says what the server said', async () => {
    answer('post', '/api/auth/signup', () => problem(429, { detail: 'Too many sign-ups. Try again in 5 minutes.' }))
    await submit()
    expect((await toast('alert', 'Signup Failed')).getByText('Too many sign-ups. Try again in 5 minutes.')).toBeVisible()
  })

  test('and has no words gets ours', async () => {
    answer('post', '/api/auth/signup', () => new HttpResponse('', { status: 500 }))
    await submit()
    expect((await toast('alert', 'Signup Failed')).getByText('Failed to create account. Please try again.')).toBeVisible()
  })

  test('for the password has a heading of its own and marks the field', async () => {
    const text = 'Choose a password that is harder to guess.'
    answer('post', '/api/auth/signup', () =>
      problem(422, { reason: 'PASSWORD_TOO_COMMON', title: 'Password Too Common', detail: text, errors: { password: [text] } }),
    )
    await submit()
    await toast('alert', 'Password Too Common')
    expect(screen.getByLabelText(signUp.password)).toHaveAccessibleDescription(text)
  })

  test('is sent again with the same key, and another body with another', async () => {
    const asked = answer('post', '/api/auth/signup', (count) => (count < 3 ? new HttpResponse('', { status: 500 }) : created({})()))
    const { user } = await submit()
    const button = screen.getByRole('button', { name: signUp.submit })
    await screen.findByText('Signup Failed')
    await user.click(button)
    await waitFor(() => expect(asked.headers).toHaveLength(2))
    await user.type(screen.getByLabelText(signUp.name), '!')
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await screen.findByRole('heading', { name: signUp.checkTitle })
    const [first, second, third] = asked.headers.map((headers) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
