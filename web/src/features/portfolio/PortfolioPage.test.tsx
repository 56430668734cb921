import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common, noProperties } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aCertificate } from '@/test/complianceFactories'
import { aProperty, aUser, someAnalytics } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { portfolio } from './messages'

const user = aUser()
const card = async (name: string) => within((await screen.findByRole('heading', { name })).closest('article') ?? document.body)

describe('Portfolio', () => {
  it('shows the sums of the server and a card for each property', async () => {
    answer('get', '/api/properties', () =>
      HttpResponse.json([
        aProperty({ id: 1, name: 'Ashmead House', propertyType: 'HMO', hmoRooms: 6, status: 'Partially Occupied', monthlyProfit: '-26.40' }),
        aProperty({ id: 2, name: 'The Old Bakery', propertyType: 'Studio', bedrooms: 0, bathrooms: 1, annualYield: null }),
      ]),
    )
    renderApp('/portfolio', { user })
    const shared = await card('Ashmead House')
    expect(shared.getByText('6 rooms')).toBeVisible()
    expect(shared.getByText('Partially Occupied')).toBeVisible()
    expect(shared.getByText('\u2212£26')).toBeVisible()
    expect(shared.getByText('7.44%')).toBeVisible()
    const studio = await card('The Old Bakery')
    expect(studio.queryByText(/bed/)).toBeNull()
    expect(studio.getByText(portfolio.noYield)).toBeVisible()
    const sums = within(screen.getByRole('region', { name: portfolio.figures }))
    expect(await sums.findByText('£3,339,000')).toBeVisible()
    expect(sums.getByText('+£10,427')).toBeVisible()
    expect(sums.getByText('83.3% occupancy')).toBeVisible()
    expect(sums.getByText('£232,440 a year')).toBeVisible()
    expect(screen.getByRole('link', { name: portfolio.add })).toBeVisible()
    expect(screen.getByRole('link', { name: portfolio.compliance })).toHaveAttribute('href', '/portfolio/compliance')
  })

  it.each([1280, 360])('says on each card what is due, at %i pixels', async (width) => {
    setViewport({ width })
    answer('get', '/api/properties', () => HttpResponse.json([aProperty({ id: 1, name: 'Mercer Row' }), aProperty({ id: 2, name: 'Wharf Lane' })]))
    const asked = answer('get', '/api/property-certificates', () => HttpResponse.json([aCertificate({ propertyId: 1, daysRemaining: 3 })]))
    renderApp('/portfolio', { user })
    expect(await (await card('Mercer Row')).findByText('Gas Safety in 3 days')).toBeVisible()
    expect(await (await card('Wharf Lane')).findByText(portfolio.nothingDue)).toBeVisible()
    expect(asked.queries).toEqual([{ state: 'Expired,ExpiringSoon,RenewalDue' }])
  })

  it('says so where it is not known what is due', async () => {
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    answer('get', '/api/property-inspections/overdue', () => problem(403))
    renderApp('/portfolio', { user })
    expect(await (await card('Linden Avenue')).findByText(portfolio.dueUnknown)).toBeVisible()
  })

  it('is a list without the occupied count on mobile screens', async () => {
    setViewport({ width: 767 })
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ monthlyNetProfit: '-12.00' })))
    renderApp('/portfolio', { user })
    expect((await card('Linden Avenue')).getByText('+£1,475')).toBeVisible()
    const sums = within(screen.getByRole('region', { name: portfolio.figures }))
    expect(await sums.findByText('\u2212£12')).toBeVisible()
    expect(sums.queryByText(portfolio.occupied)).toBeNull()
    const figure = await sums.findByText('\u2212£12')
    const secondary = screen.getByRole('link', { name: portfolio.transfer })
    expect(figure.compareDocumentPosition(secondary) & Node.DOCUMENT_POSITION_FOLLOWING, 'figures come before secondary buttons').toBeTruthy()
  })

  it('invites to add the first one when it is empty, and keeps its figures', async () => {
    const none = { activeProperties: 0, lettableUnits: 0, totalValue: '0.00', totalPurchasePrice: '0.00', monthlyIncome: '0.00', monthlyNetProfit: '0.00', occupiedProperties: 0, occupancyRate: 0 }
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics(none)))
    const app = renderApp('/portfolio', { user })
    expect(await screen.findByRole('heading', { name: noProperties.title })).toBeVisible()
    const sums = within(screen.getByRole('region', { name: portfolio.figures }))
    expect(await sums.findAllByText(/£0$/)).toHaveLength(3)
    expect(sums.queryByText(portfolio.afterCosts)).toBeNull()
    expect(screen.getByText(noProperties.text)).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: noProperties.button }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(app.address()).toBe('/portfolio?add=property')
  })

  it.each([
    [0, portfolio.noCosts],
    [1, portfolio.someCosts(1, 12)],
    [12, portfolio.afterCosts],
  ])('says for how many homes costs are known: %i', async (costedProperties, text) => {
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ activeProperties: 12, costedProperties })))
    renderApp('/portfolio', { user })
    const sums = within(await screen.findByRole('region', { name: portfolio.figures }))
    expect(await sums.findByText(text)).toBeVisible()
  })

  it('says what could not be loaded and tries again when asked', async () => {
    answer('get', '/api/properties', () => problem(403, { detail: 'No access to this portfolio.' }))
    answer('get', '/api/dashboard/analytics', () => problem(403, { detail: 'No access to this portfolio.' }))
    const app = renderApp('/portfolio', { user })
    expect(await screen.findByText(common.couldNotLoad(portfolio.list))).toBeVisible()
    expect(await screen.findByText(common.couldNotLoad(portfolio.figures))).toBeVisible()
    expect(screen.getAllByText(/403: No access to this portfolio\./)).toHaveLength(2)
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics()))
    for (const retry of screen.getAllByRole('button', { name: common.retry })) await app.user.click(retry)
    expect(await screen.findByRole('heading', { name: 'Linden Avenue' })).toBeVisible()
    expect(await screen.findByText('£19,370')).toBeVisible()
  })
})
