import { describe, expect, it } from 'vitest'
import { aHomeForSale, aKeptAnalysis, anAnalysis, anIncomeTax } from '@/test/returnFactories'
import { analysesCsv } from './csv'
import { bodyOf, boughtBody, buyerText, comparedIds, coverOf, difference, drawingOf, isSame, mortgageOfYear, ownerFacts, ownerOf, sourceText, textOf, typedOf } from './model'

describe('what is sent', () => {
  it('is what was typed as it was typed; what is blank is left to the server', () => {
    expect(bodyOf({ deposit: ' £41,250 ', interestRate: '5.x', termYears: '30', voidWeeks: '', mortgageType: 'Repayment' })).toEqual({
      deposit: '£41,250',
      interestRate: '5.x',
      termYears: 30,
      mortgageType: 'Repayment',
    })
    expect(bodyOf({ termYears: '2.5' })).toEqual({ termYears: '2.5' })
    expect(bodyOf({ dwellings: '6', livesAbroad: false, countsIncomeTax: true })).toEqual({ dwellings: 6, livesAbroad: false, countsIncomeTax: true })
  })

  it('is the same however its parts are ordered', () => {
    expect(isSame({ deposit: '1', fees: '2' }, { fees: '2', deposit: '1 ' })).toBe(true)
    expect(isSame({ deposit: '1' }, {})).toBe(false)
    expect(isSame({ deposit: '' }, {})).toBe(true)
  })
})

describe('what was typed for an analysis that was kept', () => {
  it('is what has no source', () => {
    expect(typedOf(aKeptAnalysis())).toEqual({ price: '155,000.00', deposit: '50,000.00' })
    expect(typedOf(anAnalysis())).toEqual({})
  })

  it('is an amount for maintenance in place of the percentage', () => {
    const kept = anAnalysis()
    const sources = kept.sources.filter(({ field }) => field !== 'maintenancePercent')
    expect(typedOf({ sources, assumptions: { ...kept.assumptions, maintenance: '1000.00', maintenancePercent: 0 } })).toEqual({ maintenance: '1,000.00' })
  })

  it('has who buys and how it is repaid where those were chosen', () => {
    const kept = anAnalysis({ sources: [] })
    expect(typedOf(kept)).toMatchObject({ mortgageType: 'Interest Only', propertyKind: 'residential', buyer: 'person', ownsAnotherHome: true })
  })

  it('says fact by fact who was once chosen in one word', () => {
    const { assumptions, sources } = anAnalysis()
    const kept = { assumptions, sources: sources.filter(({ field }) => field !== 'buyerType') }
    expect(typedOf(kept)).toEqual({ livesAbroad: false, ownsAnotherHome: true, firstTimeBuyer: false })
    // A release before answers with the word alone.
    const before = { ...assumptions, livesAbroad: null, ownsAnotherHome: null, firstTimeBuyer: null }
    expect(typedOf({ ...kept, assumptions: before })).toEqual({ buyerType: 'additional' })
  })

  it('counts income tax again where it was counted', () => {
    const { assumptions, sources } = anAnalysis()
    const counted = { ...assumptions, countsIncomeTax: true, otherIncome: '60000.00', taxResidence: 'Wales' } as const
    expect(typedOf({ sources, assumptions: counted })).toEqual({ countsIncomeTax: true, otherIncome: '60,000.00', taxResidence: 'Wales' })
  })
})

describe('who buys', () => {
  it('is one choice of other homes, whose facts never contradict each other', () => {
    for (const owner of ['additional', 'only', 'first'] as const) expect(ownerOf(ownerFacts(owner))).toBe(owner)
    expect(ownerOf({})).toBe('additional')
  })

  it('is told in a few words', () => {
    const { assumptions } = anAnalysis()
    expect(buyerText(assumptions)).toBe('I own another home')
    expect(buyerText({ ...assumptions, buyer: 'companyOwnUse', livesAbroad: true })).toBe('A company for its own use, abroad')
  })
})

describe('words and figures', () => {
  it('writes inputs as fields show them', () => {
    const { assumptions } = anAnalysis()
    expect([textOf('deposit', assumptions), textOf('interestRate', assumptions), textOf('maintenance', assumptions)]).toEqual(['41,250.00', '5.25', ''])
  })

  it('writes where a proposal is from as a sentence', () => {
    expect(sourceText('25 % of the price')).toBe('25% of the price')
    expect(sourceText('the listing\'s price')).toBe('The listing’s price')
  })

  it('compute a year’s mortgage, the rent cover and a price change', () => {
    expect(mortgageOfYear('9903.85', '3406.97')).toBe('-6496.88')
    expect(coverOf('1050.00', '541.41')).toBe(193.9)
    expect(coverOf('1050.00', '0.00')).toBeNull()
    expect(difference('172500.00', '165000.00')).toBe('-7500.00')
    expect(difference(null, '165000.00')).toBeNull()
  })

  it('draws what is for sale', () => {
    expect(drawingOf({ propertyType: 'Flat', propertySubtype: 'Studio flat' })).toBe('Studio')
    expect(drawingOf({ propertyType: 'Flat', propertySubtype: 'Apartment' })).toBe('Apartment')
    expect(drawingOf({ propertyType: 'Other', propertySubtype: null })).toBe('House')
    expect(drawingOf({ propertyType: 'Commercial', propertySubtype: null })).toBe('Commercial')
  })

  it('compares each of an address once, and four at most', () => {
    expect(comparedIds('5,7,5,x,-1,0,2.5,8,9,10')).toEqual([5, 7, 8, 9])
    expect(comparedIds(null)).toEqual([])
  })
})

describe('a listing that was bought', () => {
  const bought = { name: ' Shirebrook ', address: '24 Shirebrook Road, Sheffield', postcode: 'S8 9RF', propertyType: 'House', price: '£162,000', purchaseDate: '2026-11-20' } as const

  it('takes price, rent, mortgage and insurance with it', () => {
    expect(boughtBody(bought, aHomeForSale(), anAnalysis())).toEqual({
      name: 'Shirebrook',
      address: '24 Shirebrook Road, Sheffield',
      postcode: 'S8 9RF',
      propertyType: 'House',
      status: 'Vacant',
      purchasePrice: '162000.00',
      purchaseDate: '2026-11-20',
      monthlyRent: '1050.00',
      bedrooms: 3,
      bathrooms: 1,
      size: '904 sq ft',
      insuranceAmount: '220.00',
      mortgageType: 'Interest Only',
      amountBorrowed: '123750.00',
      outstandingBalance: '123750.00',
      monthlyMortgagePayment: '541.41',
      interestRate: 5.25,
    })
  })

  it('has monthly charges, no mortgage without a loan, and nothing unknown', () => {
    const { assumptions, returns } = anAnalysis()
    const analysis = anAnalysis({
      assumptions: { ...assumptions, serviceCharge: '1200.00', groundRent: '250.00', insurance: '0.00', monthlyRent: '0.00' },
      returns: { ...returns, loan: '0.00' },
    })
    const unknown = aHomeForSale({ bedrooms: null, bathrooms: null, sqft: null })
    expect(boughtBody({ ...bought, propertyType: 'Flat', price: '', purchaseDate: null }, unknown, analysis)).toEqual({
      name: 'Shirebrook',
      address: '24 Shirebrook Road, Sheffield',
      postcode: 'S8 9RF',
      propertyType: 'Flat',
      status: 'Vacant',
      serviceCharge: '100.00',
      groundRent: '20.83',
    })
  })

  it('is in the chosen nation; a proposal is made again from its postcode', () => {
    const chosen = { ...anAnalysis().assumptions, nation: 'Wales' } as const
    expect(boughtBody(bought, aHomeForSale(), { ...anAnalysis(), assumptions: chosen, sources: [] }).nation).toBe('Wales')
    const sources = [{ field: 'nation', source: 'the postcode', sourceUrl: null, sourceDate: null }]
    expect(boughtBody(bought, aHomeForSale(), { ...anAnalysis(), assumptions: chosen, sources })).not.toHaveProperty('nation')
  })

  it('leaves the rooms of a shared house to be set up', () => {
    const body = boughtBody({ ...bought, propertyType: 'HMO' }, aHomeForSale(), anAnalysis())
    expect(body).not.toHaveProperty('monthlyRent')
    expect(body).not.toHaveProperty('bedrooms')
  })
})

describe('the file for spreadsheets', () => {
  it('has a line for each analysis, exact amounts, and no formulas', () => {
    const [head, first, second, end] = analysesCsv([aKeptAnalysis({ name: '=1+1', listingTitle: 'A "fine", home' }), anAnalysis()]).split('\r\n')
    expect(head?.startsWith('\ufeffName,Listing,Address,Saved,Who buys,How it is repaid,Price,Deposit,Purchase tax')).toBe(true)
    expect(first?.startsWith('\'=1+1,"A ""fine"", home","Shirebrook Road, Sheffield",2026-11-24T10:00:00Z,')).toBe(true)
    expect(first).toContain('155000.00,50000.00,9050.00')
    expect(second?.startsWith(',"3 bed terraced house, Sheffield",')).toBe(true)
    expect(end).toBe('')
    const columns = (line: string | undefined) => line?.replace(/"(""|[^"])*"/g, 'x').split(',').length
    expect(columns(first)).toBe(columns(head))
  })

  it('says what is before tax and what is after it', () => {
    const { returns } = anAnalysis()
    const [head, counted, before, refused] = analysesCsv([
      anAnalysis({ returns: { ...returns, incomeTax: anIncomeTax() } }),
      anAnalysis(),
      anAnalysis({ returns: { ...returns, incomeTax: anIncomeTax({ refusal: 'Scotland sets its own rates.' }) } }),
    ]).split('\r\n')
    expect(head).toContain('Cash flow per month before tax,Cash flow a year before tax')
    expect(head?.endsWith('Tax year,Income tax a year,Cash flow per month after tax,Cash flow a year after tax,Return on cash after tax %,Interest carried forward')).toBe(true)
    expect(counted?.endsWith('Homes,England,SDLT,,2026-27,2662.16,62.07,744.81,1.43,0.00')).toBe(true)
    for (const line of [before, refused]) expect(line?.endsWith('Homes,England,SDLT,,,,,,,')).toBe(true)
  })

  it('leaves negative amounts as numbers', () => {
    const { returns } = anAnalysis()
    expect(analysesCsv([anAnalysis({ returns: { ...returns, monthlyCashFlow: '-83.58' } })])).toContain(',-83.58,')
  })
})
