import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { createFormatter, defaultFormat } from '@/lib/format'
import { common } from '@/lib/messages'
import { reasons } from '@/lib/rent'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aDeposit, aLedger, anEntry, aReceipt, aRise, noLedger } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { deposit } from './deposit/messages'
import { documents } from './documents/messages'
import { endForm, notice } from './form.messages'
import { details } from './messages'
import { changeForm, entryForm, next, rent, startForm } from './rent/messages'

const user = aUser()
const format = createFormatter(defaultFormat)
const today = londonDay(new Date())
const ledgerOf5 = '/api/tenants/5/ledger'

/** Opens Tenant Details of somebody with a ledger. */
function open(ledger = aLedger({ asOf: today }), tenant = aTenant({ rentAmount: '595.00', tenancyRent: '595.00' }), as = user) {
  answer('get', '/api/tenants/5', () => HttpResponse.json(tenant))
  const asked = answer('get', ledgerOf5, () => HttpResponse.json({ ...ledger, asOf: asked.queries.at(-1)?.asOf ?? ledger.asOf }))
  return { ...renderApp('/tenants/5', { user: as }), asked }
}
const dialog = async (name = `${details.title} James Adeyemi`) => within(await screen.findByRole('dialog', { name }))

describe('the statement', () => {
  it('has every entry with its state, their sums, and the figures above', async () => {
    open()
    const shown = await dialog()
    const table = within(await shown.findByRole('table', { name: rent.statement }))
    expect(table.getByRole('row', { name: /01\/11\/2026 Rent for November £395\.00 unpaid, \d+ days? £595\.00/ })).toBeVisible()
    expect(table.getByRole('row', { name: /12\/11\/2026 Received by bank transfer LLEWELLYN R5 £200\.00 £395\.00/ })).toBeVisible()
    expect(table.getByRole('row', { name: new RegExp(`${rent.owedOn(format.date(today))} £595\\.00 £200\\.00 £395\\.00`) })).toBeVisible()
    const figures = within(shown.getByRole('region', { name: rent.figures }))
    expect(figures.getByText(rent.months('0.66'))).toBeVisible()
    expect(figures.getByText('Due on the 1st')).toBeVisible()
    expect(figures.getByText(/^01\/12\/2026/)).toBeVisible()
    expect(shown.getByText('£395 in arrears')).toBeVisible()
  })

  it('of a joint tenant shows the tenancy’s balance without other sums', async () => {
    const entries = [anEntry({ amount: '650.01', settled: '650.01', balance: '1150.00' }), aReceipt({ amount: '650.01', date: '2026-11-12', balance: '0.01' })]
    open(aLedger({ entries, balance: '0.01', asOf: today }), aTenant({ rentAmount: '650.01', tenancyRent: '1150.00', tenantsTogether: 2 }))
    const table = within(await (await dialog()).findByRole('table', { name: rent.statement }))
    expect(table.getByRole('columnheader', { name: rent.balanceOfAll })).toBeVisible()
    expect(table.getByRole('row', { name: `${rent.owedByAllOn(format.date(today))} £0.01` })).toBeVisible()
  })

  it('of who is left alone says so as long as those who left still owe', async () => {
    open(aLedger({ balance: '400.00', asOf: today }))
    const table = within(await (await dialog()).findByRole('table', { name: rent.statement }))
    expect(table.getByRole('row', { name: `${rent.owedByAllOn(format.date(today))} £400.00` })).toBeVisible()
  })

  it('has two lines an entry on phones, and says what a reversal takes back', async () => {
    setViewport({ width: 360 })
    const entries = [anEntry(), aReceipt({ reversedBy: 3 }), aReceipt({ id: 3, kind: 'reversal', method: null, reference: 'returned by the bank', reverses: 2, date: '2026-11-04', balance: '595.00' })]
    open(aLedger({ entries, asOf: today }))
    const list = within(await (await dialog()).findByRole('list', { name: rent.statement }))
    expect(list.getAllByRole('listitem')).toHaveLength(4)
    expect(list.getByText(/returned by the bank\. Received by bank transfer, 01\/11\/2026/)).toBeVisible()
  })

  it('shows earlier entries when asked, and recomputes as of another day', async () => {
    const app = open(aLedger({ entries: [anEntry({ id: 9, date: addDays(today, -500), balance: '5.00' }), ...aLedger().entries], asOf: today }))
    const shown = await dialog()
    expect(await shown.findByRole('row', { name: /Brought forward £5\.00/ })).toBeVisible()
    await app.user.click(shown.getByRole('button', { name: rent.earlier(1) }))
    expect(shown.queryByRole('row', { name: /Brought forward/ })).toBeNull()
    const day = shown.getByLabelText(rent.asOf)
    await app.user.clear(day)
    await app.user.type(day, '2026-11-05')
    await app.user.tab()
    expect(await shown.findAllByText(rent.owedOn('05/11/2026'))).not.toHaveLength(0)
    expect(app.asked.queries.at(-1)).toEqual({ asOf: '2026-11-05' })
  })

  it('is saved as PDF and CSV, or says why not', async () => {
    const asked = answer('get', '/api/tenants/5/statement', (count) =>
      count === 1 ? new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="rent.pdf"' } }) : problem(422, { detail: 'No such day.' }),
    )
    const app = open()
    const shown = await dialog()
    await app.user.click(await shown.findByRole('button', { name: rent.pdf }))
    await waitFor(() => expect(asked.queries).toEqual([{ format: 'pdf' }]))
    await app.user.click(shown.getByRole('button', { name: rent.csv }))
    expect(await screen.findByText('No such day.')).toBeVisible()
  })

  it('says that it could not be loaded, beside what could', async () => {
    answer('get', ledgerOf5, () => problem(403, { detail: 'No.' }))
    answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
    renderApp('/tenants/5', { user })
    const shown = await dialog()
    expect(await shown.findByText(common.couldNotLoad(rent.statement))).toBeVisible()
    expect(shown.getByRole('region', { name: details.profile })).toBeVisible()
  })

  it('has nothing to change for a Viewer', async () => {
    open(aLedger(), aTenant(), aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }))
    const shown = await dialog()
    await shown.findByRole('table', { name: rent.statement })
    for (const name of [rent.record, rent.add, rent.change, deposit.record, documents.give]) expect(shown.queryByRole('button', { name })).toBeNull()
  })
})

describe('an entry', () => {
  it('is a receipt of what is owed; a second press sends the same key', async () => {
    const posted = { entry: aReceipt({ id: 8 }), arrears: { balance: '0.00' } }
    const asked = answer('post', ledgerOf5, (count) => (count === 1 ? HttpResponse.error() : HttpResponse.json(posted, { status: 201 })))
    const app = open()
    await app.user.click(within(await (await dialog()).findByRole('region', { name: next.title })).getByRole('button', { name: rent.record }))
    const form = await dialog(entryForm.receiptTitle)
    expect(form.getByLabelText(entryForm.amount)).toHaveValue('395.00')
    const press = async () => app.user.click(form.getByRole('button', { name: entryForm.submit.receipt }))
    await press()
    expect(await screen.findByText(entryForm.failed)).toBeVisible()
    await press()
    expect(await screen.findByText(entryForm.done.receipt)).toBeVisible()
    expect(asked.bodies).toEqual([asked.bodies[1], { kind: 'receipt', amount: '395.00', date: today, method: 'bank-transfer' }])
    expect(asked.headers[0]?.get('idempotency-key')).toBe(asked.headers[1]?.get('idempotency-key'))
  })

  it('takes an earlier one back from its own day on', async () => {
    const asked = answer('post', ledgerOf5, () => HttpResponse.json({ entry: anEntry({ id: 8 }), arrears: { balance: '595.00' } }, { status: 201 }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: rent.add }))
    const form = await dialog(entryForm.title)
    await app.user.click(form.getByRole('radio', { name: entryForm.kinds.reversal }))
    await app.user.click(form.getByRole('button', { name: entryForm.submit.reversal }))
    expect(await form.findAllByText(entryForm.entryRequired)).not.toHaveLength(0)
    await app.user.selectOptions(form.getByLabelText(entryForm.entry), '12/11/2026, Received by bank transfer, £200.00')
    await app.user.selectOptions(form.getByLabelText(entryForm.reason), reasons['returned-by-the-bank'])
    await app.user.type(form.getByLabelText(new RegExp(`^${entryForm.references.reversal}`)), 'Returned')
    await app.user.click(form.getByRole('button', { name: entryForm.submit.reversal }))
    expect(await screen.findByText(entryForm.done.reversal)).toBeVisible()
    expect(asked.bodies).toEqual([{ kind: 'reversal', date: '2026-11-12', reverses: 2, reason: 'returned-by-the-bank', reference: 'Returned' }])
  })

  it('says what is missing of a charge, and what the server finds wrong', async () => {
    const asked = answer('post', ledgerOf5, () => problem(422, { reason: 'LEDGER_INVALID', errors: { date: ['The day is before the tenancy.'] } }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: rent.add }))
    const form = await dialog(entryForm.title)
    await app.user.click(form.getByRole('radio', { name: entryForm.kinds.charge }))
    await app.user.click(form.getByRole('button', { name: entryForm.submit.charge }))
    expect(await form.findAllByText(entryForm.amountRequired)).not.toHaveLength(0)
    expect(form.getAllByText(entryForm.referenceRequired)).not.toHaveLength(0)
    await app.user.type(form.getByLabelText(entryForm.amount), '0')
    expect(await form.findAllByText(entryForm.amountPositive)).not.toHaveLength(0)
    await app.user.clear(form.getByLabelText(entryForm.amount))
    await app.user.type(form.getByLabelText(entryForm.amount), '25')
    await app.user.type(form.getByLabelText(entryForm.references.charge), 'Lost key')
    await app.user.click(form.getByRole('button', { name: entryForm.submit.charge }))
    expect(await form.findAllByText('The day is before the tenancy.')).not.toHaveLength(0)
    expect(asked.bodies).toEqual([{ kind: 'charge', amount: '25.00', date: today, reference: 'Lost key' }])
  })
})

describe('the terms', () => {
  it('are set up where no rent is charged', async () => {
    const asked = answer('post', '/api/tenants/5/rent', () => HttpResponse.json(aLedger().terms, { status: 201 }))
    const app = open(noLedger(), aTenant({ leaseStart: '2022-04-01' }))
    const shown = await dialog()
    expect(await shown.findAllByText('Rent is not charged here yet.')).not.toHaveLength(0)
    await app.user.click(within(shown.getByRole('region', { name: rent.statement })).getByRole('button', { name: rent.setUp }))
    const form = await dialog(startForm.title)
    const due = form.getByLabelText(startForm.dueDay)
    await app.user.clear(due)
    await app.user.type(due, '32')
    await app.user.click(form.getByRole('button', { name: startForm.title }))
    expect(await form.findAllByText(startForm.dueDayInvalid)).not.toHaveLength(0)
    await app.user.clear(due)
    await app.user.type(due, '31')
    await app.user.type(form.getByLabelText(new RegExp(`^${startForm.opening}`)), '120')
    await app.user.click(form.getByRole('button', { name: startForm.title }))
    expect(await screen.findByText(startForm.started)).toBeVisible()
    expect(asked.bodies).toEqual([{ period: 'monthly', dueDay: 31, firstDay: `${today.slice(0, 8)}01`, proRata: 'days-of-year', openingBalance: '120.00' }])
  })

  it('change from the earliest day that is proposed, with its reason', async () => {
    const rise = answer('get', '/api/tenants/5/rent-rise', () => HttpResponse.json(aRise()))
    const asked = answer('post', '/api/tenants/5/rent-changes', () => HttpResponse.json({ id: 1, effectiveDate: '2027-02-01', monthlyRent: '620.00', servedDate: today, inForce: false }, { status: 201 }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: rent.change }))
    const form = await dialog(changeForm.title)
    expect(await form.findByText(changeForm.earliest('1 February 2027'))).toBeVisible()
    expect(form.getByText(/Two months after the notice\.\s53 weeks in rare cases\./)).toBeVisible()
    expect(rise.queries).toEqual([{ served: today }])
    await app.user.click(form.getByRole('button', { name: changeForm.title }))
    expect(await form.findAllByText(entryForm.dateRequired)).not.toHaveLength(0)
    await app.user.click(form.getByRole('button', { name: changeForm.take }))
    await app.user.type(form.getByLabelText(changeForm.rent), '620')
    await app.user.click(form.getByRole('button', { name: changeForm.title }))
    expect(await screen.findByText(changeForm.changed)).toBeVisible()
    expect(asked.bodies).toEqual([{ effectiveDate: '2027-02-01', monthlyRent: '620.00', servedDate: today }])
  })

  it('is proposed no day where no rule is known', async () => {
    answer('get', '/api/tenants/5/rent-rise', () => HttpResponse.json(aRise({ earliestDate: null, floorDate: null, effectiveDate: null, reason: 'Lintel knows no rule.' })))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: rent.change }))
    const form = await dialog(changeForm.title)
    expect(await form.findByText('Lintel knows no rule.')).toBeVisible()
    expect(form.queryByRole('button', { name: changeForm.take })).toBeNull()
  })

  it('keep the last rise before Lintel, and take the first period allowed', async () => {
    answer('get', '/api/tenants/5/rent-rise', () => HttpResponse.json(aRise({ earliestDate: '2027-01-28', effectiveDate: '2027-02-01', earlierRiseDate: '2025-09-01', earlierRiseRent: '560.00' })))
    const asked = answer('post', '/api/tenants/5/rent-changes', () => HttpResponse.json({ id: 0, effectiveDate: '2026-09-01', monthlyRent: '595.00', servedDate: null, inForce: true }, { status: 201 }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: rent.change }))
    const form = await dialog(changeForm.title)
    expect(await form.findByText(changeForm.earlier('£560.00', '1 September 2025'))).toBeVisible()
    await app.user.click(form.getByRole('button', { name: changeForm.takePeriod('1 February 2027') }))
    await app.user.click(form.getByRole('checkbox', { name: changeForm.beforeLintel }))
    const first = within(form.getByRole('group', { name: new RegExp(`^${changeForm.earlierDay}`) }))
    for (const [name, value] of [
      [common.day, '1'],
      [common.month, '9'],
      [common.year, '2026'],
    ] as const) {
      await app.user.clear(first.getByLabelText(name))
      await app.user.type(first.getByLabelText(name), value)
    }
    await app.user.type(form.getByLabelText(changeForm.earlierRent), '595')
    await app.user.click(form.getByRole('button', { name: changeForm.title }))
    expect(await screen.findByText(changeForm.changed)).toBeVisible()
    expect(asked.bodies).toEqual([{ effectiveDate: '2026-09-01', monthlyRent: '595.00', beforeLintel: true }])
  })

  it('end on the earliest day of a notice', async () => {
    const choices = [{ code: '1A', title: 'Selling', rule: '4 months' }]
    const asked = answer('get', '/api/tenants/5/notice', () =>
      HttpResponse.json(
        asked.queries.at(-1)?.ground === undefined
          ? { earliestDate: null, reason: 'Choose the reason of the notice.', said: [], askedFor: [], reasons: choices }
          : { earliestDate: '2027-03-28', reason: 'Four months for ground 1A.', said: ['The deposit is not protected.'], askedFor: [], reasons: choices },
      ),
    )
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: details.end_ }))
    const form = await dialog(endForm.title)
    await app.user.click(form.getByRole('radio', { name: notice.givers.landlord }))
    expect(await form.findByText('Choose the reason of the notice.')).toBeVisible()
    expect(form.queryByRole('button', { name: notice.take })).toBeNull()
    await app.user.selectOptions(form.getByLabelText(notice.ground), '1A')
    expect(await form.findByText(notice.earliest('28 March 2027'))).toBeVisible()
    expect(form.getByText(/The deposit is not protected\./)).toBeVisible()
    expect(asked.queries).toEqual([
      { giver: 'landlord', given: today },
      { giver: 'landlord', ground: '1A', given: today },
    ])
    await app.user.click(form.getByRole('button', { name: notice.take }))
    const last = within(form.getByRole('group', { name: endForm.lastDay }))
    expect(last.getByLabelText(common.day)).toHaveValue('28')
    expect(last.getByLabelText(common.year)).toHaveValue('2027')
  })
})

describe('what to do next', () => {
  it('names the arrears and the deposit, with what is usual', async () => {
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit({ protectByDate: addDays(today, 3) })))
    const app = open()
    const section = within(await (await dialog()).findByRole('region', { name: next.title }))
    expect(section.getByText(next.late('£395.00', 19))).toBeVisible()
    expect(section.getByText(next.protect(format.longDate(addDays(today, 3))))).toBeVisible()
    await app.user.click(section.getByRole('button', { name: rent.record }))
    expect(await screen.findByRole('dialog', { name: entryForm.receiptTitle })).toBeVisible()
  })
})
