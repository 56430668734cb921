import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { unsaved } from '@/lib/unsaved'
import { aProperty, aSale, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { details } from '../details/messages'
import { addForm } from '../form.messages'
import { emptySale, saleBody, saleMistakes } from './form'
import { sale } from './messages'

const user = aUser()
const nothingKnown = {
  grossProfit: null,
  totalCosts: null,
  totalInvestment: null,
  proceeds: null,
  netProfit: null,
  profitPercentage: null,
  holdingPeriodYears: null,
  annualizedReturn: null,
}
const figures = {
  grossProfit: '104500.00',
  totalCosts: '29800.00',
  totalInvestment: '189000.00',
  proceeds: '263700.00',
  netProfit: '74700.00',
  profitPercentage: 39.5,
  holdingPeriodYears: 9.1,
  annualizedReturn: 3.7,
}

/** The dialog Sell Property over the details of this property. */
async function open(property: Property = aProperty({ version: 7, purchasePrice: '164000.00' })) {
  answer('get', '/api/properties', () => HttpResponse.json([property]))
  answer('get', '/api/properties/42', () => HttpResponse.json(property))
  const previews = answer('post', '/api/properties/42/sell/preview', (count) => HttpResponse.json(count === 1 ? nothingKnown : figures))
  const app = renderApp('/portfolio/42', { user })
  await app.user.click(await screen.findByRole('button', { name: details.sell }))
  const dialog = within(await screen.findByRole('dialog', { name: sale.title }))
  const type = (label: string, text: string) => app.user.type(dialog.getByLabelText(new RegExp(`^${label}`)), text)
  const complete = () => app.user.click(dialog.getByRole('button', { name: sale.submit }))
  return { ...app, dialog, previews, type, complete }
}

const sell = (reply: () => Response) => answer('post', '/api/properties/42/sell', reply)

describe('Sell Property', () => {
  it('sells at today’s date, says for how much, and closes both dialogs', async () => {
    const app = await open()
    await app.type(sale.salePrice, '268500')
    await app.type(sale.stampDuty, '3,280')
    await app.type(sale.deposit, '41000')
    await app.type(sale.notes, 'Sold to the neighbour.')
    const asked = sell(() => HttpResponse.json(aSale(), { status: 201 }))
    answer('get', '/api/properties', () => HttpResponse.json([]))
    const again = answer('get', '/api/properties/42', () => problem(404))
    await app.complete()
    expect(await screen.findByText('Property sold successfully')).toBeVisible()
    expect(screen.getByText('Property sold for £268,500. Profit tracking saved.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe('/portfolio')
    expect(asked.bodies).toEqual([
      {
        purchasePrice: '164000.00',
        salePrice: '268500.00',
        stampDuty: '3280.00',
        deposit: '41000.00',
        saleDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
        notes: 'Sold to the neighbour.',
      },
    ])
    expect(asked.headers[0]?.get('if-match')).toBe('"7"')
    expect(asked.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    // A sold property is not asked for again in the portfolio.
    expect(again.headers).toEqual([])
  })

  it('cannot be completed before both prices are set, and says so', async () => {
    const app = await open(aProperty({ purchasePrice: null }))
    const complete = app.dialog.getByRole('button', { name: 'Complete Sale' })
    expect(complete).toBeDisabled()
    expect(complete).toHaveAccessibleDescription(sale.obstacle)
    await app.type(sale.salePrice, '268500')
    expect(complete).toBeDisabled()
    await app.type(sale.purchasePrice, '164000')
    expect(complete).toBeEnabled()
    await app.user.clear(app.dialog.getByLabelText(sale.salePrice))
    expect(complete).toBeDisabled()
  })

  it('says of which property, and at once what is no amount, until it is one', async () => {
    const app = await open()
    expect(screen.getByRole('dialog', { name: sale.title })).toHaveAccessibleDescription(/^Linden Avenue, 88 Linden Avenue/)
    await app.type(sale.salePrice, '150k')
    await app.user.tab()
    expect(await app.dialog.findByText(addForm.amountInvalid)).toBeVisible()
    expect(app.dialog.queryByRole('alert')).toBeNull()
    await app.complete()
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(addForm.amountInvalid)
    await app.user.clear(app.dialog.getByLabelText(new RegExp(`^${sale.salePrice}`)))
    await app.type(sale.salePrice, '150000')
    await waitFor(() => expect(app.dialog.queryByText(addForm.amountInvalid)).toBeNull())
  })

  it('shows the server’s figures for the typed values, and unknown ones', async () => {
    const app = await open()
    const shown = within(app.dialog.getByRole('region', { name: sale.figures }))
    expect(await shown.findAllByText(sale.unknown)).toHaveLength(8)
    await app.type(sale.salePrice, '268500')
    for (const text of ['+£104,500.00', '£29,800.00', '£189,000.00', '£263,700.00', '+£74,700.00', '+39.5%', '9.1 years', '+3.7%']) {
      expect(await shown.findByText(text)).toBeVisible()
    }
    // One question for what was typed in one go.
    expect(app.previews.bodies).toHaveLength(2)
    expect(app.previews.bodies[1]).toMatchObject({ salePrice: '268500.00', purchasePrice: '164000.00' })
  })

  it('asks for the day of purchase only where it is missing', async () => {
    const app = await open(aProperty({ purchaseYear: 2017 }))
    expect(app.dialog.getByRole('group', { name: new RegExp(sale.purchaseDate) })).toBeVisible()
    expect(app.dialog.getByText(sale.purchaseDateHint(2017))).toBeVisible()
  })

  it('does not ask for the day of purchase that is known', async () => {
    const { dialog } = await open(aProperty({ purchaseDate: '2017-07-10' }))
    expect(dialog.queryByRole('group', { name: new RegExp(sale.purchaseDate) })).toBeNull()
  })

  it.each([
    [problem(409, { detail: 'A tenancy is in force until 1 March 2027.' }), 'A tenancy is in force until 1 March 2027.'],
    [problem(404, { detail: 'This property is not in your portfolio.' }), 'This property is not in your portfolio.'],
    [new HttpResponse(null, { status: 500 }), 'Failed to record property sale. Please try again.'],
  ])('says why not, and loses nothing', async (reply, text) => {
    const app = await open()
    await app.type(sale.salePrice, '268500')
    sell(() => reply)
    await app.complete()
    expect(await screen.findByText('Error selling property')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(app.dialog.getByLabelText(sale.salePrice)).toHaveValue('268,500.00')
  })

  it("shows the server's mistakes at their fields", async () => {
    const app = await open()
    await app.type(sale.salePrice, '268500')
    sell(() => problem(422, { detail: 'Please check the sale.', errors: { saleDate: ['A sale cannot be before the purchase.'] } }))
    await app.complete()
    expect(await app.dialog.findAllByText('A sale cannot be before the purchase.')).toHaveLength(2)
  })

  it('asks before what was typed is lost', async () => {
    const app = await open()
    await app.user.click(app.dialog.getByRole('button', { name: common.cancel }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: sale.title })).toBeNull())
    await app.user.click(screen.getByRole('button', { name: details.sell }))
    await app.user.type(await screen.findByLabelText(sale.salePrice), '1')
    await app.user.keyboard('{Escape}')
    await app.user.click(await screen.findByRole('button', { name: unsaved.keep }))
    expect(screen.getByRole('dialog', { name: sale.title })).toBeVisible()
    await app.user.keyboard('{Escape}')
    await app.user.click(await screen.findByRole('button', { name: unsaved.discard }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: sale.title })).toBeNull())
    expect(screen.getByRole('dialog', { name: /Linden Avenue/ })).toBeVisible()
  })
})

describe('the sale as it is typed', () => {
  const values = emptySale(aProperty(), new Date('2026-11-21T23:30:00Z'))

  it('starts today in London with the price that was paid', () => {
    expect(values).toMatchObject({ purchasePrice: '238,000.00', saleDate: { day: '21', month: '11', year: '2026' } })
  })

  it.each([
    [{}, {}],
    [{ salePrice: 'x', stampDuty: '-1' }, { salePrice: addForm.amountInvalid, stampDuty: addForm.amountNegative }],
    [{ saleDate: { day: '', month: '', year: '' } }, { saleDate: sale.saleDateInvalid }],
    [{ purchaseDate: { day: '31', month: '2', year: '2017' } }, { purchaseDate: sale.purchaseDateInvalid }],
  ])('%o', (changes, mistakes) => {
    expect(saleMistakes({ ...values, ...changes })).toEqual(mistakes)
  })

  it('leaves out what cannot be read', () => {
    const typed = { ...values, salePrice: '£268,500', feesToSell: '-5', deposit: 'x', notes: ' ', saleDate: { day: '40', month: '1', year: '2026' } }
    expect(saleBody(typed)).toEqual({ salePrice: '268500.00', purchasePrice: '238000.00' })
  })
})
