import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { Stream } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aBankLine, aBankStatement } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { bank as texts } from './messages'

const user = aUser()
const files = '/api/bank-statements'
const decisions = '/api/bank-lines/decisions'

/** Lines as they stand in each state. */
function withLines(open = [aBankLine(), aBankLine({ id: 72, amount: '120.00', payer: null, reference: null, matches: [] })]) {
  answer('get', files, () => HttpResponse.json([aBankStatement()]))
  const received = aBankLine({ id: 73, state: 'received', tenantId: 5, entryId: 9, matches: [] })
  const asked = answer('get', '/api/bank-lines', () => HttpResponse.json({ received: [received], ignored: [], open }[asked.queries.at(-1)?.state ?? ''] ?? []))
  return asked
}

const line = (amount: string) => within(screen.getByRole('checkbox', { name: new RegExp(`^Confirm ${amount}`) }).closest('li') as HTMLElement)

it('says what a file brought, and that one read before adds nothing', async () => {
  const asked = answer('post', files, (count) => HttpResponse.json(aBankStatement(count === 1 ? {} : { knownLines: 3, openLines: 0 }), { status: 201 }))
  const app = renderApp('/tenants/bank', { user })
  expect(await screen.findByText(texts.noFiles)).toBeVisible()
  const file = new File(['Date,Amount'], 'november.csv', { type: 'text/csv' })
  await app.user.upload(screen.getByLabelText(texts.file), file)
  expect(await screen.findByText(texts.read('november.csv'))).toBeVisible()
  expect(screen.getByText(/3 payments came, 2 to decide\. 1 was read before/)).toBeVisible()
  await app.user.upload(await screen.findByLabelText(texts.file), file)
  expect(await screen.findByText(texts.nothingNew('november.csv'))).toBeVisible()
  expect(asked.headers[0]?.get('idempotency-key')).not.toBeNull()
})

it('says why a file could not be read', async () => {
  answer('post', files, () => problem(422, { reason: 'BANK_FILE_INVALID', detail: 'Line 3 has no amount.' }))
  const app = renderApp('/tenants/bank', { user })
  await app.user.upload(await screen.findByLabelText(texts.file), new File(['?'], 'x.csv', { type: 'text/csv' }))
  expect(await screen.findByText('Line 3 has no amount.')).toBeVisible()
})

it('confirms what is sure, somebody else who was found by name, and what is not rent', async () => {
  const open = [aBankLine(), aBankLine({ id: 72, amount: '120.00', matches: [] }), aBankLine({ id: 74, amount: '9.99', matches: [] })]
  withLines(open)
  answer('get', '/api/tenants', () => HttpResponse.json([aTenant({ id: 9, name: 'Gareth Sinclair', propertyName: 'Victoria Terrace' })]))
  const asked = answer('post', decisions, () => {
    open.length = 0
    return HttpResponse.json({ received: 2, ignored: 1 })
  })
  const app = renderApp('/tenants/bank', { user })
  expect(await screen.findByText('The name and the amount are his.')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ })).toBeChecked()
  expect(screen.getByRole('button', { name: texts.confirm(1) })).toBeVisible()

  await app.user.selectOptions(line('£120').getByRole('combobox'), texts.another)
  const picker = line('£120').getByLabelText(new RegExp(`^${texts.anotherName}`))
  await app.user.type(picker, 'Gareth Sinclair, Victoria Terrace')
  await waitFor(() => expect(picker.parentElement?.querySelector('option[value="Gareth Sinclair, Victoria Terrace"]')).not.toBeNull())
  await app.user.clear(picker)
  await app.user.type(picker, 'Gareth Sinclair, Victoria Terrace')
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Confirm £120\.00/ })).toBeChecked())
  await app.user.selectOptions(line('£9').getByRole('combobox'), texts.notRent)
  await app.user.click(screen.getByRole('button', { name: texts.confirm(3) }))
  expect(await screen.findByText(texts.confirmedText(2, 1))).toBeVisible()
  expect(await screen.findByText(texts.none.open)).toBeVisible()
  expect(asked.bodies).toEqual([
    {
      decisions: [
        { lineId: 71, tenantId: 5 },
        { lineId: 72, tenantId: 9 },
        { lineId: 74, tenantId: null },
      ],
    },
  ])
})

it('asks whose a line is before it is confirmed, and says why it was not', async () => {
  withLines()
  const asked = answer('post', decisions, () => problem(409, { reason: 'BANK_LINE_DECIDED', detail: 'Somebody has decided it meanwhile.' }))
  const app = renderApp('/tenants/bank', { user })
  await app.user.click(await screen.findByRole('checkbox', { name: /^Confirm £120\.00/ }))
  await app.user.click(screen.getByRole('button', { name: texts.confirm(2) }))
  expect(await screen.findByText(texts.undecided)).toBeVisible()
  expect(asked.bodies).toEqual([])
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £120\.00/ }))
  await app.user.click(screen.getByRole('button', { name: texts.confirm(1) }))
  expect(await screen.findByText('Somebody has decided it meanwhile.')).toBeVisible()
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ }))
  expect(screen.getByRole('button', { name: texts.confirm(0) })).toBeDisabled()
  expect(screen.getByText(texts.nothingTicked)).toBeVisible()
})

it('shows what became of lines, and of one file alone', async () => {
  const asked = withLines()
  const app = renderApp('/tenants/bank?show=received', { user })
  expect(await screen.findByRole('link', { name: new RegExp(`^${texts.openTenant}`) })).toHaveAttribute('href', '/tenants/5')
  await app.user.click(screen.getByRole('link', { name: texts.ignored }))
  expect(await screen.findByText(texts.none.ignored)).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'november.csv' }))
  expect(await screen.findByText(new RegExp(texts.onlyFile('november.csv')))).toBeVisible()
  await waitFor(() => expect(asked.queries.at(-1)).toMatchObject({ state: 'ignored', statementId: '4' }))
})

it('proposes anew when rent was received elsewhere, and keeps what was chosen as long as it still holds', async () => {
  const open = [aBankLine(), aBankLine({ id: 72, amount: '120.00', matches: [] })]
  withLines(open)
  const app = renderApp('/tenants/bank', { user })
  await screen.findByRole('checkbox', { name: /^Confirm £120\.00/ })
  await app.user.selectOptions(line('£120').getByRole('combobox'), texts.notRent)
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ }))
  await app.user.click(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ }))
  open[0] = aBankLine({ matches: [] })
  Stream.open?.say('changed', '{"resource":"tenants","id":3,"version":2}')
  await waitFor(() => expect(line('£595').getByRole('combobox')).toHaveValue(''))
  expect(screen.getByRole('checkbox', { name: /^Confirm £595\.00/ })).not.toBeChecked()
  expect(line('£120').getByRole('combobox')).toHaveValue('ignore')
  expect(screen.getByRole('button', { name: texts.confirm(1) })).toBeVisible()
})

it('has nothing to change for a Viewer', async () => {
  withLines()
  renderApp('/tenants/bank', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  expect(await screen.findByText('The name and the amount are his.')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByLabelText(texts.file)).toBeNull()
})

it('says what could not be loaded', async () => {
  answer('get', files, () => problem(403, { detail: 'No.' }))
  answer('get', '/api/bank-lines', () => problem(403, { detail: 'No.' }))
  renderApp('/tenants/bank', { user })
  expect(await screen.findByText(common.couldNotLoad(texts.files))).toBeVisible()
  expect(await screen.findByText(common.couldNotLoad(texts.lines))).toBeVisible()
})
