import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { emptyFile } from '@/lib/emptyFile'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aBankStatement } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { bank as texts } from './messages'

const user = aUser()
const files = '/api/bank-statements'
const page = '/portfolio/bank'

it('says what a file brought, and that one read before adds nothing', async () => {
  const asked = answer('post', files, (count) => HttpResponse.json(aBankStatement(count === 1 ? { proof: 'balance', layoutName: 'Aldergate' } : { knownLines: 3, knownMoneyOutLines: 1, openLines: 0 }), { status: 201 }))
  const app = renderApp(page, { user })
  expect(await screen.findByText(texts.noFiles)).toBeVisible()
  const file = new File(['Date,Amount'], 'november.csv', { type: 'text/csv' })
  await app.user.upload(screen.getByLabelText(texts.file), file)
  expect(await screen.findByText(texts.readAs('november.csv', 'Aldergate'))).toBeVisible()
  expect(screen.getByText(/3 lines in, 1 line out\. 3 to decide\. 1 line was read before.* Its balances add up\./)).toBeVisible()
  await app.user.upload(await screen.findByLabelText(texts.file), file)
  expect(await screen.findByText(texts.nothingNew('november.csv'))).toBeVisible()
  expect(asked.headers[0]?.get('idempotency-key')).not.toBeNull()
})

it('says what a file left out, and which lines it shows to have gone out', async () => {
  answer('post', files, () => HttpResponse.json(aBankStatement({ wrongWay: 2, leftOut: [{ line: 44, why: 'It has 1 value.', text: 'Pending' }] }), { status: 201 }))
  const app = renderApp(page, { user })
  await app.user.upload(await screen.findByLabelText(texts.file), new File(['x'], 'november.csv'))
  expect(await screen.findByText(/1 line left out\. 2 lines that were read before went out, not in/)).toBeVisible()
})

it('says of a file that holds nothing that it is empty, and sends nothing', async () => {
  const app = renderApp(page, { user })
  await app.user.upload(await screen.findByLabelText(texts.file), new File([], 'november.csv'))
  expect(await screen.findByText(emptyFile.text('november.csv'))).toBeVisible()
})

it('says why a file could not be read', async () => {
  answer('post', files, () => problem(422, { reason: 'BANK_FILE_INVALID', detail: 'Line 3 has no amount.' }))
  const app = renderApp('/tenants/bank', { user })
  await app.user.upload(await screen.findByLabelText(texts.file), new File(['?'], 'x.csv', { type: 'text/csv' }))
  expect(await screen.findByText('Line 3 has no amount.')).toBeVisible()
  expect(app.address()).toBe(page)
})

it('asks of which account a file is that names none', async () => {
  answer('get', '/api/bank-accounts', () => HttpResponse.json([{ id: 2, name: 'Current account', ending: '4471' }]))
  const asked = answer('post', files, (count) => (count === 1 ? problem(422, { reason: 'BANK_ACCOUNT_NEEDED' }) : HttpResponse.json(aBankStatement(), { status: 201 })))
  const app = renderApp(page, { user })
  await app.user.upload(await screen.findByLabelText(texts.file), new File(['x'], 'november.csv'))
  const panel = within(await screen.findByRole('region', { name: texts.whichAccount }))
  await app.user.click(panel.getByRole('button', { name: texts.readNow }))
  expect(panel.getByText(texts.accountRequired)).toBeVisible()
  await app.user.selectOptions(panel.getByLabelText(texts.account), 'Current account, ending 4471')
  await app.user.click(panel.getByRole('button', { name: texts.readNow }))
  expect(await screen.findByText(texts.read('november.csv'))).toBeVisible()
  expect(asked.bodies[1]).toContain('bankAccountId')
  expect(screen.queryByRole('region', { name: texts.whichAccount })).toBeNull()
})

it('forgets a layout', async () => {
  answer('get', files, () => HttpResponse.json([aBankStatement()]))
  answer('get', '/api/bank-layouts', (count) => HttpResponse.json(count === 1 ? [{ id: 3, name: 'Aldergate', header: ['Posted', 'Value'], usedAt: '2026-11-20T10:00:00Z' }] : []))
  answer('delete', '/api/bank-layouts/3', () => new HttpResponse(null, { status: 204 }))
  const app = renderApp(page, { user })
  await app.user.click(await screen.findByRole('button', { name: texts.forgetLayout('Aldergate') }))
  expect(await screen.findByText(texts.forgot)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('list', { name: texts.layouts })).toBeNull())
})
