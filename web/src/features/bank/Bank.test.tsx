import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { BankLine } from '@/api/bank'
import { common } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aBankLine, aBankMonth, aBankStatement, aLedger, anEntry } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { bank as texts, split } from './messages'

const user = aUser()
const files = '/api/bank-statements'
const decisions = '/api/bank-lines/decisions'
const page = '/portfolio/bank'
const nobodys = (id: number, amount: string): BankLine => aBankLine({ id, amount, payer: null, reference: null, matches: [] })
const council = () =>
  aBankLine({
    id: 75,
    amount: '1040.00',
    payer: 'TRENTSIDE COUNCIL',
    reference: 'HB SCHEDULE 4711',
    matches: [6, 7, 8].map((tenantId) => ({ tenantId, tenantName: `Tenant ${String(tenantId)}`, propertyName: 'Forest House', reason: '', sure: false, owed: '510.00' })),
    proposedSplit: [
      { tenantId: 6, tenantName: 'Tenant 6', propertyName: 'Forest House', amount: '530.00', reason: 'Claim 88 410 C recognised.', kind: 'rent' },
      { tenantId: 7, tenantName: 'Tenant 7', propertyName: 'Forest House', amount: '510.00', reason: 'Her whole rent.', kind: 'rent' },
    ],
    splitSure: true,
  })

/** Lines as they stand in each state. */
function withLines(open: BankLine[], decided: BankLine[] = []) {
  answer('get', files, () => HttpResponse.json([aBankStatement()]))
  const asked = answer('get', '/api/bank-lines', () => {
    const last = asked.queries.at(-1)
    const rows = last?.state === 'open' ? open : last?.decided === 'true' ? decided : [...open, ...decided]
    return HttpResponse.json(rows)
  })
  return asked
}

const line = (amount: string) => within(screen.getByRole('checkbox', { name: new RegExp(`^Confirm .?${amount}`) }).closest('li') as HTMLElement)
const whose = (amount: string) => line(amount).getByRole('combobox', { name: new RegExp(`^${texts.whose}`) })

it('shows what came and went in the newest month, with its proof', async () => {
  withLines([aBankLine()])
  const asked = answer('get', '/api/bank-months', (count) => HttpResponse.json(aBankMonth(count === 1 ? {} : { opening: null, closing: null, proved: false })))
  const app = renderApp(page, { user })
  const strip = within(await screen.findByRole('region', { name: texts.figures }))
  expect(await strip.findByText('£14,765.28')).toBeVisible()
  expect(strip.getByText('−£11,203.44')).toBeVisible()
  expect(strip.getByText(texts.proved)).toBeVisible()
  expect(asked.queries[0]).toEqual({ month: '2026-11-01' })
  await app.visit(`${page}?month=2026-10`)
  await waitFor(() => expect(screen.queryByText(texts.proved)).toBeNull())
})

it('confirms sure, searched and set-aside lines, and undoes it', async () => {
  const open = [aBankLine(), nobodys(72, '120.00'), nobodys(74, '9.99')]
  withLines(open)
  answer('get', '/api/tenants', () => HttpResponse.json([aTenant({ id: 9, name: 'Gareth Sinclair', propertyName: 'Victoria Terrace' })]))
  const asked = answer('post', decisions, () => {
    open.length = 0
    return HttpResponse.json({ received: 2, ignored: 1, refunded: 0, returned: 0 })
  })
  const undone = answer('post', '/api/bank-lines/undo', () => {
    open.push(aBankLine())
    return HttpResponse.json({ undone: 3 })
  })
  const app = renderApp(page, { user })
  expect(await screen.findByText('The name and the amount are his.')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ })).toBeChecked()
  expect(screen.getByText(texts.without(2))).toBeVisible()
  expect(screen.getByRole('button', { name: texts.confirm(1) })).toBeVisible()

  await app.user.selectOptions(whose('£120'), texts.another)
  const picker = line('£120').getByLabelText(new RegExp(`^${texts.anotherName}`))
  await app.user.type(picker, 'Gareth Sinclair, Victoria Terrace')
  await waitFor(() => expect(picker.parentElement?.querySelector('option[value="Gareth Sinclair, Victoria Terrace"]')).not.toBeNull())
  await app.user.clear(picker)
  await app.user.type(picker, 'Gareth Sinclair, Victoria Terrace')
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Confirm £120\.00/ })).toBeChecked())
  await app.user.selectOptions(whose('£9'), texts.noTenant)
  expect(line('£9').getByText(texts.aside)).toBeVisible()
  expect(screen.getByText('3 ticked: £724.99 in')).toBeVisible()
  expect(screen.getByRole('combobox', { name: texts.receipts })).toHaveDisplayValue(texts.receiptsBy.asSet)
  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.receipts }), texts.receiptsBy.none)
  await app.user.click(screen.getByRole('button', { name: texts.confirm(3) }))
  expect(await screen.findByText('2 receipts, 1 put aside.')).toBeVisible()
  expect(await screen.findByText(texts.none.open)).toBeVisible()
  expect(asked.bodies).toEqual([
    {
      decisions: [
        { lineId: 71, tenantId: 5 },
        { lineId: 72, tenantId: 9 },
        { lineId: 74, tenantId: null },
      ],
      emailTenants: false,
    },
  ])
  await app.user.click(screen.getByRole('button', { name: texts.undo }))
  expect(await screen.findByText(texts.undone(3))).toBeVisible()
  expect(undone.bodies).toEqual([{ lineIds: [71, 72, 74] }])
  expect(await screen.findByRole('checkbox', { name: /^Confirm £595\.00/ })).toBeChecked()
})

it('gives money back to a tenant as a refund or a returned deposit', async () => {
  const back = aBankLine({ id: 76, amount: '-685.00', payer: 'B ASHWORTH', matches: [], proposedSplit: [{ tenantId: 6, tenantName: 'Ben Ashworth', propertyName: 'Ashmead House', amount: '685.00', reason: 'The return recorded on 20/11/2026.', kind: 'depositReturn' }], splitSure: true })
  withLines([aBankLine({ id: 77, amount: '-40.00', matches: [{ tenantId: 5, tenantName: 'Rhys Llewellyn', propertyName: 'Ashmead House', reason: 'His name.', sure: false, owed: '-40.00' }] }), back])
  const asked = answer('post', decisions, () => HttpResponse.json({ received: 0, ignored: 0, refunded: 1, returned: 1 }))
  const app = renderApp(page, { user })
  await screen.findByText('The return recorded on 20/11/2026.')
  expect(line('£40').getByRole('combobox', { name: new RegExp(`^${texts.purpose}`) })).toHaveDisplayValue(texts.purposes.refund)
  expect(within(line('£40').getByRole('combobox', { name: new RegExp(`^${texts.purpose}`) })).queryByRole('option', { name: texts.purposes.depositReturn })).toBeNull()
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm −£40\.00/ }))
  expect(screen.getByText('2 ticked: £725.00 out')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: texts.confirm(2) }))
  expect(await screen.findByText('1 refund, 1 deposit return.')).toBeVisible()
  expect(asked.bodies).toEqual([{ decisions: [{ lineId: 77, tenantId: 5 }, { lineId: 76, tenantId: 6, kind: 'depositReturn' }] }])
})

it('splits a payment until all of it is given out, also to a charge', async () => {
  withLines([council()])
  answer('get', '/api/tenants/:id/ledger', () => HttpResponse.json(aLedger({ entries: [anEntry({ id: 31, amount: '40.00', reference: 'Lost key', periodStart: null, periodEnd: null, status: 'Pending', settled: '0.00' })] })))
  const asked = answer('post', decisions, () => HttpResponse.json({ received: 2, ignored: 0, refunded: 0, returned: 0 }))
  const app = renderApp(page, { user })
  const tick = await screen.findByRole('checkbox', { name: /^Confirm £1,040\.00/ })
  expect(tick).toBeChecked()
  const amount = (number: number) => screen.getByRole('textbox', { name: `${split.amount}, ${split.part(number)}` })
  await app.user.clear(amount(2))
  await app.user.type(amount(2), '470')
  expect(screen.getByText(split.left('£40.00', '£1,040.00'))).toBeVisible()
  expect(tick).not.toBeChecked()
  await app.user.click(screen.getByRole('button', { name: split.add }))
  expect(amount(3)).toHaveValue('40.00')
  expect(screen.getByRole('combobox', { name: `${split.whose}, ${split.part(3)}` })).toHaveDisplayValue('Tenant 8, Forest House')
  const purpose = screen.getByRole('combobox', { name: `${split.purpose}, ${split.part(3)}` })
  await within(purpose).findByRole('option', { name: 'Lost key, £40.00' })
  await app.user.selectOptions(purpose, 'Lost key, £40.00')
  expect(tick).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: texts.confirm(1) }))
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  expect(asked.bodies[0]).toEqual({
    decisions: [
      {
        lineId: 75,
        tenantId: null,
        forget: false,
        parts: [
          { kind: 'rent', tenantId: 6, amount: '530.00', chargeId: null },
          { kind: 'rent', tenantId: 7, amount: '470.00', chargeId: null },
          { kind: 'rent', tenantId: 8, amount: '40.00', chargeId: 31 },
        ],
      },
    ],
  })
})

it('splits from the menu, gives the rest to the last, and undoes the split', async () => {
  withLines([aBankLine()])
  const app = renderApp(page, { user })
  await app.user.click(await screen.findByRole('button', { name: /^More for £595/ }))
  await app.user.click(screen.getByRole('menuitem', { name: texts.splitAct }))
  const amount = screen.getByRole('textbox', { name: `${split.amount}, ${split.part(1)}` })
  await app.user.clear(amount)
  await app.user.type(amount, '600')
  expect(screen.getByText(split.over('£5.00'))).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: split.rest('Rhys') }))
  expect(amount).toHaveValue('595.00')
  await app.user.click(screen.getByRole('button', { name: split.whole }))
  expect(await screen.findByText('The name and the amount are his.')).toBeVisible()
})

it('asks whose a line is before it is confirmed, and says why it was not', async () => {
  withLines([aBankLine(), nobodys(72, '120.00')])
  const asked = answer('post', decisions, () => problem(409, { reason: 'BANK_LINE_DECIDED', detail: 'Somebody has decided it meanwhile.' }))
  const app = renderApp(page, { user })
  await app.user.click(await screen.findByRole('checkbox', { name: /^Confirm £120\.00/ }))
  await app.user.click(screen.getByRole('button', { name: texts.confirm(2) }))
  expect(await screen.findByText(texts.undecided)).toBeVisible()
  expect(asked.bodies).toEqual([])
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £120\.00/ }))
  await app.user.click(screen.getByRole('button', { name: texts.confirm(1) }))
  expect(await screen.findByText('Somebody has decided it meanwhile.')).toBeVisible()
  await app.user.click(screen.getByRole('checkbox', { name: texts.head(1, 1) }))
  expect(screen.getByRole('button', { name: texts.confirm(0) })).toBeDisabled()
  expect(screen.getByText(texts.nothingTicked)).toBeVisible()
})

it('moves between lines by the arrows, and confirms by Ctrl and Enter', async () => {
  withLines([aBankLine(), nobodys(72, '120.00')])
  const asked = answer('post', decisions, () => HttpResponse.json({ received: 1, ignored: 0, refunded: 0, returned: 0 }))
  const app = renderApp(page, { user })
  const [first, second] = [await screen.findByRole('checkbox', { name: /^Confirm £595/ }), screen.getByRole('checkbox', { name: /^Confirm £120/ })]
  first.focus()
  await app.user.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  await app.user.keyboard('s')
  expect(screen.getByRole('list', { name: /^Split payment, £120/ })).toBeVisible()
  await app.user.keyboard('{ArrowUp}{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
})

it('shows decided lines, takes one back, and warns of a wrongly read one', async () => {
  const received = aBankLine({ id: 73, state: 'received', tenantId: 5, entryId: 9, matches: [] })
  const parted = aBankLine({ id: 78, state: 'received', payer: 'COUNCIL', matches: [], parts: [{ kind: 'rent', amount: '500.00', tenantId: 6, tenantName: 'Callum Reid', entryId: 11, chargeId: null }, { kind: 'nothing', amount: '95.00', tenantId: null, tenantName: null, entryId: null, chargeId: null }], warning: 'This line went out. Take the receipt back.' })
  const asked = withLines([], [received, parted])
  const undone = answer('post', '/api/bank-lines/undo', () => HttpResponse.json({ undone: 1 }))
  const app = renderApp(`${page}?show=decided`, { user })
  expect(await screen.findByRole('link', { name: new RegExp(`^${texts.openTenant}`) })).toHaveAttribute('href', '/tenants/5')
  expect(screen.getByText('Rent, £500.00, Callum Reid')).toBeVisible()
  expect(screen.getByText('Put aside, £95.00')).toBeVisible()
  expect(screen.getByText('This line went out. Take the receipt back.')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: texts.undo }))
  expect(await screen.findByText(texts.undone(1))).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: /^More for .*LLEWELLYN/ }))
  await app.user.click(screen.getByRole('menuitem', { name: texts.undoFull }))
  await waitFor(() => expect(undone.bodies).toEqual([{ lineIds: [78] }, { lineIds: [73] }]))
  await app.user.click(screen.getByRole('link', { name: 'november.csv' }))
  expect(await screen.findByText(new RegExp(texts.onlyFile('november.csv')))).toBeVisible()
  await waitFor(() => expect(asked.queries.at(-1)).toMatchObject({ decided: 'true', statementId: '4', pageSize: '50' }))
})

it('filters the lines by account, month and direction in the address', async () => {
  answer('get', '/api/bank-accounts', () => HttpResponse.json([2, 3].map((id) => ({ id, name: `Account ${String(id)}`, ending: null }))))
  const asked = withLines([])
  const app = renderApp(page, { user })
  await app.user.selectOptions(await screen.findByRole('combobox', { name: texts.account }), 'Account 3')
  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.month }), 'November 2026')
  await app.user.click(screen.getByRole('radio', { name: texts.ways.out }))
  await waitFor(() => expect(asked.queries.at(-1)).toMatchObject({ state: 'open', bankAccountId: '3', month: '2026-11-01', way: 'out' }))
  expect(app.address()).toBe(`${page}?account=3&month=2026-11&way=out`)
  await app.user.click(await screen.findByRole('link', { name: texts.clear }))
  await waitFor(() => expect(app.address()).toBe(page))
})

it('proposes anew after a receipt elsewhere, and keeps choices that hold', async () => {
  const open = [aBankLine(), nobodys(72, '120.00')]
  withLines(open)
  const app = renderApp(page, { user })
  await screen.findByRole('checkbox', { name: /^Confirm £120\.00/ })
  await app.user.selectOptions(whose('£120'), texts.noTenant)
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ }))
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ }))
  open[0] = aBankLine({ matches: [] })
  Stream.open?.say('changed', '{"resource":"tenants","id":3,"version":2}')
  await waitFor(() => expect(whose('£595')).toHaveValue(''))
  expect(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ })).not.toBeChecked()
  expect(whose('£120')).toHaveValue('none')
  expect(screen.getByRole('button', { name: texts.confirm(1) })).toBeVisible()
})

it('opens a line in a sheet and its split in a dialog on a phone', async () => {
  setViewport({ width: 390 })
  withLines([nobodys(72, '120.00'), council()])
  const asked = answer('post', decisions, () => HttpResponse.json({ received: 0, ignored: 1, refunded: 0, returned: 0 }))
  const app = renderApp(page, { user })
  await app.user.click(await screen.findByRole('button', { name: new RegExp(`^${texts.chooseTenant}, £120`) }))
  const sheet = within(await screen.findByRole('dialog', { name: texts.unknownPayer }))
  await app.user.click(sheet.getByRole('button', { name: texts.putAside }))
  expect(sheet.getByText(texts.aside)).toBeVisible()
  await app.user.keyboard('{Escape}')
  await app.user.click(await screen.findByRole('button', { name: /^Split in 2 parts, £1,040\.00/ }))
  const dialog = within(await screen.findByRole('dialog', { name: split.title }))
  const amount = dialog.getByRole('textbox', { name: `${split.amount}, ${split.part(2)}` })
  await app.user.clear(amount)
  await app.user.type(amount, '500')
  expect(dialog.getByRole('button', { name: split.save })).toHaveAccessibleDescription(split.giveFirst('£1,040.00'))
  await app.user.click(dialog.getByRole('button', { name: split.rest('Tenant') }))
  await app.user.click(dialog.getByRole('button', { name: split.save }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.user.click(screen.getByRole('button', { name: texts.confirm(2) }))
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
})

it('says that a split wants tenants where its amounts add up', async () => {
  setViewport({ width: 390 })
  withLines([nobodys(72, '120.00')])
  const app = renderApp(page, { user })
  await app.user.click(await screen.findByRole('button', { name: new RegExp(`^${texts.chooseTenant}, £120`) }))
  await app.user.click(within(await screen.findByRole('dialog', { name: texts.unknownPayer })).getByRole('button', { name: texts.splitAct }))
  const dialog = within(await screen.findByRole('dialog', { name: split.title }))
  expect(dialog.getByRole('button', { name: split.save })).toHaveAccessibleDescription(split.chooseFirst)
})

it('has nothing to change for a Viewer', async () => {
  withLines([aBankLine()])
  renderApp(page, { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  expect(await screen.findByText('The name and the amount are his.')).toBeVisible()
  const controls = [screen.queryByRole('checkbox'), screen.queryByRole('combobox', { name: new RegExp(texts.whose) }), screen.queryByLabelText(texts.file)]
  expect(controls).toEqual([null, null, null])
})

it('says what could not be loaded', async () => {
  for (const call of [files, '/api/bank-lines'] as const) answer('get', call, () => problem(403, { detail: 'No.' }))
  renderApp(page, { user })
  for (const what of [texts.files, texts.lines]) expect(await screen.findByText(common.couldNotLoad(what))).toBeVisible()
})
