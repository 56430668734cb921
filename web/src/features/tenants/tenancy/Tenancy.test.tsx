import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { reasons } from '@/lib/rent'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aTenancyRent } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { entryForm, rent as texts } from '../rent/messages'
import { tenancy } from './messages'

const user = aUser()
const page = '/tenants/tenancies/3'
const call = '/api/tenancies/3/rent'

const dialog = async () => within(await screen.findByRole('dialog', { name: /James Adeyemi and Ruth Adeyemi$/ }))

it('shows what joint tenants owe together, who paid, and each share', async () => {
  answer('get', call, () => HttpResponse.json(aTenancyRent({ balance: '-25.00' })))
  const app = renderApp(page, { user })
  const shown = await dialog()
  expect(shown.getByText(tenancy.eyebrow(2))).toBeVisible()
  expect(shown.getByText(tenancy.nobody)).toBeVisible()
  expect(shown.getByText(texts.inCredit)).toBeVisible()
  expect(shown.getByText('The tenancy, all two together')).toBeVisible()
  const rows = within(shown.getByRole('table', { name: texts.statement })).getAllByRole('row')
  expect(rows[1]).toHaveTextContent(`${tenancy.chargeOf('James')}£1,475.00`)
  expect(rows[3]).toHaveTextContent(/04\/11\/2026.*Ruth£900\.00−£25\.00/)
  expect(shown.getByText(tenancy.above('£25.00'))).toBeVisible()
  expect(shown.getByText(tenancy.even)).toBeVisible()
  expect(within(shown.getByRole('region', { name: tenancy.tenants })).getByRole('link', { name: 'Ruth Adeyemi' })).toHaveAttribute('href', '/tenants/6')
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(app.address()).toBe('/tenants'))
})

it('says since when something is owed, and what ground 8 says', async () => {
  answer('get', call, () => HttpResponse.json(aTenancyRent({ balance: '3749.50', overdue: '3749.50', daysInArrears: 62, monthsOfRent: '2.54', oldestUnpaidDue: '2026-09-01', ground8: 'Three months of rent are not owed yet.' })))
  renderApp(page, { user })
  const shown = await dialog()
  expect(shown.getByText(texts.months('2.54'))).toBeVisible()
  expect(shown.getByText('Three months of rent are not owed yet.')).toBeVisible()
  expect(shown.queryByText(tenancy.nobody)).toBeNull()
})

it('takes an entry back in its row with a reason, and keeps it on Escape', async () => {
  answer('get', call, () => HttpResponse.json(aTenancyRent()))
  const asked = answer('post', '/api/tenants/6/ledger', () => HttpResponse.json({ entry: {}, arrears: { balance: '875.00' } }, { status: 201 }))
  const app = renderApp(page, { user })
  const shown = await dialog()
  const menu = { name: tenancy.menuOf('Received by bank transfer, 04/11/2026') }
  const open = async () => {
    await app.user.click(shown.getByRole('button', menu))
    await app.user.click(screen.getByRole('menuitem', { name: tenancy.takeBack }))
  }
  await open()
  expect(shown.getByText(tenancy.takeBackTitle('£900.00', '04/11/2026'))).toBeVisible()
  await app.user.keyboard('{Escape}')
  expect(shown.queryByText(tenancy.takeBackText)).toBeNull()
  expect(shown.getByRole('button', menu)).toHaveFocus()
  await open()
  await app.user.click(shown.getByRole('button', { name: tenancy.takeBack }))
  expect(shown.getByText(tenancy.reasonRequired)).toBeVisible()
  await app.user.selectOptions(shown.getByRole('combobox', { name: tenancy.reason }), reasons['wrong-tenancy'])
  await app.user.click(shown.getByRole('button', { name: tenancy.takeBack }))
  expect(await screen.findByText(tenancy.doneText('£875.00'))).toBeVisible()
  expect(asked.bodies).toEqual([{ kind: 'reversal', date: londonDay(new Date()), reverses: 3, reason: 'wrong-tenancy' }])
})

it('changes the shares from a day on once they add up to the rent', async () => {
  answer('get', call, () => HttpResponse.json(aTenancyRent()))
  const asked = answer('put', '/api/tenancies/3/shares', (count) => (count === 1 ? problem(422, { detail: 'Not before the tenancy begins.' }) : HttpResponse.json({})))
  const app = renderApp(page, { user })
  const shown = await dialog()
  const change = { name: new RegExp(`^${tenancy.change}`) }
  await app.user.click(shown.getByRole('button', change))
  const share = shown.getByRole('textbox', { name: tenancy.shareOf('James Adeyemi') })
  expect(share, 'the form takes the focus, and gives it back').toHaveFocus()
  await app.user.keyboard('{Escape}')
  expect(shown.getByRole('button', change)).toHaveFocus()
  await app.user.keyboard('{Enter}')
  await app.user.clear(shown.getByRole('textbox', { name: tenancy.shareOf('James Adeyemi') }))
  await app.user.type(shown.getByRole('textbox', { name: tenancy.shareOf('James Adeyemi') }), '500')
  expect(shown.getByText(tenancy.left('£100.00', '£1,475.00'))).toBeVisible()
  expect(shown.getByRole('button', { name: tenancy.save })).toBeDisabled()
  const other = shown.getByRole('textbox', { name: tenancy.shareOf('Ruth Adeyemi') })
  await app.user.clear(other)
  await app.user.type(other, '1000')
  expect(shown.getByText(tenancy.over('£25.00', '£1,475.00'))).toBeVisible()
  await app.user.clear(other)
  await app.user.type(other, '975')
  expect(shown.getByText(tenancy.addUp('£1,475.00'))).toBeVisible()
  const year = shown.getByLabelText(common.year)
  await app.user.clear(year)
  await app.user.click(shown.getByRole('button', { name: tenancy.save }))
  expect(await shown.findByText(tenancy.fromInvalid)).toBeVisible()
  await app.user.type(year, '2027')
  await app.user.click(shown.getByRole('button', { name: tenancy.save }))
  expect(await screen.findByText('Not before the tenancy begins.')).toBeVisible()
  await app.user.click(shown.getByRole('button', { name: tenancy.save }))
  expect(await screen.findByText(tenancy.saved)).toBeVisible()
  expect(asked.bodies.at(-1)).toMatchObject({ shares: [{ tenantId: 5, share: '500.00' }, { tenantId: 6, share: '975.00' }] })
})

it('records whose payment it was, and a refund', async () => {
  answer('get', call, () => HttpResponse.json(aTenancyRent()))
  const asked = answer('post', '/api/tenants/6/ledger', () => HttpResponse.json({ entry: {}, arrears: { balance: '0.00' } }, { status: 201 }))
  const app = renderApp(page, { user })
  const shown = await dialog()
  await app.user.click(shown.getByRole('button', { name: texts.add }))
  const form = within(await screen.findByRole('dialog', { name: entryForm.title }))
  expect(form.queryByRole('radio', { name: entryForm.kinds.reversal })).toBeNull()
  await app.user.click(form.getByRole('radio', { name: entryForm.kinds.refund }))
  await app.user.selectOptions(form.getByRole('combobox', { name: entryForm.payer }), 'Ruth Adeyemi')
  await app.user.type(form.getByLabelText(entryForm.amount), '25')
  await app.user.click(form.getByRole('button', { name: entryForm.submit.refund }))
  expect(await screen.findByText(entryForm.done.refund)).toBeVisible()
  expect(asked.bodies).toMatchObject([{ kind: 'refund', amount: '25.00', method: 'bank-transfer' }])
})

it('has neither shares nor payers where one tenant rents alone', async () => {
  const [james] = aTenancyRent().tenants
  answer('get', call, () => HttpResponse.json(aTenancyRent({ tenants: james ? [james] : [] })))
  renderApp(page, { user })
  const shown = within(await screen.findByRole('dialog', { name: /James Adeyemi$/ }))
  expect(shown.queryByText(tenancy.shares)).toBeNull()
  expect(shown.queryByRole('columnheader', { name: tenancy.paidBy })).toBeNull()
})

it('reads all pages of the entries, as of the day that is asked for', async () => {
  const { entries } = aTenancyRent()
  const asked = answer('get', call, () => {
    const isSecond = asked.queries.at(-1)?.pageToken === 'two'
    return HttpResponse.json(aTenancyRent({ entries: isSecond ? entries.slice(2) : entries.slice(0, 2) }), { headers: isSecond ? {} : { link: `<${call}?pageToken=two>; rel="next"` } })
  })
  const app = renderApp(page, { user })
  const shown = await dialog()
  expect(within(shown.getByRole('table', { name: texts.statement })).getAllByRole('row')).toHaveLength(5)
  const day = shown.getByLabelText(texts.asOf)
  await app.user.clear(day)
  await app.user.type(day, '2026-01-05')
  await app.user.tab()
  await waitFor(() => expect(asked.queries.at(-1)).toMatchObject({ asOf: '2026-01-05', pageSize: '200' }))
})

it('has two lines an entry on a phone, and nothing to change for a Viewer', async () => {
  setViewport({ width: 390 })
  answer('get', call, () => HttpResponse.json(aTenancyRent()))
  renderApp(page, { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  const shown = await dialog()
  expect(within(shown.getByRole('list', { name: texts.statement })).getAllByRole('listitem')[2]).toHaveTextContent('04/11/2026, Ruth')
  for (const name of [texts.record, texts.add, tenancy.change]) expect(shown.queryByRole('button', { name: new RegExp(name) })).toBeNull()
})

it('says that there is no such tenancy, or why it could not be loaded', async () => {
  answer('get', call, (count) => (count === 1 ? problem(403, { detail: 'No.' }) : problem(404)))
  const app = renderApp(page, { user })
  expect(await screen.findByText(common.couldNotLoad(tenancy.one))).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: common.retry }))
  expect(await screen.findByText(tenancy.goneText)).toBeVisible()
})
