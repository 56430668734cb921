import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { tokenStore } from '@/api/token'
import { accountDeleted } from '@/features/auth/accountDeleted.messages'
import { watchSaving, zip } from '@/test/downloads'
import { aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { twoFactor } from '../security/messages'
import { data, removal } from './messages'

const user = aUser()

const aMember = (id: number) => ({ id, name: 'Helen Okafor', email: 'helen@okaforlettings.example', grade: 'Owner', joinedAt: '2026-11-20T09:00:00Z', you: id === 7, version: 1 })

async function open(has2fa = false, members = [aMember(7), aMember(8)]) {
  answer('get', '/api/members', () => HttpResponse.json(members))
  answer('get', '/api/two-factor', () => HttpResponse.json({ enabled: has2fa, since: null, recoveryCodesLeft: 10 }))
  const app = renderApp('/settings/delete-account', { user })
  await screen.findByRole('heading', { level: 1, name: removal.title })
  if (has2fa) await screen.findByLabelText(twoFactor.code)
  const fill = async (phrase: string, password: string) => {
    await app.user.type(screen.getByLabelText(removal.phraseLabel(removal.phrase)), phrase)
    await app.user.type(screen.getByLabelText(twoFactor.password), password)
  }
  const send = () => app.user.click(screen.getByRole('button', { name: removal.confirm }))
  return { ...app, fill, send }
}

test('the account’s data is saved under the server’s name, or a plain one', async () => {
  const saved = watchSaving()
  answer('get', '/api/account/export', (count) => zip(count === 1 ? { 'content-disposition': 'attachment; filename="lintel-my-data-2026-11-21.zip"' } : {})())
  const app = renderApp('/settings/security', { user: aUserWith('Tenant') })
  const panel = within(await screen.findByRole('region', { name: data.title }))
  await app.user.click(panel.getByRole('button', { name: data.downloadButton }))
  await waitFor(() => expect(saved).toEqual(['lintel-my-data-2026-11-21.zip']))
  await app.user.click(panel.getByRole('button', { name: data.downloadButton }))
  await waitFor(() => expect(saved[1]).toBe(data.downloadName))
})

test('a download that is refused says why', async () => {
  answer('get', '/api/account/export', () => problem(429, { detail: 'Please wait an hour.' }))
  const app = renderApp('/settings/security', { user })
  await app.user.click(await screen.findByRole('button', { name: data.downloadButton }))
  expect(await screen.findByText('Please wait an hour.')).toBeVisible()
})

test('the way there says what goes, and what stays and why', async () => {
  answer('get', '/api/members', () => HttpResponse.json([aMember(7), aMember(8)]))
  const app = renderApp('/settings/security', { user })
  await app.user.click(await screen.findByRole('link', { name: data.removeButton }))
  const goes = within(await screen.findByRole('region', { name: removal.goesTitle }))
  expect(goes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(removal.goes)
  const stays = within(screen.getByRole('region', { name: removal.staysTitle }))
  for (const { name, why } of removal.stays) {
    expect(stays.getByText(name)).toBeVisible()
    expect(stays.getByText(why)).toBeVisible()
  }
  await app.user.click(screen.getByRole('link', { name: removal.keep }))
  expect(app.address()).toBe('/settings/security')
})

test('says what goes along where nobody else belongs to the organisation', async () => {
  await open(false, [aMember(7)])
  expect(await screen.findByText(removal.alone('Okafor Lettings'))).toBeVisible()
  expect(screen.getByText(removal.aloneText('12 properties'))).toBeVisible()
})

test('says nothing of the organisation where others keep it', async () => {
  await open()
  expect(screen.queryByText(removal.alone('Okafor Lettings'))).toBeNull()
})

test('asks for a phrase and the password, and ends on a signed-out page', async () => {
  const asked = answer('post', '/api/account/delete', (count) =>
    count === 1 ? problem(422, { reason: 'PASSWORD_WRONG', detail: 'That is not your password.', errors: { password: ['That is not your password.'] } }) : HttpResponse.json({ message: 'Gone.' }),
  )
  const { fill, send, address } = await open()
  await send()
  expect(screen.getByText(removal.phraseWrong(removal.phrase))).toBeVisible()
  expect(screen.getByText(twoFactor.passwordRequired)).toBeVisible()
  expect(screen.queryByLabelText(twoFactor.code)).toBeNull()
  expect(asked.bodies).toEqual([])
  await fill(' Delete  my account', 'violet sky 7')
  await send()
  await waitFor(() => expect(screen.getByLabelText(twoFactor.password)).toHaveAccessibleDescription('That is not your password.'))
  expect(tokenStore.get()).not.toBeNull()
  await send()
  expect(await screen.findByRole('heading', { level: 1, name: accountDeleted.title })).toBeVisible()
  expect(address()).toBe('/account-deleted')
  expect(tokenStore.get()).toBeNull()
  expect(asked.bodies[1]).toEqual({ password: 'violet sky 7' })
})

test('asks for a code where signing in does', async () => {
  const asked = answer('post', '/api/account/delete', (count) =>
    count === 1 ? problem(422, { reason: 'CODE_WRONG', detail: 'This code is not right.', errors: { code: ['This code is not right.'] } }) : HttpResponse.json({ message: 'Gone.' }),
  )
  const app = await open(true)
  await app.fill(removal.phrase, 'violet sky 7')
  await app.send()
  expect(await screen.findByText(twoFactor.codeRequired)).toBeVisible()
  await app.user.type(screen.getByLabelText(twoFactor.code), ' 123456 ')
  await app.send()
  await waitFor(() => expect(screen.getByLabelText(twoFactor.code)).toHaveAccessibleDescription(expect.stringContaining('This code is not right.')))
  await app.send()
  expect(await screen.findByRole('heading', { level: 1, name: accountDeleted.title })).toBeVisible()
  expect(asked.bodies[1]).toEqual({ password: 'violet sky 7', code: '123456' })
})

test('the only Owner is told, to stay, what to do first', async () => {
  answer('post', '/api/account/delete', () => problem(409, { reason: 'LAST_OWNER', detail: 'Make somebody else the Owner of Okafor Lettings first.' }))
  const { fill, send } = await open()
  await fill(removal.phrase, 'violet sky 7')
  await send()
  const form = screen.getByRole('region', { name: removal.formTitle })
  expect(await within(form).findByText('Make somebody else the Owner of Okafor Lettings first.')).toBeVisible()
  expect(tokenStore.get()).not.toBeNull()
})

test('the page at the end is of the signed-out alone', async () => {
  renderApp('/account-deleted', { user })
  expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
})
