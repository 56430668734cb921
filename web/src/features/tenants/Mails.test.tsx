import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { aUser } from '@/test/factories'
import { anActMail } from '@/test/mailFactories'
import { renderApp } from '@/test/renderApp'
import { aDeposit, aLedger, anEntry } from '@/test/rentFactories'
import { answer } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { common } from '@/lib/messages'
import { emailTenant } from '@/ui/emailTenant.messages'
import { deposit } from './deposit/messages'
import { endForm } from './form.messages'
import { mails, reminder } from './mails/messages'
import { details } from './messages'
import { entryForm, next, rent } from './rent/messages'

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

it('records a payment without telling the tenant', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  answer('get', '/api/tenants/5/ledger', () => HttpResponse.json(aLedger()))
  const previews = answer('get', '/api/tenants/5/mails/receipt', () => HttpResponse.json(anActMail()))
  const posted = answer('post', '/api/tenants/5/ledger', () => HttpResponse.json({ entry: anEntry({ id: 9 }), arrears: { balance: '0.00' } }, { status: 201 }))
  const app = renderApp('/tenants/5', { user })
  const [record] = await screen.findAllByRole('button', { name: rent.record })
  if (record !== undefined) await app.user.click(record)
  const dialog = within(await screen.findByRole('dialog', { name: entryForm.receiptTitle }))
  const tick = await dialog.findByLabelText(emailTenant.tickTo('tom.hargreaves@mail.example'))
  expect(tick).toBeChecked()
  await app.user.click(tick)
  await app.user.click(dialog.getByRole('button', { name: entryForm.submit.receipt }))
  expect(await screen.findByText(entryForm.done.receipt)).toBeVisible()
  expect(posted.bodies).toEqual([expect.objectContaining({ kind: 'receipt', emailTenant: false })])
  expect(previews.queries[0]).toMatchObject({ amount: '395.00' })
})

it('ends a tenancy without telling the tenant', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  const previews = answer('get', '/api/tenants/5/mails/tenancy-changed', () => HttpResponse.json(anActMail()))
  const ended = answer('post', '/api/tenants/5/end', () => HttpResponse.json(aTenant({ leaveDate: '2027-01-31' })))
  const app = renderApp('/tenants/5', { user })
  await app.user.click(await screen.findByRole('button', { name: details.end_ }))
  const dialog = within(await screen.findByRole('dialog', { name: endForm.title }))
  expect(dialog.queryByLabelText(/^Email the tenant/)).toBeNull()
  await app.user.type(dialog.getByLabelText(common.day), '31')
  await app.user.type(dialog.getByLabelText(common.month), '1')
  await app.user.type(dialog.getByLabelText(common.year), '2027')
  await app.user.click(await dialog.findByLabelText(emailTenant.tickTo('tom.hargreaves@mail.example')))
  await app.user.click(dialog.getByRole('button', { name: endForm.title }))
  expect(await screen.findByText(endForm.ends('31/01/2027'))).toBeVisible()
  expect(ended.bodies).toEqual([expect.objectContaining({ leaseEnd: '2027-01-31', emailTenant: false })])
  expect(previews.queries.at(-1)).toMatchObject({ change: 'end', date: '2027-01-31' })
})

it('returns a deposit and tells the tenants in the words that are shown', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit()))
  const previews = answer('get', '/api/tenants/5/mails/tenancy-changed', () => HttpResponse.json(anActMail()))
  const returned = answer('post', '/api/tenants/5/deposit/return', () => HttpResponse.json(aDeposit()))
  const app = renderApp('/tenants/5', { user })
  await app.user.click(await screen.findByRole('button', { name: deposit.giveBack }))
  const dialog = within(await screen.findByRole('dialog', { name: deposit.giveBack }))
  await app.user.click(await dialog.findByRole('button', { name: emailTenant.see }))
  await screen.findByRole('dialog', { name: emailTenant.title })
  await app.user.keyboard('{Escape}')
  await app.user.click(dialog.getByRole('button', { name: deposit.giveBack }))
  await waitFor(() => expect(returned.bodies).toHaveLength(1))
  expect(returned.bodies[0]).not.toHaveProperty('emailTenants')
  expect(previews.queries.at(-1)).toMatchObject({ change: 'deposit-return', amount: '1700.00' })
})

it('sends a reminder in words that can be changed', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  answer('get', '/api/tenants/5/ledger', () => HttpResponse.json(aLedger()))
  answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit()))
  answer('get', '/api/tenants/5/mails/reminder', () => HttpResponse.json(anActMail({ note: 'Please pay.' })))
  const sent = answer('post', '/api/tenants/5/reminders', () => new HttpResponse(null, { status: 204 }))
  const app = renderApp('/tenants/5', { user })
  const steps = within(await screen.findByRole('region', { name: next.title }))
  await app.user.click(await steps.findByRole('button', { name: reminder.button }))
  const text = await screen.findByLabelText(reminder.text)
  const dialog = within(screen.getByRole('dialog', { name: reminder.title }))
  expect(text).toHaveValue('Please pay.')
  await app.user.clear(text)
  await app.user.type(text, 'Could you pay by Friday?')
  await app.user.click(dialog.getByRole('button', { name: reminder.send }))
  expect(await screen.findByText(reminder.done)).toBeVisible()
  expect(sent.bodies).toEqual([{ note: 'Could you pay by Friday?' }])
})

it('says why a reminder cannot be sent', async () => {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  answer('get', '/api/tenants/5/ledger', () => HttpResponse.json(aLedger()))
  answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit()))
  answer('get', '/api/tenants/5/mails/reminder', () => HttpResponse.json(anActMail({ wanted: false, whyNot: 'off-for-tenant', offReason: 'Wants letters', note: 'Please pay.' })))
  const app = renderApp('/tenants/5', { user })
  const steps = within(await screen.findByRole('region', { name: next.title }))
  await app.user.click(await steps.findByRole('button', { name: reminder.button }))
  expect(await screen.findByText(reminder.off('Wants letters'))).toBeVisible()
  expect(screen.getByRole('button', { name: reminder.send })).toBeDisabled()
})
