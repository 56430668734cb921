import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { applicationStatuses } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { common } from '@/lib/messages'
import { anApplication } from '@/test/applicationFactories'
import { aUser } from '@/test/factories'
import { aHoldingDeposit } from '@/test/rentFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { holding } from './holding/messages'

const list = '/api/tenant-applications'
const path = `${list}/41/holding-deposit`
const today = londonDay(new Date())

beforeEach(() => {
  answer('get', list, () => HttpResponse.json([anApplication()]))
  answer('get', `${list}/41`, () => HttpResponse.json(anApplication()))
  answer('get', `${list}/41/right-to-rent`, () => HttpResponse.json([]))
  answer('get', `${list}/analytics`, () => HttpResponse.json({ total: 1, withdrawn: 0, statuses: applicationStatuses.map((status) => ({ status, count: 0 })) }))
})

const open = async () => {
  const app = renderApp('/landlord-applications/41', { user: aUser() })
  return { app, shown: within(await screen.findByRole('dialog', { name: /Tom Hargreaves/ })) }
}
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('is recorded with its amount and its day', async () => {
  const asked = answer('put', path, () => HttpResponse.json(aHoldingDeposit({ amount: '230.00' })))
  const { app, shown } = await open()
  await app.user.click(await shown.findByRole('button', { name: holding.record }))
  const dialog = await form(holding.record)
  await app.user.click(dialog.getByRole('button', { name: holding.save }))
  expect(await dialog.findAllByText(holding.amountRequired)).not.toHaveLength(0)
  await app.user.type(dialog.getByLabelText(holding.amount), '230')
  await app.user.click(dialog.getByRole('button', { name: holding.save }))
  expect(await screen.findByText(holding.saved)).toBeVisible()
  expect(asked.bodies).toEqual([{ amount: '230.00', receivedDate: today }])
})

it('has its clock and its warning, and what is kept has a reason', async () => {
  const held = aHoldingDeposit({ amount: '300.00', receivedDate: '2026-11-20', agreeByDate: '2026-12-04', payBackByDate: addDays(today, -1), warnings: ['£300.00 is too much.'] })
  answer('get', path, () => HttpResponse.json(held))
  const asked = answer('put', path, () => HttpResponse.json(held))
  const { app, shown } = await open()
  expect(await shown.findByText(holding.daysLate(1))).toBeVisible()
  expect(shown.getByText('£300.00 is too much.')).toBeVisible()
  await app.user.click(shown.getByRole('button', { name: holding.change }))
  const dialog = await form(holding.change)
  await app.user.selectOptions(dialog.getByLabelText(holding.outcome), 'kept')
  const day = within(dialog.getByRole('group', { name: new RegExp(`^${holding.outcomeDate}`) }))
  await app.user.type(day.getByLabelText(common.day), '5')
  await app.user.type(day.getByLabelText(common.month), '12')
  await app.user.type(day.getByLabelText(common.year), '2026')
  await app.user.click(dialog.getByRole('button', { name: holding.save }))
  expect(await dialog.findAllByText(holding.reasonRequired)).not.toHaveLength(0)
  await app.user.type(dialog.getByLabelText(new RegExp(`^${holding.reason}`)), 'False information')
  await app.user.click(dialog.getByRole('button', { name: holding.save }))
  expect(await screen.findByText(holding.saved)).toBeVisible()
  expect(asked.bodies).toEqual([{ amount: '300.00', receivedDate: '2026-11-20', outcome: 'kept', outcomeDate: '2026-12-05', reason: 'False information' }])
})

it('asks for day and reason of an outcome, and sends none while it is held', async () => {
  const kept = aHoldingDeposit({ amount: '230.00', receivedDate: '2026-11-20', outcome: 'kept', outcomeDate: '2026-12-05', reason: 'False information' })
  answer('get', path, () => HttpResponse.json(kept))
  const asked = answer('put', path, () => HttpResponse.json(aHoldingDeposit({ amount: '230.00' })))
  const { app, shown } = await open()
  await app.user.click(await shown.findByRole('button', { name: holding.change }))
  const dialog = await form(holding.change)
  expect(dialog.getByLabelText(holding.reason)).toHaveValue('False information')
  await app.user.selectOptions(dialog.getByLabelText(holding.outcome), '')
  expect(dialog.queryByRole('group', { name: new RegExp(`^${holding.outcomeDate}`) })).toBeNull()
  expect(dialog.queryByLabelText(holding.reason)).toBeNull()
  await app.user.click(dialog.getByRole('button', { name: holding.save }))
  expect(await screen.findByText(holding.saved)).toBeVisible()
  expect(asked.bodies).toEqual([{ amount: '230.00', receivedDate: '2026-11-20' }])
})

it('is removed after a question', async () => {
  answer('get', path, () => HttpResponse.json(aHoldingDeposit({ amount: '230.00', receivedDate: '2026-11-20', outcome: 'toRent', outcomeDate: '2026-12-01' })))
  const removed = answer('delete', path, () => HttpResponse.json(aHoldingDeposit()))
  const { app, shown } = await open()
  expect(await shown.findByText(holding.outcomes.toRent)).toBeVisible()
  await app.user.click(shown.getByRole('button', { name: holding.remove }))
  const question = within(await screen.findByRole('alertdialog', { name: holding.removeTitle }))
  await app.user.click(question.getByRole('button', { name: holding.remove }))
  expect(await screen.findByText(holding.removed)).toBeVisible()
  expect(removed.headers).toHaveLength(1)
})

it('says so where it could not be loaded', async () => {
  answer('get', path, () => problem(403, { detail: 'No.' }))
  const { shown } = await open()
  expect(await shown.findByText(common.couldNotLoad(holding.what))).toBeVisible()
})
