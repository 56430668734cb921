import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schema } from '@/api/client'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { bothNames, keys, scopeNames } from './messages'
import { abilitiesOf } from './model'

const aKey = (changes: Partial<Schema<'ApiKey'>> = {}): Schema<'ApiKey'> => ({
  id: 5,
  name: 'Bookkeeping',
  prefix: 'lk_7Qx2',
  scopes: ['portfolio.read'],
  createdAt: '2026-10-20T09:00:00Z',
  expiresAt: '2020-01-01T00:00:00Z',
  lastUsedAt: '2026-11-21T08:00:00Z',
  createdBy: 'Helen Okafor',
  ...changes,
})

async function open(rows: Schema<'ApiKey'>[] = [aKey()]) {
  answer('get', '/api/api-keys', () => HttpResponse.json(rows))
  const app = renderApp('/settings/api-keys', { user: aUser() })
  await screen.findByText(rows[0]?.name ?? keys.none)
  return app
}

test('a key is listed with its permissions, use and end, never its secret', async () => {
  await open()
  expect(screen.getByText(keys.begins('lk_7Qx2'))).toBeVisible()
  expect(within(screen.getByRole('list', { name: keys.may('Bookkeeping') })).getByText(scopeNames['portfolio.read'])).toBeVisible()
  expect(screen.getByText(keys.made('20 October 2026', 'Helen Okafor'))).toBeVisible()
  expect(screen.getByText(keys.used('21 November 2026, 08:00'))).toBeVisible()
  expect(screen.getByText(keys.over('1 January 2020'))).toBeVisible()
})

test('what a key may read and change is one line, in the order of the form', () => {
  const scopes = ['listings.write', 'tenancy.write', 'tenancy.read', 'portfolio.write', 'viewings.read', 'letters.read']
  expect(abilitiesOf(scopes)).toEqual([scopeNames['portfolio.write'], bothNames.tenancy, scopeNames['viewings.read'], scopeNames['listings.write'], 'letters.read'])
})

test('a key is made and shown once', async () => {
  const asked = answer('post', '/api/api-keys', (count) =>
    count === 1 ? problem(422, { detail: 'This name is used.', errors: { name: ['This name is used.'] } }) : HttpResponse.json({ ...aKey(), key: 'lk_7Qx2secret' }, { status: 201 }),
  )
  const { user } = await open([])
  await user.click(screen.getByRole('button', { name: keys.make }))
  const dialog = within(await screen.findByRole('dialog', { name: keys.makeTitle }))
  await user.click(dialog.getByRole('button', { name: keys.submit }))
  expect(await dialog.findByText(keys.nameRequired)).toBeVisible()
  expect(dialog.getByText(keys.scopesRequired)).toBeVisible()
  await user.type(dialog.getByLabelText(keys.name), 'Bookkeeping')
  await user.click(dialog.getByLabelText(scopeNames['portfolio.read']))
  await user.selectOptions(dialog.getByLabelText(keys.expiry), 'never')
  await user.click(dialog.getByRole('button', { name: keys.submit }))
  await waitFor(() => expect(dialog.getByLabelText(keys.name)).toHaveAccessibleDescription(expect.stringContaining('This name is used.')))
  await user.click(dialog.getByRole('button', { name: keys.submit }))
  expect(await screen.findByLabelText(keys.key)).toHaveValue('lk_7Qx2secret')
  expect(asked.bodies[1]).toEqual({ name: 'Bookkeeping', scopes: ['portfolio.read'] })
  expect(asked.headers[1]?.has('idempotency-key')).toBe(false)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: keys.copy }))
  expect(await navigator.clipboard.readText()).toBe('lk_7Qx2secret')
  await user.click(screen.getByRole('button', { name: keys.kept }))
  await waitFor(() => expect(screen.queryByDisplayValue('lk_7Qx2secret')).toBeNull())
})

test('a key that runs out says when it will', async () => {
  const asked = answer('post', '/api/api-keys', () => HttpResponse.json({ ...aKey(), key: 'lk_x' }, { status: 201 }))
  const { user } = await open([])
  await user.click(screen.getByRole('button', { name: keys.make }))
  await user.type(await screen.findByLabelText(keys.name), 'Export')
  await user.click(screen.getByLabelText(scopeNames['portfolio.read']))
  await user.selectOptions(screen.getByLabelText(keys.expiry), '30')
  await user.click(screen.getByRole('button', { name: keys.submit }))
  await screen.findByLabelText(keys.key)
  const { expiresAt } = asked.bodies[0] as { expiresAt: string }
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(30)
})

test('a key is revoked after a question', async () => {
  const asked = answer('delete', '/api/api-keys/5', () => new HttpResponse(null, { status: 204 }))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: keys.revokeOf('Bookkeeping') }))
  const question = within(await screen.findByRole('alertdialog', { name: keys.revokeTitle('Bookkeeping') }))
  await user.click(question.getByRole('button', { name: keys.revoke }))
  expect(await screen.findByText(keys.revoked)).toBeVisible()
  expect(asked.headers).toHaveLength(1)
})

test('a Manager is told that keys are an Owner’s', async () => {
  renderApp('/settings/api-keys', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Manager' } }) })
  expect(await screen.findByText(keys.ownersOnly)).toBeVisible()
  expect(screen.queryByRole('button', { name: keys.make })).toBeNull()
})
