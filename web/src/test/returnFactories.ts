import type { Analysis, Comparable } from '@/api/analyses'
import type { Listing } from '@/api/listings'

/** A home for sale, with its prices. */
export function aHomeForSale(changes: Partial<Listing> = {}): Listing {
  return {
    id: 9,
    title: '3 bed terraced house, Sheffield',
    address: 'Shirebrook Road, Sheffield',
    town: 'Sheffield',
    postcode: 'S8 9RF',
    nation: 'England',
    price: '165000.00',
    priceQualifier: null,
    yield: 7.64,
    monthlyRent: '1050.00',
    rentBasis: '12 lettings nearby',
    bedrooms: 3,
    bathrooms: 1,
    sqft: 904,
    description: 'Bay-fronted stone terrace with a yard.',
    tags: ['No chain', 'EPC D'],
    imageUrl: null,
    images: [],
    source: 'Rightmove',
    sourceUrl: 'https://www.rightmove.example/properties/1',
    licence: 'Shown under the terms of the feed.',
    propertyType: 'House',
    propertySubtype: 'Terraced house',
    tenure: 'Freehold',
    isWatchlisted: false,
    firstSeen: '2026-11-09',
    lastSeen: '2026-11-25',
    withdrawn: null,
    priceHistory: [
      { date: '2026-11-09', price: '172500.00' },
      { date: '2026-11-16', price: '165000.00' },
    ],
    shared: false,
    version: 4,
    ...changes,
  }
}

/** What it returns with nothing typed; all figures follow from the inputs. */
export function anAnalysis(changes: Partial<Analysis> = {}): Analysis {
  return {
    id: null,
    listingId: 9,
    listingTitle: '3 bed terraced house, Sheffield',
    listingAddress: 'Shirebrook Road, Sheffield',
    name: null,
    assumptions: {
      price: '165000.00',
      monthlyRent: '1050.00',
      deposit: '41250.00',
      interestRate: 5.25,
      termYears: 25,
      mortgageType: 'Interest Only',
      buyerType: 'additional',
      nation: 'England',
      stampDuty: '9050.00',
      fees: '1800.00',
      refurbishment: '0.00',
      otherFees: '0.00',
      voidWeeks: 2,
      voidsPercent: 3.85,
      managementPercent: 10,
      maintenancePercent: 5,
      maintenance: null,
      insurance: '220.00',
      serviceCharge: '0.00',
      groundRent: '0.00',
      otherCosts: '150.00',
      stressRate: 7.25,
      minimumCover: 125,
    },
    sources: [
      { field: 'price', source: 'the listing\'s price' },
      { field: 'deposit', source: '25 % of the price' },
      { field: 'interestRate', source: 'a usual buy-to-let rate' },
      { field: 'termYears', source: 'a usual term' },
      { field: 'mortgageType', source: 'usual for buy-to-let' },
      { field: 'buyerType', source: 'a landlord owns a home already' },
      { field: 'stampDuty', source: 'SDLT, England, from 1 April 2025, additional home' },
      { field: 'fees', source: 'a usual fee with searches' },
      { field: 'refurbishment', source: 'none' },
      { field: 'otherFees', source: 'none' },
      { field: 'monthlyRent', source: 'the median rent of 12 lettings nearby' },
      { field: 'voidWeeks', source: '2 to 4 weeks a year are usual' },
      { field: 'managementPercent', source: 'agents take 10 to 12 % of the rent collected' },
      { field: 'maintenancePercent', source: '5 to 10 % of the rent are usual' },
      { field: 'insurance', source: 'a usual landlord\'s policy' },
      { field: 'serviceCharge', source: 'none' },
      { field: 'groundRent', source: 'none' },
      { field: 'otherCosts', source: 'certificates and licences' },
      { field: 'stressRate', source: 'the larger of 5.5 % and the rate + 2' },
      { field: 'minimumCover', source: 'basic-rate taxpayers and companies; 145 for others' },
    ],
    returns: {
      grossYield: 7.64,
      netYield: 5.46,
      annualRent: '12600.00',
      voidLoss: '484.62',
      collectedRent: '12115.38',
      management: '1211.54',
      maintenance: '630.00',
      operatingCosts: '2211.54',
      netOperatingIncome: '9903.85',
      loan: '123750.00',
      loanToValue: 75,
      monthlyMortgage: '541.41',
      monthlyInterestOnly: '541.41',
      monthlyRepayment: '741.57',
      annualCashFlow: '3406.97',
      monthlyCashFlow: '283.91',
      cashInvested: '52100.00',
      returnOnCash: 6.54,
      debtCover: 1.52,
      interestCover: 140.4,
      stressedMonthlyInterest: '747.66',
      requiredMonthlyRent: '934.57',
      maximumLoan: '139034.48',
      passesStress: true,
      breakEvenMonthlyRent: '693.91',
      breakEvenRate: 8,
      stressCases: [
        { name: 'Interest + 1 %', annualCashFlow: '2169.47', coverPercent: 162.9, monthlyCashFlow: '180.79', returnOnCash: 4.16 },
        { name: 'Interest + 2 %, rent − 10 % and one more empty month', annualCashFlow: '-1003.00', coverPercent: 115.8, monthlyCashFlow: '-83.58', returnOnCash: -1.93 },
      ],
      nation: 'England',
      rateCases: [
        { interestRate: 5, monthlyCashFlow: '309.69' },
        { interestRate: 5.25, monthlyCashFlow: '283.91' },
        { interestRate: 8.5, monthlyCashFlow: '-51.24' },
      ],
      taxBands: [
        { from: '0.00', to: '125000.00', rate: 5, tax: '6250.00' },
        { from: '125000.00', to: '250000.00', rate: 7, tax: '2800.00' },
      ],
      tax: '9050.00',
    },
    updatedAt: null,
    version: 0,
    ...changes,
  }
}

/** One that somebody kept, with a deposit of their own. */
export function aKeptAnalysis(changes: Partial<Analysis> = {}): Analysis {
  const { assumptions, sources } = anAnalysis()
  return anAnalysis({
    id: 5,
    name: 'Low offer',
    assumptions: { ...assumptions, price: '155000.00', deposit: '50000.00' },
    sources: sources.filter(({ field }) => field !== 'price' && field !== 'deposit'),
    updatedAt: '2026-11-24T10:00:00Z',
    version: 1,
    ...changes,
  })
}

/** A sale nearby. */
export function aSaleNearby(changes: Partial<Comparable> = {}): Comparable {
  return { address: '18 Shirebrook Road, Sheffield', postcode: 'S8 9RF', price: '158000.00', date: '2026-03-06', propertyType: 'Terraced', tenure: 'Freehold', newBuild: false, ...changes }
}
