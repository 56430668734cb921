import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { phone as texts } from '../messages'

const here = '/settings/notifications'
const standing = (endsWith: string, verified: boolean) => answer('get', '/api/phone', () => HttpResponse.json({ endsWith, verified }))

beforeEach(() => void standing('456', false))

test('a number is verified by the code that was sent there', async () => {
  const sent = answer('post', '/api/phone/code', () => HttpResponse.json({ endsWith: '456' }))
  const { user } = renderApp(here, { user: aUser() })
  await user.click(await screen.findByRole('button', { name: texts.verify }))
  const dialog = within(await screen.findByRole('dialog', { name: texts.title }))
  expect(dialog.getByText(texts.sent('456'))).toBeVisible()
  await user.type(dialog.getByLabelText(texts.code), '12')
  await user.click(dialog.getByRole('button', { name: texts.submit }))
  expect(await dialog.findByText(texts.codeInvalid)).toBeVisible()

  answer('post', '/api/phone/verify', () => problem(422, { reason: 'PHONE_CODE_WRONG', detail: 'Not that.', errors: { code: ['Not that.'] } }))
  await user.type(dialog.getByLabelText(texts.code), '3456')
  await user.click(dialog.getByRole('button', { name: texts.submit }))
  expect(await dialog.findByText('Not that.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: texts.again }))
  await waitFor(() => expect(sent.headers).toHaveLength(2))

  const told = answer('post', '/api/phone/verify', () => new HttpResponse(null, { status: 204 }))
  standing('456', true)
  await user.click(dialog.getByRole('button', { name: texts.submit }))
  expect(await screen.findByText(texts.done)).toBeVisible()
  expect(await screen.findByText(texts.badge)).toBeVisible()
  expect(told.bodies).toEqual([{ code: '123456' }])
})

test('why no code is sent is said', async () => {
  answer('post', '/api/phone/code', () => problem(409, { reason: 'PHONE_CODES_EXHAUSTED', detail: 'Try again tomorrow.' }))
  const { user } = renderApp(here, { user: aUser() })
  await user.click(await screen.findByRole('button', { name: texts.verify }))
  expect(await screen.findByText('Try again tomorrow.')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull()
})

test('a profile without a number leads there', async () => {
  standing('', false)
  renderApp(here, { user: aUser() })
  expect(await screen.findByText(texts.none)).toBeVisible()
  expect(screen.getByRole('link', { name: texts.profile })).toHaveAttribute('href', '/settings/profile')
})
