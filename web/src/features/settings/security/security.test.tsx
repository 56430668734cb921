import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Schema } from '@/api/client'
import { newPassword } from '@/lib/newPassword'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { account, browsers, emailForm, log, passwordForm, sessions, twoFactor } from './messages'

const aSession = (changes: Partial<Schema<'Session'>> = {}): Schema<'Session'> => ({
  id: '0190a0c0-0000-7000-8000-000000000001',
  device: 'Chrome on Windows',
  userAgent: 'Mozilla/5.0',
  address: '203.0.113.7',
  createdAt: '2026-11-20T09:00:00Z',
  lastUsedAt: '2026-11-21T18:59:00Z',
  expiresAt: '2026-11-21T21:00:00Z',
  current: true,
  ...changes,
})
const phone = aSession({ id: '0190a0c0-0000-7000-8000-000000000002', device: 'Safari on iPhone', current: false })
const aBrowser = { id: 5, device: 'Chrome on Android', createdAt: '2026-11-20T09:00:00Z', current: true }
const said = () => HttpResponse.json({ message: 'Done.' })
const codes = Array.from({ length: 10 }, (_, index) => `AAAA${index}-BBBB${index}`)

beforeEach(() => {
  answer('get', '/api/sessions', () => HttpResponse.json([aSession(), phone]))
  answer('get', '/api/push-subscriptions', () => HttpResponse.json([aBrowser]))
  answer('get', '/api/two-factor', () => HttpResponse.json({ enabled: false, since: null, recoveryCodesLeft: 0 }))
})

async function open() {
  const app = renderApp('/settings/security', { user: aUser() })
  await screen.findByText('Safari on iPhone')
  return app
}

/** Presses the button that opens a dialog; the dialog, and what fills it in and sends it. */
async function openDialog(button: string, title: string) {
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  return { ...app, dialog, type: (label: string, text: string) => app.user.type(dialog.getByLabelText(label), text) }
}

describe('the password', () => {
  async function change(current: string, next: string, confirmation = next) {
    const app = await openDialog(account.changePassword, passwordForm.title)
    if (current !== '') await app.type(passwordForm.current, current)
    await app.type(passwordForm.next, next)
    await app.type(passwordForm.confirm, confirmation)
    await app.user.click(app.dialog.getByRole('button', { name: passwordForm.submit }))
    return app
  }

  test('is changed with the current one', async () => {
    const asked = answer('post', '/api/auth/change-password', said)
    await change('violet sky 7', 'battery staple 9')
    expect(await screen.findByText(passwordForm.success)).toBeVisible()
    expect(asked.bodies).toEqual([{ currentPassword: 'violet sky 7', newPassword: 'battery staple 9' }])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: passwordForm.title })).toBeNull())
  })

  test('is not sent while it is short, differs, or the current one is missing', async () => {
    const asked = answer('post', '/api/auth/change-password', said)
    const { dialog } = await change('', 'abc', 'abd')
    expect(await dialog.findByText(passwordForm.currentRequired)).toBeVisible()
    expect(dialog.getByText(newPassword.tooShort.text)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Password MismatchPasswords do not match. Please try again.')
    expect(asked.bodies).toEqual([])
  })

  test('stays when the current one is wrong, which is said at its field', async () => {
    const text = 'This is not your current password.'
    answer('post', '/api/auth/change-password', () => problem(422, { detail: text, errors: { currentPassword: [text] } }))
    const { dialog } = await change('wrong', 'battery staple 9')
    await waitFor(() => expect(dialog.getByLabelText(passwordForm.current)).toHaveAccessibleDescription(text))
  })
})

describe('the sign-in address', () => {
  test('changes by a link to the new one', async () => {
    const asked = answer('post', '/api/auth/change-email', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const { user, dialog, type } = await openDialog(account.changeEmail, emailForm.title)
    await user.click(dialog.getByRole('button', { name: emailForm.submit }))
    expect(await dialog.findByText(emailForm.emailInvalid)).toBeVisible()
    await type(emailForm.email, 'helen@new.example')
    await type(emailForm.password, 'violet sky 7')
    await user.click(dialog.getByRole('button', { name: emailForm.submit }))
    expect(await screen.findByText(emailForm.successText('helen@new.example'))).toBeVisible()
    expect(asked.bodies).toEqual([{ email: 'helen@new.example', password: 'violet sky 7' }])
  })
})

describe('the second factor', () => {
  test('is enrolled by password, picture and code, and gives ten codes', async () => {
    const enrolled = answer('post', '/api/two-factor/enrol', () => HttpResponse.json({ secret: 'JBSWY3DP', uri: 'otpauth://totp/x', qrCode: 'data:image/svg+xml;base64,AA==' }))
    const confirmed = answer('post', '/api/two-factor/confirm', (count) =>
      count === 1 ? problem(422, { reason: 'CODE_WRONG', detail: 'This code is not right.' }) : HttpResponse.json({ recoveryCodes: codes }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('switch', { name: twoFactor.label }))
    await user.type(await screen.findByLabelText(twoFactor.password), 'violet sky 7')
    await user.click(screen.getByRole('button', { name: twoFactor.continue }))
    expect(await screen.findByRole('img', { name: twoFactor.qrCode })).toHaveAttribute('src', 'data:image/svg+xml;base64,AA==')
    expect(screen.getByLabelText(twoFactor.secret)).toHaveValue('JBSWY3DP')
    const code = screen.getByLabelText(twoFactor.code)
    await user.type(code, '000 000')
    await user.click(screen.getByRole('button', { name: twoFactor.turnOn }))
    await waitFor(() => expect(code).toHaveAccessibleDescription(expect.stringContaining('This code is not right.')))
    await user.clear(code)
    await user.type(code, '123 456')
    await user.click(screen.getByRole('button', { name: twoFactor.turnOn }))
    const list = await screen.findByRole('list', { name: twoFactor.codesTitle })
    expect(within(list).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
    expect(enrolled.bodies).toEqual([{ password: 'violet sky 7' }])
    expect(enrolled.headers[0]?.has('idempotency-key'), 'a reply with a secret is not kept').toBe(false)
    expect(confirmed.bodies).toEqual([{ code: '000000' }, { code: '123456' }])
    await user.click(screen.getByRole('button', { name: twoFactor.copy }))
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await user.click(screen.getByRole('button', { name: twoFactor.print }))
    expect(print).toHaveBeenCalledOnce()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('list', { name: twoFactor.codesTitle }), 'a slip does not lose them').toBeVisible()
    expect(screen.queryByText(twoFactor.enabledText), 'nothing lies over them').toBeNull()
    await user.click(screen.getByRole('button', { name: twoFactor.kept }))
    await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull())
    expect(await screen.findByText(twoFactor.enabledText)).toBeVisible()
  })

  test('is turned off, and has new codes, with password and code', async () => {
    answer('get', '/api/two-factor', () => HttpResponse.json({ enabled: true, since: '2026-11-01T10:00:00Z', recoveryCodesLeft: 7 }))
    const off = answer('post', '/api/two-factor/disable', said)
    const renewed = answer('post', '/api/two-factor/recovery-codes', () => HttpResponse.json({ recoveryCodes: codes }))
    const { user } = await open()
    expect(await screen.findByText(twoFactor.codesLeft('7'))).toBeVisible()
    await user.click(screen.getByRole('button', { name: twoFactor.newCodes }))
    await user.type(await screen.findByLabelText(twoFactor.password), 'violet sky 7')
    await user.type(screen.getByLabelText(twoFactor.code), '123456')
    await user.click(screen.getByRole('button', { name: twoFactor.makeNew }))
    await screen.findByRole('list', { name: twoFactor.codesTitle })
    await user.click(screen.getByRole('button', { name: twoFactor.kept }))

    const toggle = await screen.findByRole('switch', { name: twoFactor.label })
    expect(toggle).toBeChecked()
    await user.click(toggle)
    const dialog = within(await screen.findByRole('dialog', { name: twoFactor.offTitle }))
    await user.click(dialog.getByRole('button', { name: twoFactor.turnOff }))
    expect(await dialog.findByText(twoFactor.codeRequired)).toBeVisible()
    await user.type(dialog.getByLabelText(twoFactor.password), 'violet sky 7')
    await user.type(dialog.getByLabelText(twoFactor.code), codes[0] ?? '')
    await user.click(dialog.getByRole('button', { name: twoFactor.turnOff }))
    expect(await screen.findByText(twoFactor.disabled)).toBeVisible()
    expect(renewed.bodies).toEqual([{ password: 'violet sky 7', code: '123456' }])
    expect(off.bodies).toEqual([{ password: 'violet sky 7', code: codes[0] }])
  })
})

describe('the devices', () => {
  test('are named with when they were seen; this one cannot be ended here', async () => {
    await open()
    expect(screen.getByText(sessions.thisOne)).toBeVisible()
    expect(screen.getAllByText(sessions.seen('20 November 2026, 09:00', '21 November 2026, 18:59'))).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: /^Sign out Safari|^Sign out Chrome/ })).toHaveLength(1)
  })

  test('are ended one by one', async () => {
    const asked = answer('delete', `/api/sessions/${phone.id}`, () => new HttpResponse(null, { status: 204 }))
    const { user } = await open()
    answer('get', '/api/sessions', () => HttpResponse.json([aSession()]))
    await user.click(screen.getByRole('button', { name: sessions.endOf('Safari on iPhone') }))
    expect(await screen.findByText(sessions.ended)).toBeVisible()
    expect(asked.headers).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: sessions.endOthers })).toBeNull())
  })

  test('and all others at once', async () => {
    answer('post', '/api/sessions/end-others', () => HttpResponse.json({ ended: 1 }))
    const { user } = await open()
    answer('get', '/api/sessions', () => HttpResponse.json([aSession()]))
    await user.click(screen.getByRole('button', { name: sessions.endOthers }))
    expect(await screen.findByText(sessions.othersEndedText('1 device'))).toBeVisible()
  })
})

test('what a dialog over the sub-page says is heard after it has closed', async () => {
  answer('post', '/api/auth/change-email', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
  const { user, dialog, type } = await openDialog(account.changeEmail, emailForm.title)
  await type(emailForm.email, 'helen@new.example')
  await type(emailForm.password, 'violet sky 7')
  await user.click(dialog.getByRole('button', { name: emailForm.submit }))
  const toast = await screen.findByText(emailForm.success)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: emailForm.title })).toBeNull())
  await waitFor(() => expect(toast.closest('[role="status"]')).not.toHaveAttribute('aria-hidden'))
})

test('the security log grows page by page', async () => {
  const event = (id: number, text: string) => ({ id, at: '2026-11-21T18:00:00Z', kind: 'SIGNED_IN', device: 'Chrome on Windows', address: '203.0.113.7', text })
  const asked = answer('get', '/api/security-log', (count) =>
    count === 1
      ? HttpResponse.json([event(2, 'Password changed')], { headers: { link: '</api/security-log?pageToken=t2>; rel="next"' } })
      : HttpResponse.json([event(1, 'Signed in')]),
  )
  const { user } = await open()
  expect(await screen.findByText('Password changed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: log.more }))
  expect(await screen.findByText('Signed in')).toBeVisible()
  expect(asked.queries[1]).toMatchObject({ pageToken: 't2' })
})

describe('the browsers that get notifications', () => {
  test('are named, and removed one by one', async () => {
    const asked = answer('delete', '/api/push-subscriptions/5', () => new HttpResponse(null, { status: 204 }))
    const { user } = await open()
    expect(await screen.findByText(browsers.thisOne)).toBeVisible()
    expect(screen.getByText(browsers.since('20 November 2026, 09:00'))).toBeVisible()
    answer('get', '/api/push-subscriptions', () => HttpResponse.json([]))
    await user.click(screen.getByRole('button', { name: browsers.removeOf('Chrome on Android') }))
    expect(await screen.findByText(browsers.removed)).toBeVisible()
    expect(await screen.findByText(browsers.none)).toBeVisible()
    expect(asked.headers).toHaveLength(1)
  })

  test('stay where one could not be removed', async () => {
    answer('delete', '/api/push-subscriptions/5', () => problem(503, { detail: 'Try again in a moment.' }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: browsers.removeOf('Chrome on Android') }))
    expect(await screen.findByText(browsers.failed)).toBeVisible()
    expect(screen.getByText(browsers.thisOne)).toBeVisible()
  })
})
