import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { unsaved } from '@/lib/unsaved'
import { aProperty, aUser, someFigures, someSettings } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { addForm } from './form.messages'

const user = aUser()

/** The application with the dialog open. */
type Opened = App & { dialog: BoundFunctions<typeof queries> }

async function open(): Promise<Opened> {
  const app = renderApp('/portfolio?add=property', { user })
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: addForm.title })) }
}

async function fillHouse({ user: hands, dialog }: Opened): Promise<void> {
  await hands.type(dialog.getByLabelText(addForm.name), 'Linden Avenue')
  await hands.type(dialog.getByLabelText(addForm.address), '88 Linden Avenue')
  await hands.type(dialog.getByLabelText(addForm.postcode), 'M21 9QJ')
  await hands.selectOptions(dialog.getByLabelText(addForm.type), 'House')
}

const send = ({ user: hands, dialog }: Opened) => hands.click(dialog.getByRole('button', { name: addForm.submit }))

describe('Add New Property', () => {
  it('sends the property, says so, closes and shows it', async () => {
    const asked = answer('post', '/api/properties', () => HttpResponse.json(aProperty(), { status: 201 }))
    const app = await open()
    await fillHouse(app)
    const rent = app.dialog.getByLabelText(addForm.monthlyRent)
    await app.user.click(rent)
    await app.user.keyboard('1475')
    await app.user.tab()
    expect(rent).toHaveValue('1,475.00')
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    await send(app)
    expect(await screen.findByText(addForm.success)).toBeVisible()
    expect(screen.getByText(addForm.successText)).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Linden Avenue' })).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
    expect(asked.bodies).toEqual([expect.objectContaining({ monthlyRent: '1475.00', status: 'Vacant', purchasePrice: '0.00' })])
    expect(asked.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('lists its mistakes in the words of the fields, which say them, too', async () => {
    const app = await open()
    await send(app)
    const summary = within(await app.dialog.findByRole('alert'))
    expect(summary.getByText(common.thereIsAProblem)).toBeVisible()
    expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      addForm.nameRequired,
      addForm.addressRequired,
      addForm.postcodeRequired,
      addForm.typeRequired,
    ])
    expect(app.dialog.getByLabelText(addForm.name)).toHaveAccessibleDescription(expect.stringContaining(addForm.nameRequired))
    await app.user.click(summary.getByRole('link', { name: addForm.postcodeRequired }))
    expect(app.dialog.getByLabelText(addForm.postcode)).toHaveFocus()
  })

  it('asks a shared house for rooms with rents and a total, not bedrooms', async () => {
    const app = await open()
    await app.user.selectOptions(app.dialog.getByLabelText(addForm.type), 'HMO')
    expect(app.dialog.queryByLabelText(addForm.bedrooms)).toBeNull()
    expect(app.dialog.queryByLabelText(addForm.monthlyRent)).toBeNull()
    await app.user.selectOptions(app.dialog.getByLabelText(addForm.roomCount), '2')
    await app.user.click(app.dialog.getByLabelText(addForm.roomRent(1)))
    await app.user.keyboard('480')
    await app.user.click(app.dialog.getByLabelText(addForm.roomRent(2)))
    await app.user.keyboard('520.5')
    await app.user.click(app.dialog.getByRole('checkbox', { name: new RegExp(addForm.roomOccupied(2)) }))
    expect(app.dialog.getByText(addForm.totalRentLive('£1,000.50', 1, 2))).toBeVisible()
    expect(app.dialog.queryByLabelText(addForm.roomRent(3))).toBeNull()
  })

  it('leaves the rent of a shared house free where the settings say so', async () => {
    answer('get', '/api/user-settings', () => HttpResponse.json(someSettings({ autoRentCalculation: false, dateFormat: 'YYYY-MM-DD' })))
    const app = await open()
    await app.user.selectOptions(app.dialog.getByLabelText(addForm.type), 'HMO')
    expect(await app.dialog.findByLabelText(addForm.monthlyRent)).toBeVisible()
  })

  it('asks for the lease of a flat and shows what it would bring', async () => {
    const asked = answer('post', '/api/properties/preview', () => {
      const { purchasePrice } = (asked.bodies.at(-1) ?? {}) as { purchasePrice?: string }
      const isKnown = purchasePrice !== '0.00'
      return HttpResponse.json(someFigures({ monthlyProfit: '1164.50', annualYield: isKnown ? 8.21 : null }))
    })
    const app = await open()
    await app.user.selectOptions(app.dialog.getByLabelText(addForm.type), 'Flat')
    expect(await app.dialog.findByText(addForm.previewNoYield)).toBeVisible()
    const amounts = [
      [addForm.purchasePrice, '182750'],
      [addForm.monthlyRent, '1250'],
      [addForm.serviceCharge, '85.5'],
    ] as const
    for (const [label, text] of amounts) {
      await app.user.click(app.dialog.getByLabelText(label))
      await app.user.keyboard(text)
    }
    expect(await app.dialog.findByText('8.21%')).toBeVisible()
    expect(app.dialog.getByText('+£1,164.50')).toBeVisible()
    await waitFor(() =>
      expect(asked.bodies.at(-1)).toMatchObject({ purchasePrice: '182750.00', monthlyRent: '1250.00', serviceCharge: '85.50' }),
    )
  })

  it("puts the server's mistakes at their fields and keeps what was typed", async () => {
    const errors = { postcode: ['Enter a valid UK postcode.'], hmoRoomRentals: ['Room rent must not be negative.'] }
    const asked = answer('post', '/api/properties', () => problem(422, { detail: 'Please check the property.', errors }))
    const app = await open()
    await fillHouse(app)
    await send(app)
    expect(await screen.findByText(addForm.failed)).toBeVisible()
    expect(screen.getByText('Please check the property.')).toBeVisible()
    const postcode = app.dialog.getByLabelText(addForm.postcode)
    expect(postcode).toBeInvalid()
    expect(postcode).toHaveValue('M21 9QJ')
    await send(app)
    await waitFor(() => expect(asked.headers).toHaveLength(2))
    // The same body again is the same request.
    expect(asked.headers[1]?.get('idempotency-key')).toBe(asked.headers[0]?.get('idempotency-key'))
  })

  it('says that it failed when nothing better is known', async () => {
    answer('post', '/api/properties', () => problem(500, { detail: 'Something of ours broke.' }))
    const app = await open()
    await fillHouse(app)
    await send(app)
    expect(await screen.findByText(addForm.failedText)).toBeVisible()
  })

  it('closes at once when nothing was typed, and asks before a loss', async () => {
    const app = await open()
    await app.user.click(app.dialog.getByRole('button', { name: common.close }))
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
    await app.visit('/portfolio?add=property')
    await app.user.type(await screen.findByLabelText(addForm.name), 'x')
    await app.user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: addForm.discardTitle }))
    await app.user.click(question.getByRole('button', { name: unsaved.keep }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText(addForm.name)).toHaveValue('x')
    await app.user.click(screen.getByRole('button', { name: common.cancel }))
    await app.user.click(await screen.findByRole('button', { name: unsaved.discard }))
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
  })
})
