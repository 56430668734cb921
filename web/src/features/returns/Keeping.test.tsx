import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { aProperty, aUser } from '@/test/factories'
import { openListing, serveListing, serveNothingElse } from '@/test/listingPage'
import { renderApp } from '@/test/renderApp'
import { aKeptAnalysis } from '@/test/returnFactories'
import { answer, problem } from '@/test/server'
import { buying } from './boughtMessages'
import { inputs, returns, saving } from './messages'

beforeEach(serveNothingElse)

describe('an analysis that is kept', () => {
  it('is saved with its name and what was typed, and is open from then on', async () => {
    serveListing()
    const sent = answer('post', '/api/roi-analyses', () => HttpResponse.json(aKeptAnalysis(), { status: 201 }))
    const app = await openListing()
    const rate = screen.getByRole('textbox', { name: inputs.labels.price })
    await waitFor(() => expect(rate).toHaveValue('165,000.00'))
    await app.user.clear(rate)
    await app.user.type(rate, '155000')
    await app.user.click(screen.getByRole('button', { name: inputs.save }))
    const dialog = within(await screen.findByRole('dialog', { name: saving.title }))
    answer('get', '/api/roi-analyses', () => HttpResponse.json([aKeptAnalysis()]))
    await app.user.type(dialog.getByRole('textbox', { name: /^Name/ }), ' Low offer ')
    await app.user.click(dialog.getByRole('button', { name: saving.submit }))
    expect(await screen.findByText(saving.done)).toBeVisible()
    expect(sent.bodies).toEqual([{ listingId: 9, name: 'Low offer', assumptions: { price: '155,000.00' } }])
    expect(app.address()).toBe('/property-search/9?analysis=5')
    expect(await screen.findByText(inputs.keptAs('Low offer'))).toBeVisible()
  })

  it('opens with its inputs, and is replaced unless that is not wanted', async () => {
    const asked = serveListing()
    answer('get', '/api/roi-analyses', () => HttpResponse.json([aKeptAnalysis()]))
    const sent = answer('post', '/api/roi-analyses', () => HttpResponse.json(aKeptAnalysis(), { status: 201 }))
    const app = await openListing('/property-search/9?analysis=5')
    expect(screen.getByRole('textbox', { name: inputs.labels.deposit })).toHaveValue('50,000.00')
    await waitFor(() => expect(asked.bodies).toEqual([{ price: '155,000.00', deposit: '50,000.00' }]))
    expect(screen.queryByRole('button', { name: inputs.reset })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: inputs.save }))
    const dialog = within(await screen.findByRole('dialog', { name: saving.title }))
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Low offer')
    await app.user.click(dialog.getByRole('button', { name: saving.submit }))
    await waitFor(() => expect(sent.bodies.at(-1)).toMatchObject({ analysisId: 5 }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: saving.title })).toBeNull())
    await app.user.click(screen.getByRole('button', { name: inputs.save }))
    const again = within(await screen.findByRole('dialog', { name: saving.title }))
    await app.user.click(again.getByRole('checkbox', { name: saving.replace('Low offer') }))
    await app.user.click(again.getByRole('button', { name: saving.submit }))
    await waitFor(() => expect(sent.bodies).toHaveLength(2))
    expect(sent.bodies.at(-1)).not.toHaveProperty('analysisId')
  })

  it('says what the server finds wrong with its name, and with its inputs', async () => {
    serveListing()
    const app = await openListing()
    await app.user.click(screen.getByRole('button', { name: inputs.save }))
    const dialog = within(await screen.findByRole('dialog', { name: saving.title }))
    await app.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'x'.repeat(101))
    await app.user.click(dialog.getByRole('button', { name: saving.submit }))
    expect(await dialog.findByText(saving.nameTooLong)).toBeVisible()
    await app.user.clear(dialog.getByRole('textbox', { name: /^Name/ }))
    answer('post', '/api/roi-analyses', () => problem(422, { detail: 'No.', errors: { name: ['Choose another.'] } }))
    await app.user.click(dialog.getByRole('button', { name: saving.submit }))
    expect(await dialog.findByText('Choose another.')).toBeVisible()
    answer('post', '/api/roi-analyses', () => problem(422, { detail: 'No.', errors: { 'assumptions.deposit': ['Too much.'] } }))
    await app.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Other')
    await app.user.click(dialog.getByRole('button', { name: saving.submit }))
    expect(await screen.findByText(saving.invalidText)).toBeVisible()
  })
})

describe('I bought this', () => {
  const openDialog = async () => {
    const app = await openListing()
    await waitFor(() => expect(screen.getByRole('button', { name: returns.bought })).toBeEnabled())
    await app.user.click(screen.getByRole('button', { name: returns.bought }))
    return { app, dialog: within(await screen.findByRole('dialog', { name: buying.title })) }
  }

  it('makes the listing a property of the portfolio and leads there', async () => {
    serveListing()
    const sent = answer('post', '/api/properties', () => HttpResponse.json(aProperty({ id: 41 }), { status: 201 }))
    answer('get', '/api/properties/41', () => HttpResponse.json(aProperty({ id: 41 })))
    const { app, dialog } = await openDialog()
    expect(dialog.getByText(buying.intro)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: buying.price })).toHaveValue('165,000.00')
    await app.user.click(dialog.getByRole('button', { name: buying.submit }))
    await waitFor(() => expect(app.address()).toBe('/portfolio/41'))
    expect(await screen.findByText(buying.doneText('Shirebrook Road'))).toBeVisible()
    expect(sent.bodies[0]).toMatchObject({ name: 'Shirebrook Road', postcode: 'S8 9RF', propertyType: 'House', purchasePrice: '165000.00', monthlyRent: '1050.00', amountBorrowed: '123750.00' })
    expect(sent.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('says what is missing, and what the server finds wrong at its field', async () => {
    serveListing({ postcode: null, address: '' })
    const { app, dialog } = await openDialog()
    await app.user.type(dialog.getByRole('textbox', { name: 'Day' }), '31')
    await app.user.clear(dialog.getByRole('textbox', { name: buying.price }))
    await app.user.type(dialog.getByRole('textbox', { name: buying.price }), '150k')
    await app.user.click(dialog.getByRole('button', { name: buying.submit }))
    for (const text of [buying.nameRequired, buying.addressRequired, buying.postcodeRequired, buying.priceInvalid, buying.dayInvalid]) {
      expect((await dialog.findAllByText(text)).length).toBeGreaterThan(0)
    }
    await app.user.type(dialog.getByRole('textbox', { name: buying.name }), 'Shirebrook')
    await app.user.type(dialog.getByRole('textbox', { name: buying.address }), '24 Shirebrook Road')
    await app.user.type(dialog.getByRole('textbox', { name: buying.postcode }), 'S8')
    await app.user.clear(dialog.getByRole('textbox', { name: buying.price }))
    await app.user.clear(dialog.getByRole('textbox', { name: 'Day' }))
    answer('post', '/api/properties', () => problem(422, { detail: 'Check the fields.', errors: { postcode: ['Enter a valid UK postcode.'], purchasePrice: ['Enter less.'] } }))
    await app.user.click(dialog.getByRole('button', { name: buying.submit }))
    expect((await dialog.findAllByText('Enter a valid UK postcode.')).length).toBeGreaterThan(0)
    expect(dialog.getAllByText('Enter less.').length).toBeGreaterThan(0)
    expect(await screen.findByText('Check the fields.')).toBeVisible()
  })

  it('is not for who may only read', async () => {
    serveListing()
    renderApp('/property-search/9', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
    expect(await screen.findByRole('button', { name: inputs.save })).toBeVisible()
    expect(screen.queryByRole('button', { name: returns.bought })).toBeNull()
  })
})
