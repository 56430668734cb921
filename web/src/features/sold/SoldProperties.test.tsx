import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { SaleAnalytics, SoldProperty } from '@/api/sales'
import { common } from '@/lib/messages'
import { setViewport, Stream } from '@/test/browser'
import { aSale, aUser, aUserWith, someSoldAnalytics } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { sold } from './messages'

const user = aUser()

function serve(sales: SoldProperty[], analytics: SaleAnalytics = someSoldAnalytics()) {
  answer('get', '/api/sold-properties/analytics', () => HttpResponse.json(analytics))
  return answer('get', '/api/sold-properties', () => HttpResponse.json(sales))
}

describe('Sold Properties', () => {
  it('shows the sums and means of the server, each sale, and the total', async () => {
    serve([aSale(), aSale({ id: 8, name: 'Tannery Yard', address: '8 Tannery Yard, Norwich', netProfit: '-13958.00', profitPercentage: -6.9, annualizedReturn: null })])
    renderApp('/sold-properties', { user })
    const figures = within(await screen.findByRole('region', { name: sold.figures }))
    expect(await figures.findByText('£1,409,750')).toBeVisible()
    for (const text of ['6 properties', '+£344,300', '+£186,742', '5.9 years', '3.2 to 9.1 years', '1.6%']) expect(figures.getByText(text)).toBeVisible()
    const table = within(await screen.findByRole('table', { name: sold.list }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Property', 'Sale date', 'Held', 'Purchase', 'Sale', 'Total costs', 'Net profit', 'Return a year',
    ]) // prettier-ignore
    const chandos = within(table.getByRole('row', { name: /Chandos Street/ }))
    for (const text of ['14/08/2026', '9.1 years', '£164,000', '£268,500', '£29,800', '+£74,700', '+39.5%', '+3.7%']) {
      expect(chandos.getByText(text)).toBeVisible()
    }
    const tannery = within(table.getByRole('row', { name: /Tannery Yard/ }))
    expect(tannery.getByText('\u2212£13,958')).toBeVisible()
    expect(tannery.getByText('\u22126.9%')).toBeVisible()
    const total = within(table.getByRole('row', { name: /Total of 6 sales/ }))
    for (const text of ['£1,065,450', '£1,409,750', '£157,558', '+£186,742']) expect(total.getByText(text)).toBeVisible()
    expect(screen.getByText(sold.rentNote)).toBeVisible()
  })

  it('asks for the latest sale first, and turns or starts the order pressed', async () => {
    const asked = serve([aSale()])
    const app = renderApp('/sold-properties', { user })
    const press = async (name: string) => app.user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
    await press(sold.sorts.saleDate)
    await waitFor(() => expect(screen.getByRole('button', { name: `Sale date${sold.ascending}`, pressed: true })).toBeVisible())
    await press(sold.sorts.profit)
    await press(sold.sorts.return)
    await press(sold.sorts.return)
    await waitFor(() => expect(asked.queries.at(-1)).toEqual({ sort: 'return', direction: 'asc' }))
    expect(asked.queries).toEqual([
      { sort: 'saleDate', direction: 'desc' },
      { sort: 'saleDate', direction: 'asc' },
      { sort: 'profit', direction: 'desc' },
      { sort: 'return', direction: 'desc' },
      { sort: 'return', direction: 'asc' },
    ])
    expect(app.address()).toBe('/sold-properties?sort=return&direction=asc')
  })

  it('is a list of cards on mobile screens', async () => {
    setViewport({ width: 360 })
    serve([aSale()])
    renderApp('/sold-properties', { user })
    const card = within((await screen.findByRole('heading', { name: 'Chandos Street' })).closest('article') ?? document.body)
    for (const text of ['+£74,700', '+39.5%', 'Sold 14/08/2026', '9.1 years', '+3.7% a year']) expect(card.getByText(text)).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says so when nothing was sold', async () => {
    const none = { totalSales: '0.00', shortestHoldingPeriod: null, longestHoldingPeriod: null, totalGrossProfit: '0.00', totalNetProfit: '0.00', averageHoldingPeriod: 0, averageAnnualReturn: 0 }
    serve([], someSoldAnalytics({ soldCount: 0, ...none }))
    renderApp('/sold-properties', { user })
    expect(await screen.findByRole('heading', { name: 'No Properties Sold' })).toBeVisible()
    // Neither a holding period nor a return has an average.
    expect(await screen.findAllByText('Not known')).toHaveLength(2)
    expect(screen.getByText('0 properties')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Sale date/ })).toBeNull()
  })

  it('says what could not be loaded and tries again when asked', async () => {
    answer('get', '/api/sold-properties', () => problem(403))
    answer('get', '/api/sold-properties/analytics', () => problem(403))
    const app = renderApp('/sold-properties', { user })
    expect(await screen.findByText(common.couldNotLoad(sold.list))).toBeVisible()
    expect(await screen.findByText(common.couldNotLoad(sold.figures))).toBeVisible()
    serve([aSale()])
    for (const retry of screen.getAllByRole('button', { name: common.retry })) await app.user.click(retry)
    expect(await screen.findByRole('link', { name: 'Chandos Street' })).toBeVisible()
    expect(await screen.findByText('1.6%')).toBeVisible()
  })

  it('follows what is sold elsewhere', async () => {
    serve([aSale()])
    renderApp('/sold-properties', { user })
    await screen.findByRole('link', { name: 'Chandos Street' })
    serve([aSale(), aSale({ id: 8, name: 'Harbour View' })])
    Stream.open?.say('changed', JSON.stringify({ resource: 'sold-properties', id: 8, version: 1 }))
    expect(await screen.findByRole('link', { name: 'Harbour View' })).toBeVisible()
  })

  it('is nothing for a tenant', async () => {
    renderApp('/sold-properties', { user: aUserWith('Tenant') })
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

describe('one sale', () => {
  it('opens from the list with all its figures and closes to the same order', async () => {
    serve([aSale()])
    answer('get', '/api/sold-properties/7', () => HttpResponse.json(aSale()))
    const app = renderApp('/sold-properties?sort=profit', { user })
    await app.user.click(await screen.findByRole('link', { name: 'Chandos Street' }))
    const dialog = within(await screen.findByRole('dialog', { name: `${sold.details} Chandos Street` }))
    expect(app.address()).toBe('/sold-properties/7?sort=profit')
    const entry = (section: string, label: string) =>
      within(dialog.getByRole('region', { name: section })).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect(entry(sold.purchaseDetails, sold.purchased)).toBe('10/07/2017')
    expect(entry(sold.purchaseDetails, sold.deposit)).toBe(`£41,000.00${sold.depositNote}`)
    expect(entry(sold.purchaseDetails, sold.totalInvestment)).toBe('£189,000.00')
    expect(entry(sold.saleDetails, sold.proceeds)).toBe('£263,700.00')
    expect(entry(sold.result, sold.grossProfit)).toBe('+£104,500.00')
    expect(entry(sold.result, sold.netProfit)).toBe('+£74,700.00')
    expect(entry(sold.result, sold.profitPercentage)).toBe('+39.5%')
    expect(entry(sold.result, sold.returnAYear)).toBe('+3.7%')
    expect(dialog.getByText('Sold to the neighbour.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: common.close }))
    await waitFor(() => expect(app.address()).toBe('/sold-properties?sort=profit'))
  })

  it('says where only the year of purchase is known, and what has no meaning', async () => {
    serve([])
    const sale = aSale({ purchaseDate: null, deposit: null, annualizedReturn: null, notes: null })
    answer('get', '/api/sold-properties/7', () => HttpResponse.json(sale))
    renderApp('/sold-properties/7', { user })
    const dialog = within(await screen.findByRole('dialog', { name: /Chandos Street/ }))
    expect(dialog.getByText('2017')).toBeVisible()
    expect(dialog.getByText('Not known')).toBeVisible()
    expect(dialog.queryByText(sold.deposit)).toBeNull()
    expect(dialog.queryByText(sold.notes)).toBeNull()
  })

  it.each(['/sold-properties/7', '/sold-properties/none'])('says that there is nothing at %s', async (address) => {
    serve([])
    answer('get', '/api/sold-properties/7', () => problem(404))
    const app = renderApp(address, { user })
    const dialog = within(await screen.findByRole('dialog', { name: new RegExp(sold.goneTitle) }))
    await app.user.click(dialog.getByRole('button', { name: sold.goneBack }))
    await waitFor(() => expect(app.address()).toBe('/sold-properties'))
  })

  it('says what could not be loaded and tries again when asked', async () => {
    serve([])
    answer('get', '/api/sold-properties/7', () => problem(403))
    const app = renderApp('/sold-properties/7', { user })
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(common.couldNotLoad(sold.one))).toBeVisible()
    answer('get', '/api/sold-properties/7', () => HttpResponse.json(aSale()))
    await app.user.click(dialog.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('dialog', { name: /Chandos Street/ })).toBeVisible()
  })
})
