import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { BankFilePreview } from '@/api/bank'
import { common } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { aBankPreview, aBankStatement } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { heldFile } from '../heldFile'
import { bank, columns as texts } from '../messages'

const user = aUser()
const preview = '/api/bank-statements/preview'
const page = '/portfolio/bank/columns'
const file = new File(['Posted,Value'], 'account-nov.csv', { type: 'text/csv' })

beforeEach(() => heldFile.set(null))

/** Returns a field of a form that was sent; a file's form is kept as its text. */
const field = (body: unknown, name: string): string | undefined => new RegExp(`name="${name}"\\r?\\n\\r?\\n([^\\r\\n]*)`).exec(String(body))?.[1]

/** The page for a file that the bank's page could not read. */
async function opened(answers: (count: number) => Partial<BankFilePreview>): Promise<{ app: App; asked: ReturnType<typeof answer> }> {
  const asked = answer('post', preview, (count) => HttpResponse.json(aBankPreview(answers(count))))
  answer('post', '/api/bank-statements', () => problem(422, { reason: 'BANK_COLUMNS_NEEDED', detail: 'The columns are not known.' }))
  const app = renderApp('/portfolio/bank', { user })
  await app.user.upload(await screen.findByLabelText(bank.file), file)
  await waitFor(() => expect(app.address()).toBe(page))
  return { app, asked }
}

it('names the columns of a file that is not known, and reads it', async () => {
  const { app, asked } = await opened(() => ({}))
  expect(await screen.findByRole('combobox', { name: texts.columnNamed('Posted') })).toHaveValue('date')
  expect(screen.getByText('Account activity, account ending 4471')).toBeVisible()
  expect(screen.getByText('Lines 1 and 5 are left out: a title, headings or a note.')).toBeVisible()
  expect(screen.getByText(texts.dayFirst('16/11/2026'))).toBeVisible()
  expect(screen.getByText(texts.proofs.balance)).toBeVisible()
  expect(screen.getAllByText(texts.agrees)).toHaveLength(2)
  expect(screen.getByText(texts.announced(2, true))).toBeInTheDocument()

  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.columnNamed('Kind') }), texts.meanings.text)
  await waitFor(() => expect(asked.bodies).toHaveLength(2))
  expect(JSON.parse(field(asked.bodies[1], 'layout') ?? '')).toMatchObject({ columns: ['date', 'text', 'payer', 'reference', 'amount', 'flag', 'balance'], dayOrder: 'dayFirst' })

  const read = answer('post', '/api/bank-statements', () => HttpResponse.json(aBankStatement({ layoutName: 'Aldergate' }), { status: 201 }))
  const name = screen.getByRole('textbox', { name: texts.name })
  expect(name).toHaveValue('account-nov')
  await app.user.clear(name)
  await app.user.type(name, 'Aldergate')
  const button = screen.getByRole('button', { name: texts.read(2) })
  await waitFor(() => expect(button).toBeEnabled())
  await app.user.click(button)
  expect(await screen.findByText(bank.readAs('november.csv', 'Aldergate'))).toBeVisible()
  expect(app.address()).toBe('/portfolio/bank')
  expect([field(read.bodies[0], 'layoutName'), field(read.bodies[0], 'leaveOut')]).toEqual(['Aldergate', undefined])
})

it('reads the file with the guessed day and amount, shown as chosen', async () => {
  const { asked } = await opened((count) => (count === 1 ? { missing: ['date'], lines: 0, preview: [] } : {}))
  await waitFor(() => expect(asked.bodies).toHaveLength(2))
  expect(JSON.parse(field(asked.bodies[1], 'layout') ?? '')).toMatchObject({ columns: aBankPreview({}).layout.columns })
  await waitFor(() => expect(screen.getByRole('button', { name: texts.read(2) })).toBeEnabled())
})

it('asks which words are money out before anything is read', async () => {
  const { app, asked } = await opened((count) => (count === 1 ? { missing: ['direction'], proof: null, flagWords: ['BGC', 'DDR'], preview: [] } : { flagWords: ['BGC', 'DDR'], proof: 'flag', layout: { ...aBankPreview().layout, outWords: ['DDR'] } }))
  expect(await screen.findByText(texts.directionAsk)).toBeVisible()
  expect(screen.getByText(texts.obstacles.direction)).toBeVisible()
  expect(screen.getByRole('button', { name: texts.read(2) })).toBeDisabled()
  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.outWord('DDR') }), texts.wordWays.out)
  await waitFor(() => expect(JSON.parse(field(asked.bodies[1], 'layout') ?? '')).toMatchObject({ outWords: ['DDR'] }))
  expect(await screen.findByText(texts.proofs.flag)).toBeVisible()
  expect(screen.getByRole('combobox', { name: texts.outWord('BGC') })).toHaveDisplayValue(texts.wordWays.in)
  await waitFor(() => expect(screen.getByRole('button', { name: texts.read(2) })).toBeEnabled())
})

it('asks which sign is money out, and whether day or month comes first', async () => {
  const layout = { ...aBankPreview().layout, columns: ['date', 'ignore', 'payer', 'reference', 'amount', 'ignore', 'ignore'] as BankFilePreview['layout']['columns'], dayOrder: null }
  const { app, asked } = await opened(() => ({ missing: ['dayOrder', 'direction'], proof: null, flagWords: [], layout }))
  expect(await screen.findByText(texts.dayAsk)).toBeVisible()
  expect(screen.getByText(texts.obstacles.dayOrder)).toBeVisible()
  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.dayOrder }), texts.dayOrders.monthFirst)
  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.direction }), texts.signs.plusIsOut)
  await waitFor(() => expect(JSON.parse(field(asked.bodies.at(-1), 'layout') ?? '')).toMatchObject({ dayOrder: 'monthFirst', sign: 'plusIsOut' }))
})

it('leaves a line out only by consent', async () => {
  const unreadable = [{ line: 44, why: 'It has 1 value where the others have 8.', text: 'Figures exclude pending items.' }]
  const { app, asked } = await opened((count) => ({ unreadable, unreadableCount: 1, missing: count === 1 ? ['leaveOut'] : [] }))
  expect(await screen.findByText(/“Figures exclude pending items\.”/)).toBeVisible()
  expect(screen.getByText(texts.obstacles.leaveOut)).toBeVisible()
  await app.user.click(screen.getByRole('checkbox', { name: texts.leaveOut(1) }))
  await waitFor(() => expect(field(asked.bodies.at(-1), 'leaveOut')).toBe('true'))
  await waitFor(() => expect(screen.getByRole('button', { name: texts.read(2) })).toBeEnabled())
})

it('asks for the account, and needs no name if it is not remembered', async () => {
  answer('get', '/api/bank-accounts', () => HttpResponse.json([{ id: 2, name: 'Current account', ending: '4471' }]))
  const { app } = await opened(() => ({}))
  const read = answer('post', '/api/bank-statements', (count) => (count === 1 ? problem(422, { reason: 'BANK_ACCOUNT_NEEDED' }) : HttpResponse.json(aBankStatement(), { status: 201 })))
  await app.user.clear(await screen.findByRole('textbox', { name: texts.name }))
  expect(screen.getByText(texts.nameRequired)).toBeVisible()
  await app.user.click(screen.getByRole('checkbox', { name: texts.remember }))
  await app.user.click(screen.getByRole('button', { name: texts.read(2) }))
  expect(await screen.findByText(bank.accountRequired)).toBeVisible()
  await app.user.selectOptions(screen.getByRole('combobox', { name: texts.account }), bank.newAccount)
  await app.user.type(screen.getByRole('textbox', { name: bank.accountName }), 'Savings')
  await app.user.click(screen.getByRole('button', { name: texts.read(2) }))
  expect(await screen.findByText(bank.read('november.csv'))).toBeVisible()
  expect([field(read.bodies[1], 'accountName'), field(read.bodies[1], 'layoutName')]).toEqual(['Savings', undefined])
})

it('asks before what was named is lost, and is nothing without a file', async () => {
  const { app } = await opened(() => ({}))
  await app.user.selectOptions(await screen.findByRole('combobox', { name: texts.columnNamed('Kind') }), texts.meanings.text)
  await app.user.click(screen.getByRole('button', { name: texts.cancel }))
  expect(await screen.findByText(texts.discard)).toBeVisible()
})

it('leads back to the bank where the file is gone', async () => {
  const app = renderApp(page, { user })
  expect(await screen.findByText(bank.noFiles)).toBeVisible()
  expect(app.address()).toBe('/portfolio/bank')
})

it('says why the file could not be looked at', async () => {
  answer('post', preview, () => problem(422, { detail: 'The file is no table.' }))
  heldFile.set(file)
  renderApp(page, { user })
  expect(await screen.findByText(common.couldNotLoad(texts.preview))).toBeVisible()
  expect(screen.getByText(/The file is no table\./)).toBeVisible()
})

it('is a form of its own on a phone, a row for each column', async () => {
  setViewport({ width: 390 })
  answer('post', preview, () => HttpResponse.json(aBankPreview()))
  heldFile.set(file)
  const app = renderApp(page, { user })
  const dialog = within(await screen.findByRole('dialog', { name: texts.title }))
  expect(await dialog.findByText('H PETRIE, TRENTSIDE COUNCIL')).toBeVisible()
  expect(dialog.queryByRole('combobox', { name: texts.columnNamed('Kind') })).toBeNull()
  await app.user.click(dialog.getByRole('button', { name: /^Ignored/ }))
  expect(dialog.getByRole('combobox', { name: texts.columnNamed('Kind') })).toHaveValue('ignore')
  expect(within(dialog.getByRole('list', { name: texts.preview })).getAllByText(texts.agrees)).toHaveLength(2)
})
