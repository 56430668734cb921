import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { entryOf, listingCall, openListing, serveListing, serveNothingElse } from '@/test/listingPage'
import { anAnalysis, aSaleNearby } from '@/test/returnFactories'
import { answer, problem } from '@/test/server'
import { comparables, figures, inputs } from './messages'

beforeEach(serveNothingElse)

describe('what it returns', () => {
  it('shows every figure of the server with its inputs and their sources', async () => {
    serveListing()
    await openListing()
    const strip = within(screen.getByRole('region', { name: figures.strip }))
    for (const text of ['+£283.91', figures.yearBefore('+£3,406.97'), '6.54%', '5.46%', '£52,100']) expect(await strip.findByText(text)).toBeVisible()
    expect(entryOf(figures.firstYear, figures.rent)).toBe('£12,600.00')
    expect(entryOf(figures.firstYear, figures.voids)).toBe('−£484.62')
    expect(entryOf(figures.firstYear, figures.insurance)).toBe('−£220.00')
    expect(entryOf(figures.firstYear, figures.mortgageInterest)).toBe('−£6,496.88')
    expect(entryOf(figures.firstYear, figures.cashFlowYear)).toBe('+£3,406.97')
    expect(within(screen.getByRole('region', { name: figures.firstYear })).queryByText(figures.serviceCharge)).toBeNull()
    expect(entryOf(figures.cashTitle, figures.deposit('25%'))).toBe('£41,250.00')
    expect(entryOf(figures.cashTitle, figures.total)).toBe('£52,100.00')
    expect(screen.getByText(figures.loan('£123,750.00', '75%'))).toBeVisible()
    expect(entryOf(figures.more, figures.grossYield)).toBe(`7.64%${figures.grossYieldNote}`)
    expect(entryOf(figures.more, figures.debtCover)).toBe(`1.52 times${figures.debtCoverNote}`)
    expect(entryOf(figures.more, figures.breakEvenRent)).toBe('£693.91')
    expect(entryOf(figures.more, figures.breakEvenRate)).toBe('8.00%')
    expect(entryOf(figures.more, figures.maximumLoan)).toBe('£139,034.48')
    expect(screen.getByRole('textbox', { name: inputs.labels.deposit })).toHaveValue('41,250.00')
    expect(screen.getByRole('textbox', { name: inputs.labels.deposit })).toHaveAccessibleDescription('25% of the price')
    expect(screen.getByRole('textbox', { name: inputs.labels.monthlyRent })).toHaveAccessibleDescription('The median rent of 12 lettings nearby')
    expect(screen.getByRole('combobox', { name: inputs.buyer })).toHaveAccessibleDescription('A person buys')
    expect(screen.getByRole('combobox', { name: inputs.owner })).toHaveAccessibleDescription('A landlord owns a home already')
    expect(entryOf(figures.cashTitle, 'SDLT')).toBe('£9,050.00')
    expect(screen.getByText(figures.disclaimer)).toBeVisible()
  })

  it('has the tax of the nation band by band', async () => {
    serveListing()
    await openListing()
    const table = within(await screen.findByRole('table', { name: figures.taxIn('SDLT', 'England') }))
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      `${figures.band}${figures.rate}${figures.due}`,
      'Up to £125,0005%£6,250.00',
      '£125,000 to £250,0007%£2,800.00',
      `${figures.taxTotal}£9,050.00`,
    ])
    const region = within(screen.getByRole('region', { name: figures.taxIn('SDLT', 'England') }))
    expect(region.getByText('SDLT, England, from 1 April 2025, additional home')).toBeVisible()
  })

  it('has a supplement on the whole price, and says when a tax was typed', async () => {
    const { assumptions, sources, returns: found } = anAnalysis()
    const taxBands = [
      { from: '145000.00', to: null, rate: 2, tax: '400.00' },
      { from: '0.00', to: null, rate: 8, tax: '13200.00' },
    ]
    serveListing({}, { assumptions: { ...assumptions, stampDuty: '1.00' }, sources: sources.filter(({ field }) => field !== 'stampDuty'), returns: { ...found, nation: 'Scotland', taxName: 'LBTT with ADS', taxBands } })
    await openListing()
    const region = within(await screen.findByRole('region', { name: figures.taxIn('LBTT with ADS', 'Scotland') }))
    expect(region.getByText(figures.bandAbove('£145,000'))).toBeVisible()
    expect(region.getByText(figures.bandFurther)).toBeVisible()
    expect(region.getByText(figures.taxTyped('£1.00'))).toBeVisible()
  })

  it('has a stress test with its chart as a table, and the test of a lender', async () => {
    serveListing()
    const app = await openListing()
    const table = within(await screen.findByRole('table', { name: figures.whatHappens }))
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      `${figures.whatHappens}${figures.cashFlow}${figures.returnOnCash}${figures.cover}`,
      'As assumed, 5.25%+£283.916.54%193.9%',
      'Interest + 1%+£180.794.16%162.9%',
      'Interest + 2%, rent − 10% and one more empty month−£83.58−1.93%115.8%',
    ])
    expect(screen.getByText(figures.lossFrom).nextElementSibling).toHaveTextContent('8.00%')
    expect(screen.getByText(figures.lenderTitle('7.25%', '140.4%'))).toBeVisible()
    expect(screen.getByText(`${figures.lenderPasses('125%')} ${figures.lenderNote}`)).toBeVisible()
    expect(screen.queryByRole('table', { name: figures.chartRate })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: figures.showTable }))
    const rates = within(screen.getByRole('table', { name: figures.chartRate })).getAllByRole('row')
    expect(rates.map(({ textContent }) => textContent)).toEqual([`${figures.chartRate}${figures.cashFlow}`, '5%+£309.69', '5.25%+£283.91', '8.5%−£51.24'])
    await app.user.click(screen.getByRole('button', { name: figures.showChart }))
    expect(screen.queryByRole('table', { name: figures.chartRate })).toBeNull()
  })

  it('says what a lender would ask for, and nothing of rates without a loan', async () => {
    const { returns: found } = anAnalysis()
    serveListing({}, { returns: { ...found, passesStress: false, interestCover: 110 } })
    const app = await openListing()
    expect(await screen.findByText(`${figures.lenderFails('125%', '£934.57')} ${figures.lenderNote}`)).toBeVisible()
    answer('post', `${listingCall}/roi`, () => HttpResponse.json(anAnalysis({ returns: { ...found, loan: '0.00', rateCases: [], passesStress: null, interestCover: null, taxBands: [] } })))
    await app.user.type(screen.getByRole('textbox', { name: inputs.labels.fees }), '1')
    expect(await screen.findByText(figures.chartNone)).toBeVisible()
    expect(screen.getByText(figures.noLoan)).toBeVisible()
    expect(screen.getByText(figures.taxNone)).toBeVisible()
    expect(screen.queryByText(figures.lenderTitle('7.25%', '140.4%'))).toBeNull()
    expect(screen.queryByRole('button', { name: figures.showTable })).toBeNull()
  })

  it('follows what is typed, and goes back to the proposals', async () => {
    const asked = serveListing()
    const app = await openListing()
    expect(screen.queryByRole('button', { name: inputs.reset })).toBeNull()
    const rate = screen.getByRole('textbox', { name: inputs.labels.interestRate })
    await waitFor(() => expect(rate).toHaveValue('5.25'))
    await app.user.clear(rate)
    await app.user.type(rate, '6')
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ interestRate: '6' }))
    // A value that stood still for less than 300 ms was not asked about.
    expect(asked.bodies).toEqual([{}, { interestRate: '6' }])
    expect(rate).toHaveAccessibleDescription(inputs.changed)
    await app.user.selectOptions(screen.getByRole('combobox', { name: inputs.owner }), inputs.owners.first)
    expect(screen.queryByRole('textbox', { name: inputs.labels.termYears })).toBeNull()
    await app.user.click(screen.getByRole('radio', { name: inputs.repayment }))
    expect(screen.getByRole('textbox', { name: inputs.labels.termYears })).toHaveValue('25')
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ interestRate: '6', ownsAnotherHome: false, firstTimeBuyer: true, mortgageType: 'Repayment' }))
    await app.user.click(screen.getByRole('button', { name: inputs.reset }))
    await waitFor(() => expect(rate).toHaveValue('5.25'))
    expect(screen.queryByRole('button', { name: inputs.reset })).toBeNull()
  })

  it('proposes again what was emptied', async () => {
    serveListing()
    const app = await openListing()
    const deposit = screen.getByRole('textbox', { name: inputs.labels.deposit })
    await waitFor(() => expect(deposit).toHaveValue('41,250.00'))
    await app.user.clear(deposit)
    expect(deposit).toHaveValue('')
    await app.user.tab()
    expect(deposit).toHaveValue('41,250.00')
  })

  it('keeps the figures while an input is wrong, and says why at its field', async () => {
    serveListing()
    const app = await openListing()
    const deposit = screen.getByRole('textbox', { name: inputs.labels.deposit })
    await waitFor(() => expect(deposit).toHaveValue('41,250.00'))
    answer('post', `${listingCall}/roi`, () => problem(422, { errors: { deposit: ['The deposit must not be more than the price.'] } }))
    await app.user.clear(deposit)
    await app.user.type(deposit, '999,999')
    expect(await screen.findByText('The deposit must not be more than the price.')).toBeVisible()
    expect(deposit).toBeInvalid()
    expect(screen.getByText(figures.invalid)).toBeVisible()
    expect(within(screen.getByRole('region', { name: figures.strip })).getByText('+£283.91')).toBeVisible()
    serveListing()
    await app.user.clear(deposit)
    await app.user.type(deposit, '40000')
    await waitFor(() => expect(deposit).toBeValid())
    expect(screen.queryByText(figures.invalid)).toBeNull()
  })

  it('says that the figures could not be loaded and tries again when asked', async () => {
    serveListing()
    answer('post', `${listingCall}/roi`, () => problem(403))
    const app = await openListing()
    expect(await screen.findByText(common.couldNotLoad(figures.failed))).toBeVisible()
    serveListing()
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await within(screen.getByRole('region', { name: figures.strip })).findByText('+£283.91')).toBeVisible()
  })

  it('begins at the assumptions where Analyse ROI leads', async () => {
    serveListing()
    await openListing('/property-search/9#roi')
    await waitFor(() => expect(screen.getByRole('heading', { name: inputs.title })).toHaveFocus())
  })

  it('is one column on phones, with the actions below the assumptions', async () => {
    setViewport({ width: 360 })
    serveListing()
    const app = await openListing()
    const cases = within(await screen.findByRole('list', { name: figures.whatHappens }))
    expect(cases.getByText('Interest + 1%')).toBeVisible()
    expect(cases.getByText('+£180.79')).toBeVisible()
    expect(screen.queryByRole('table', { name: figures.whatHappens })).toBeNull()
    expect(screen.getByRole('button', { name: inputs.save })).toBeVisible()
    answer('get', `${listingCall}/comparables`, () => HttpResponse.json({ comparables: [aSaleNearby()], attribution: null }))
    await app.cache.invalidateQueries()
    const sales = within(await screen.findByRole('list', { name: comparables.title }))
    expect(sales.getByText('06/03/2026, Terraced, Freehold')).toBeVisible()
  })
})
