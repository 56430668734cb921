import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Analysis } from '@/api/analyses'
import { setViewport } from '@/test/browser'
import { entryOf, listingCall, openListing, serveListing, serveNothingElse } from '@/test/listingPage'
import { anAnalysis, anIncomeTax } from '@/test/returnFactories'
import { answer, problem } from '@/test/server'
import { figures, inputs } from './messages'

beforeEach(serveNothingElse)

/** The inputs of the analysis with some of them changed. */
function withInputs(changes: Partial<Analysis['assumptions']>, returns: Partial<Analysis['returns']> = {}): Analysis {
  const all = anAnalysis()
  return anAnalysis({ assumptions: { ...all.assumptions, ...changes }, returns: { ...all.returns, ...returns } })
}

const select = (name: string) => screen.getByRole('combobox', { name })
const strip = () => within(screen.getByRole('region', { name: figures.strip }))

describe('the tax on buying', () => {
  it('is asked for with what is bought, where and by whom', async () => {
    const asked = serveListing()
    const app = await openListing()
    await app.user.selectOptions(select(inputs.kind), inputs.kinds.mixed)
    await app.user.selectOptions(select(inputs.nation), 'Wales')
    await app.user.selectOptions(select(inputs.livesIn), inputs.places.abroad)
    const homes = screen.getByRole('textbox', { name: inputs.labels.dwellings })
    await app.user.clear(homes)
    await app.user.type(homes, '6')
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ propertyKind: 'mixed', nation: 'Wales', livesAbroad: true, dwellings: 6 }))
    await app.user.selectOptions(select(inputs.kind), inputs.kinds.land)
    expect(screen.queryByRole('textbox', { name: inputs.labels.dwellings })).toBeNull()
  })

  it('asks a company neither for its first home nor for income tax', async () => {
    const asked = serveListing()
    const app = await openListing()
    await app.user.selectOptions(select(inputs.owner), inputs.owners.first)
    await app.user.click(screen.getByRole('switch', { name: inputs.countIncomeTax }))
    await app.user.selectOptions(select(inputs.buyer), inputs.buyers.lettingCompany)
    expect(screen.queryByRole('combobox', { name: inputs.owner })).toBeNull()
    expect(screen.queryByRole('switch', { name: inputs.countIncomeTax })).toBeNull()
    expect(screen.getByText(inputs.companyTax)).toBeVisible()
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ buyer: 'lettingCompany' }))
  })

  it.each([
    ['LTT', 'Wales'],
    ['LBTT with ADS', 'Scotland'],
    ['SDLT', 'Northern Ireland'],
  ] as const)('is called %s in %s, everywhere', async (taxName, nation) => {
    serveListing({ nation }, withInputs({ nation }, { nation, taxName }))
    await openListing()
    expect(await screen.findByRole('region', { name: figures.taxIn(taxName, nation) })).toBeVisible()
    expect(screen.getByRole('textbox', { name: taxName })).toBeVisible()
    expect(entryOf(figures.cashTitle, taxName)).toBe('£9,050.00')
    expect(screen.queryByText(/stamp duty/i)).toBeNull()
  })

  it('is one rate on the whole price for some companies', async () => {
    const taxBands = [{ from: '0.00', to: null, rate: 17, tax: '102000.00' }]
    serveListing({}, withInputs({ buyer: 'companyOwnUse' }, { taxBands, tax: '102000.00' }))
    await openListing()
    const table = within(await screen.findByRole('table', { name: figures.taxIn('SDLT', 'England') }))
    expect(table.getByText(figures.bandWhole)).toBeVisible()
  })

  it('says a contradiction beside the choice', async () => {
    serveListing()
    const app = await openListing()
    const text = 'Who owns another home is no first-time buyer: choose one of the two.'
    answer('post', `${listingCall}/roi`, () => problem(422, { errors: { firstTimeBuyer: [text] } }))
    await app.user.selectOptions(select(inputs.owner), inputs.owners.first)
    expect(await screen.findByText(text)).toBeVisible()
    expect(select(inputs.owner)).toBeInvalid()
  })
})

describe('income tax', () => {
  it('is off at first, and every figure says so', async () => {
    serveListing()
    await openListing()
    expect(screen.getByRole('switch', { name: inputs.countIncomeTax })).not.toBeChecked()
    expect(screen.getByRole('switch', { name: inputs.countIncomeTax })).toHaveAccessibleDescription(inputs.incomeTaxHint)
    expect(screen.queryByRole('textbox', { name: inputs.labels.otherIncome })).toBeNull()
    expect(await strip().findByText(figures.yearBefore('+£3,406.97'))).toBeVisible()
    expect(strip().getByText(figures.firstYearNote)).toBeVisible()
    expect(entryOf(figures.firstYear, figures.cashFlowYear)).toBe('+£3,406.97')
    expect(screen.queryByRole('region', { name: figures.afterTitle })).toBeNull()
  })

  it('asks for other income once it is on, and shows what is left after it', async () => {
    serveListing()
    const app = await openListing()
    const counted = withInputs({ countsIncomeTax: true, taxResidence: 'England' }, { incomeTax: anIncomeTax() })
    const asked = answer('post', `${listingCall}/roi`, () => HttpResponse.json(counted))
    const toggle = screen.getByRole('switch', { name: inputs.countIncomeTax })
    await app.user.click(toggle)
    const income = screen.getByRole('textbox', { name: inputs.labels.otherIncome })
    expect(income).toHaveAccessibleDescription(inputs.otherIncomeHint)
    await app.user.type(income, '60,000')
    expect(await screen.findByRole('region', { name: figures.afterTitle })).toBeVisible()
    expect(entryOf(figures.afterTitle, figures.incomeTax('2026-27'))).toBe('£2,662.16')
    expect(entryOf(figures.afterTitle, figures.credit)).toBe('−£1,299.38')
    expect(entryOf(figures.afterTitle, figures.cashFlowAfter)).toBe('+£62.07')
    expect(entryOf(figures.afterTitle, figures.annualAfter)).toBe('+£744.81')
    expect(screen.getByText(/Source: Finance \(No\. 2\) Act 2015, section 24\./)).toBeVisible()
    expect(strip().getByText(figures.yearAfter('+£744.81'))).toBeVisible()
    expect(strip().getByText('1.43%')).toBeVisible()
    expect(screen.getByText(figures.disclaimerAfter)).toBeVisible()
    // Figures of before tax stay, and say so.
    expect(entryOf(figures.firstYear, figures.cashFlowYear)).toBe('+£3,406.97')
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ countsIncomeTax: true, otherIncome: '60,000' }))
  })

  it('takes other income along when it is switched off', async () => {
    const asked = serveListing()
    const app = await openListing()
    const toggle = screen.getByRole('switch', { name: inputs.countIncomeTax })
    await app.user.click(toggle)
    await app.user.type(screen.getByRole('textbox', { name: inputs.labels.otherIncome }), '100')
    await app.user.selectOptions(select(inputs.taxResidence), 'Wales')
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ countsIncomeTax: true, otherIncome: '100.00', taxResidence: 'Wales' }))
    await app.user.click(toggle)
    expect(toggle).not.toBeChecked()
    // Nothing differs from the proposals any more.
    expect(screen.queryByRole('button', { name: inputs.reset })).toBeNull()
    expect(screen.queryByRole('textbox', { name: inputs.labels.otherIncome })).toBeNull()
  })

  it('says what Lintel does not know, and leaves the figures before tax', async () => {
    const refusal = 'Scotland sets its own rates: Lintel does not know them, and works out no tax.'
    serveListing({}, withInputs({ countsIncomeTax: true }, { incomeTax: anIncomeTax({ refusal }) }))
    await openListing()
    const region = within(await screen.findByRole('region', { name: figures.afterTitle }))
    expect(region.getByText(refusal)).toBeVisible()
    expect(strip().getByText(figures.yearBefore('+£3,406.97'))).toBeVisible()
    expect(screen.getByText(figures.disclaimer)).toBeVisible()
  })

  it('says before or after tax on mobile screens too', async () => {
    setViewport({ width: 360 })
    serveListing()
    await openListing()
    expect(await strip().findByText(figures.stripMobile.before.cashFlow)).toBeVisible()
    expect(strip().getByText(figures.stripMobile.before.returnOnCash)).toBeVisible()
  })
})
