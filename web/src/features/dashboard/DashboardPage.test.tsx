import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common, noProperties, product } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aProperty, aUser, someAnalytics } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { toneOf } from '@/lib/tone'
import { charts, dashboard } from './messages'

const user = aUser()

describe('the Executive Dashboard', () => {
  it('shows the four figures in their words', async () => {
    renderApp('/', { user })
    expect(await screen.findByRole('heading', { level: 1, name: dashboard.title })).toBeVisible()
    expect(screen.getByText(dashboard.subtitle)).toBeVisible()
    expect(await screen.findByText('£10,427')).toBeVisible()
    const figures = within(screen.getByRole('region', { name: dashboard.figures }))
    expect(figures.getByText(dashboard.profitable)).toBeVisible()
    expect(figures.getByText('£19,370')).toBeVisible()
    expect(figures.getByText('£3,339,000')).toBeVisible()
    expect(figures.getByText(dashboard.occupancyRate('83.3%'))).toBeVisible()
    expect(figures.getByRole('link', { name: new RegExp(dashboard.active) })).toHaveAttribute('href', '/portfolio')
    expect(figures.getByRole('link', { name: new RegExp(dashboard.income) })).toHaveAttribute('href', '/tenants')
    expect(document.title).toBe(product.title)
    expect(screen.queryByText(dashboard.recent)).toBeNull()
  })

  it('says when costs need a look, with a real minus', async () => {
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ monthlyNetProfit: '-1393.40' })))
    renderApp('/', { user })
    expect(await screen.findByText('\u2212£1,393')).toBeVisible()
    expect(screen.getByText(dashboard.review)).toBeVisible()
    expect(screen.queryByText(dashboard.profitable)).toBeNull()
  })

  it('is not green about nothing', async () => {
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ monthlyNetProfit: '0.00' })))
    renderApp('/', { user })
    const cell = (await screen.findByText(dashboard.profitable)).parentElement
    expect(cell?.querySelector('svg')).toBeNull()
    expect(toneOf('0.00')).toBe('plain')
  })

  it('shows how much is let, by property, by unit and by rent', async () => {
    renderApp('/', { user })
    expect(await screen.findByText('10 of 12')).toBeVisible()
    const panel = within(screen.getByRole('region', { name: dashboard.occupancy }))
    expect(panel.getByText('17 of 21')).toBeVisible()
    expect(panel.getByText('81.0%')).toBeVisible()
    expect(panel.getByText('£16,640 of £19,370')).toBeVisible()
  })

  it('lists the first three properties on mobile screens', async () => {
    setViewport({ width: 767 })
    const asked = answer('get', '/api/properties', () => HttpResponse.json(['One', 'Two', 'Three'].map((name, id) => aProperty({ id, name, photos: id === 0 ? ['/api/files/7'] : [] }))))
    renderApp('/', { user })
    const recent = within(await screen.findByRole('region', { name: dashboard.recent }))
    expect(await recent.findByRole('heading', { name: 'One' })).toBeVisible()
    expect(recent.getAllByRole('listitem')).toHaveLength(3)
    expect(asked.queries).toEqual([{ pageSize: '3' }])
    expect(recent.getAllByText('£1,475')).toHaveLength(3)
    expect(recent.getAllByText('Occupied')).toHaveLength(3)
    expect(recent.getByRole('link', { name: 'One' })).toHaveAttribute('href', '/portfolio/0')
    // With their photos, and before the charts.
    expect(recent.getByRole('presentation')).toHaveAttribute('src', '/api/files/7?size=thumb')
    const chart = await screen.findByRole('region', { name: charts.income })
    expect(screen.getByRole('region', { name: dashboard.recent }).compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText(dashboard.subtitleMobile)).toBeVisible()
    expect(screen.getByText(dashboard.inYourPortfolio)).toBeVisible()
    expect(screen.queryByText(/occupancy rate/)).toBeNull()
  })

  it('keeps the figures when the list fails, and loads it again when asked', async () => {
    setViewport({ width: 360 })
    answer('get', '/api/properties', () => problem(500))
    const app = renderApp('/', { user })
    expect(await screen.findByText(common.couldNotLoad(dashboard.recent))).toBeVisible()
    expect(await screen.findByText('£10,427')).toBeVisible()
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    await app.user.click(await screen.findByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { name: 'Linden Avenue' })).toBeVisible()
  })

  it('leads a new landlord to the first property', async () => {
    const none = { activeProperties: 0, occupiedProperties: 0, occupancyRate: 0, lettableUnits: 0, occupiedUnits: 0 }
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics(none)))
    renderApp('/', { user })
    expect(await screen.findByRole('heading', { name: noProperties.title })).toBeVisible()
    expect(screen.getByRole('link', { name: noProperties.button })).toHaveAttribute('href', '/portfolio?add=property')
    expect(screen.queryByRole('region', { name: dashboard.occupancy })).toBeNull()
    expect(screen.getByText(dashboard.noOccupancyRate)).toBeVisible()
  })

  it('says what could not be loaded without trying again by itself', async () => {
    const asked = answer('get', '/api/dashboard/analytics', () => problem(503, { detail: 'Please try again in a moment.' }))
    const app = renderApp('/', { user })
    expect(await screen.findByText(common.couldNotLoad(dashboard.figures))).toBeVisible()
    expect(asked.headers).toHaveLength(1)
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics()))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByText('£10,427')).toBeVisible()
  })
})
