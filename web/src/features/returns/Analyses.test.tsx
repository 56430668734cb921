import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Analysis } from '@/api/analyses'
import { common, errorPages } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aKeptAnalysis, anAnalysis, anIncomeTax } from '@/test/returnFactories'
import { answer, problem } from '@/test/server'
import { analyses, figures, inputs } from './messages'

const user = aUser()
const path = '/property-search/analyses'

const serve = (...kept: Analysis[]) => answer('get', '/api/roi-analyses', () => HttpResponse.json(kept))
const { returns } = anAnalysis()
const loss = aKeptAnalysis({ id: 6, name: null, listingId: 12, listingTitle: '1 bed flat, Leeds', returns: { ...returns, monthlyCashFlow: '-83.58', returnOnCash: -1.93 } })

describe('saved analyses', () => {
  it('are listed with what they come to, and open where they were made', async () => {
    serve(aKeptAnalysis(), loss)
    renderApp(path, { user })
    const table = within(await screen.findByRole('table', { name: analyses.list }))
    const offer = within(table.getByRole('row', { name: /Low offer/ }))
    for (const text of ['3 bed terraced house, Sheffield', '£155,000', '+£283.91', '6.54%', '5.46%', '£52,100', '24/11/2026']) expect(offer.getByText(text)).toBeVisible()
    expect(offer.getByRole('link', { name: 'Low offer' })).toHaveAttribute('href', '/property-search/9?analysis=5#roi')
    const flat = within(table.getByRole('row', { name: /1 bed flat, Leeds/ }))
    for (const text of [analyses.unnamed, '−£83.58', '−1.93%']) expect(flat.getByText(text)).toBeVisible()
  })

  it('are deleted once that was confirmed', async () => {
    serve(aKeptAnalysis())
    const sent = answer('delete', '/api/roi-analyses/5', () => new HttpResponse(null, { status: 204 }))
    const app = renderApp(path, { user })
    const ask = async () => {
      await app.user.click(await screen.findByRole('button', { name: analyses.more('Low offer') }))
      await app.user.click(await screen.findByRole('menuitem', { name: analyses.remove }))
      return within(await screen.findByRole('alertdialog', { name: analyses.removeTitle }))
    }
    await app.user.click((await ask()).getByRole('button', { name: analyses.keep }))
    expect(sent.bodies).toHaveLength(0)
    const question = await ask()
    expect(question.getByText(analyses.removeText('Low offer'))).toBeVisible()
    serve()
    await app.user.click(question.getByRole('button', { name: analyses.remove }))
    expect(await screen.findByText(analyses.removed)).toBeVisible()
    expect(await screen.findByRole('heading', { name: analyses.empty })).toBeVisible()
  })

  it('say when deleting failed', async () => {
    serve(aKeptAnalysis())
    answer('delete', '/api/roi-analyses/5', () => problem(403))
    const app = renderApp(path, { user })
    await app.user.click(await screen.findByRole('button', { name: analyses.more('Low offer') }))
    await app.user.click(await screen.findByRole('menuitem', { name: analyses.remove }))
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: analyses.remove }))
    expect(await screen.findByText(analyses.removeFailed)).toBeVisible()
  })

  it('open from their menu', async () => {
    serve(aKeptAnalysis())
    answer('get', '/api/investment-properties/9', () => problem(404))
    const app = renderApp(path, { user })
    await app.user.click(await screen.findByRole('button', { name: analyses.more('Low offer') }))
    await app.user.click(await screen.findByRole('menuitem', { name: analyses.open }))
    await waitFor(() => expect(app.address()).toBe('/property-search/9?analysis=5'))
  })

  it('are compared two to four at a time', async () => {
    const five = [1, 2, 3, 4, 5].map((id) => aKeptAnalysis({ id, name: `Offer ${String(id)}` }))
    serve(...five)
    const app = renderApp(path, { user })
    const choose = async (id: number) => app.user.click(await screen.findByRole('checkbox', { name: analyses.choose(`Offer ${String(id)}`) }))
    await choose(1)
    expect(screen.getByText(analyses.compareHint)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Compare/ })).toBeNull()
    for (const id of [2, 3, 4]) await choose(id)
    expect(screen.getByText(analyses.chosen(4))).toBeVisible()
    await choose(5)
    expect(await screen.findByText(analyses.tooMany)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: analyses.choose('Offer 5') })).not.toBeChecked()
    await choose(4)
    await choose(1)
    expect(screen.getByRole('link', { name: analyses.compareSome(2) })).toHaveAttribute('href', `${path}?compare=2,3`)
  })

  it('stand side by side with the same figures in the same line', async () => {
    serve(aKeptAnalysis(), loss)
    const app = renderApp(`${path}?compare=5,6`, { user })
    expect(await screen.findByRole('heading', { level: 1, name: analyses.comparing })).toBeVisible()
    const table = within(screen.getByRole('table', { name: analyses.comparing }))
    const cells = (name: string) => within(table.getByRole('row', { name: new RegExp(`^${name}`) })).getAllByRole('cell').map(({ textContent }) => textContent)
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent).slice(1)).toEqual([
      'Low offer3 bed terraced house, SheffieldShirebrook Road, Sheffield',
      `1 bed flat, Leeds${analyses.unnamed}Shirebrook Road, Sheffield`,
    ])
    expect(cells(figures.cashFlow)).toEqual(['+£283.91', '−£83.58'])
    expect(cells(figures.returnOnCash)).toEqual(['6.54%', '−1.93%'])
    expect(cells(inputs.labels.deposit)).toEqual(['£50,000.00', '£50,000.00'])
    expect(cells(inputs.labels.voidWeeks)).toEqual(['2 weeks a year', '2 weeks a year'])
    expect(table.queryByText(figures.cashFlowAfter)).toBeNull()
    // A table that scrolls sideways can be reached by the keyboard.
    expect(screen.getByRole('region', { name: analyses.comparing })).toHaveAttribute('tabindex', '0')
    await app.user.click(screen.getByRole('link', { name: analyses.backToList }))
    expect(await screen.findByRole('heading', { level: 1, name: analyses.title })).toBeVisible()
  })

  it('are told before and after income tax where one of them counts it', async () => {
    serve(aKeptAnalysis({ returns: { ...returns, taxName: 'LTT', incomeTax: anIncomeTax() } }), loss)
    renderApp(`${path}?compare=5,6`, { user })
    expect(await screen.findByRole('heading', { level: 1, name: analyses.comparing })).toBeVisible()
    const table = within(screen.getByRole('table', { name: analyses.comparing }))
    const cells = (name: string) => within(table.getByRole('row', { name: new RegExp(`^${name}`) })).getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells(figures.cashFlowAfter)).toEqual(['+£62.07', analyses.notCounted])
    expect(cells(analyses.incomeTax)).toEqual(['£2,662.16', analyses.notCounted])
    expect(cells(inputs.labels.stampDuty)).toEqual(['£9,050.00 (LTT)', '£9,050.00 (SDLT)'])
    expect(cells(inputs.buyer)).toEqual([inputs.owners.additional, inputs.owners.additional])
  })

  it('say that there is nothing left to compare', async () => {
    serve(aKeptAnalysis())
    renderApp(`${path}?compare=77,78`, { user })
    expect(await screen.findByRole('heading', { name: analyses.compareNone })).toBeVisible()
  })

  it('are saved as a file', async () => {
    serve(aKeptAnalysis())
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const app = renderApp(path, { user })
    await app.user.click(await screen.findByRole('button', { name: analyses.export }))
    const file = make.mock.calls[0]?.[0] as Blob
    expect(await file.text()).toContain('Low offer,"3 bed terraced house, Sheffield"')
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe(analyses.exportFile)
  })

  it('are cards on mobile screens', async () => {
    setViewport({ width: 360 })
    serve(aKeptAnalysis())
    renderApp(path, { user })
    const card = within((await screen.findByRole('heading', { name: /Low offer/ })).closest('article') ?? document.body)
    for (const text of ['+£284', '6.54%', '£155,000']) expect(card.getByText(text)).toBeVisible()
    expect(card.getByRole('checkbox', { name: analyses.choose('Low offer') })).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('say that there are none, and what could not be loaded', async () => {
    answer('get', '/api/roi-analyses', () => problem(403))
    const app = renderApp(path, { user })
    expect(await screen.findByText(common.couldNotLoad(analyses.list))).toBeVisible()
    serve()
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { name: analyses.empty })).toBeVisible()
    expect(screen.getByRole('link', { name: analyses.toSearch })).toHaveAttribute('href', '/property-search')
  })

  it('are nothing for a tenant', async () => {
    renderApp(path, { user: aUserWith('Tenant') })
    expect(await screen.findByRole('heading', { name: errorPages.notFoundTitle })).toBeVisible()
  })
})
