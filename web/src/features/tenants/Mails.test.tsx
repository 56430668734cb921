import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { aUser } from '@/test/factories'
import { anActMail } from '@/test/mailFactories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { mails } from './mails/messages'

const user = aUser()
const section = async () => within(await screen.findByRole('region', { name: mails.title }))

it('switches emails to one tenant off with a reason, and on again', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  const off = { off: true, reason: 'Wants letters', switchedAt: '2026-11-28T10:00:00Z', userId: 1 }
  answer('get', '/api/tenants/5/mails', (count) => HttpResponse.json(count === 1 ? [] : count === 2 ? [off] : [{ ...off, off: false, reason: null, switchedAt: '2026-11-29T10:00:00Z' }, off]))
  const switched = answer('put', '/api/tenants/5/mails', () => HttpResponse.json([]))
  const app = renderApp('/tenants/5', { user })
  expect(await (await section()).findByText(mails.on)).toBeVisible()
  await app.user.click((await section()).getByRole('button', { name: mails.switchOff }))
  const dialog = within(await screen.findByRole('dialog', { name: mails.offTitle }))
  await app.user.click(dialog.getByRole('button', { name: mails.switchOff }))
  expect(await dialog.findByText(mails.reasonRequired)).toBeVisible()
  await app.user.type(dialog.getByLabelText(mails.reason), 'Wants letters')
  await app.user.click(dialog.getByRole('button', { name: mails.switchOff }))
  expect(await screen.findByText(mails.off('Wants letters'))).toBeVisible()
  await app.user.click((await section()).getByRole('button', { name: mails.switchOn }))
  expect(await screen.findByText(mails.history('28/11/2026', true, 'Wants letters'))).toBeVisible()
  expect(switched.bodies).toEqual([{ off: true, reason: 'Wants letters' }, { off: false }])
})

it('a Viewer reads how they are switched', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  answer('get', '/api/tenants/5/mails', () => HttpResponse.json([{ off: true, reason: 'Wants letters', switchedAt: '2026-11-28T10:00:00Z', userId: 1 }]))
  answer('get', '/api/tenants/5/mails/receipt', () => HttpResponse.json(anActMail()))
  renderApp('/tenants/5', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  expect(await screen.findByText(mails.off('Wants letters'))).toBeVisible()
  expect(screen.queryByRole('button', { name: mails.switchOn })).toBeNull()
})
