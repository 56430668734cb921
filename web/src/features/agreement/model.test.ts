import { describe, expect, it } from 'vitest'
import { fingerprint, ordinal } from '@/lib/agreements'
import { publicFormat } from '@/lib/publicFormat'
import { anAgreement, anAgreementFor, aSigner, someTerms } from '@/test/agreementFactories'
import { controlOf, termsMistakes, termsOf, valuesOf } from './form/values'
import { isSameName, mainTerms, nextSigner, standingOf } from './model'

describe('an agreement', () => {
  it('says first whose turn it is, or what became of it', () => {
    expect(standingOf(anAgreementFor('tenant'))).toBe('yourTurn')
    expect(standingOf(anAgreementFor('landlord'))).toBe('waiting')
    expect(standingOf(anAgreement())).toBe('waiting')
    expect(standingOf(anAgreement({ signers: [aSigner({ isCaller: true, signedAt: '2026-11-24T11:00:00Z' })] }))).toBe('signedByYou')
    for (const state of ['signed', 'declined', 'voided'] as const) expect(standingOf(anAgreementFor('tenant', { state }))).toBe(state)
  })

  it('is signed next by whoever may, and by nobody once it is over', () => {
    expect(nextSigner(anAgreement())?.name).toBe('Tom Hargreaves')
    expect(nextSigner(anAgreement({ signers: [aSigner({ signedAt: '2026-11-24T11:00:00Z' }), aSigner({ id: 2, name: 'Judith Hargreaves' })] }))?.name).toBe('Judith Hargreaves')
    expect(nextSigner(anAgreement({ state: 'signed' }))).toBeUndefined()
  })

  it('has its main terms in words', () => {
    const lines = mainTerms(anAgreement(), publicFormat).map(({ label, value }) => `${label}: ${value}`)
    expect(lines).toEqual([
      'Landlord: Helen Okafor, trading as Okafor Lettings',
      'Tenant: Tom Hargreaves',
      'Guarantor: Judith Hargreaves',
      'Home: Room 4, Ashmead House, 212 Ashmead Road, Bristol BS6 7QD',
      'Tenancy begins: Tuesday 1 December 2026',
      'Tenancy: Assured periodic, from month to month',
      'Rent: £610.00 per month, due on the 1st',
      'Deposit: £700.00',
      'Included in the rent: Council tax, Electricity, Gas, Water, TV licence, Internet and phone',
    ])
    const weekly = someTerms({ rentTerms: { period: 'weekly', dueDay: 0, firstDay: '2026-12-01', proRata: 'days-of-year', periodRent: '140.77' } })
    expect(mainTerms(anAgreement({ terms: weekly, nation: 'Wales' }), publicFormat).map(({ value }) => value)).toContain('£140.77 per week')
    expect(mainTerms(anAgreement({ terms: someTerms({ deposit: '0.00' }) }), publicFormat)).toContainEqual({ label: 'Deposit', value: 'None is taken' })
    expect(mainTerms(anAgreement({ terms: null }), publicFormat).map(({ label }) => label)).toEqual(['Landlord', 'Tenant', 'Guarantor', 'Home'])
  })

  it('takes a name as the server does', () => {
    const same = ['  tom   HARGREAVES ', 'Tom Hargreaves', 'Ann O’Neill', "Ann O'Neill", 'Zoe Muller', 'Zoë Müller', 'Anne Marie', 'Anne–Marie', 'ＡＮＮ', 'ann']
    for (let at = 0; at < same.length; at += 2) expect(isSameName(same[at] ?? '', same[at + 1] ?? ''), same[at]).toBe(true)
    expect(isSameName("'", 'Tom')).toBe(false)
    expect(isSameName('हिन्दी', 'हन्द')).toBe(false)
    expect(isSameName('Tom', 'Tom Hargreaves')).toBe(false)
  })
})

it('days and hashes are written for people', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '31st'])
  expect(fingerprint(anAgreement().documentHash)).toBe('9f2c 71d0 … e41b')
})

describe('the terms', () => {
  it('find the control of each field that the server names', () => {
    const fields = ['deposit', 'rentTerms.dueDay', 'clauses[1]', 'bills[0].monthlyAmount', 'bills[3].note', 'terms.landlordName']
    expect(fields.map(controlOf)).toEqual(['deposit', 'dueDay', 'clauses.1.text', 'bills.0.amount', 'bills.3.note', 'landlordName'])
  })

  it('are sent as they were proposed where nothing was changed', () => {
    const terms = someTerms({ clauses: ['No smoking indoors.'], agreedPets: 'A cat' })
    expect(termsMistakes(valuesOf(terms), false)).toEqual({})
    expect(termsOf(valuesOf(terms))).toEqual({
      landlordName: terms.landlordName,
      jointLandlords: [],
      landlordIsCompany: false,
      landlordTradingAs: 'Okafor Lettings',
      landlordAddress: terms.landlordAddress,
      startDate: '2026-12-01',
      monthlyRent: '610.00',
      rentTerms: { period: 'monthly', dueDay: 1, proRata: 'days-of-year' },
      deposit: '700.00',
      bills: terms.bills.map(({ bill }) => ({ bill, payer: 'included' })),
      agreedPets: 'A cat',
      clauses: ['No smoking indoors.'],
      guarantorSigns: true,
    })
  })

  it('say what is wrong with each', () => {
    const values = valuesOf(someTerms())
    const [first, ...rest] = values.bills
    const bills = first === undefined ? [] : [{ ...first, payer: 'landlord' as const, amount: 'much', note: ' ' }, ...rest]
    const wrong = { ...values, landlordName: 'H', landlordAddress: 'Bristol', startDate: { day: '31', month: '2', year: '2027' }, monthlyRent: '0', dueDay: '32', deposit: 'x', bills, clauses: [{ text: ' ' }] }
    expect(Object.keys(termsMistakes(wrong, true))).toEqual(['file', 'landlordName', 'landlordAddress', 'startDate', 'monthlyRent', 'dueDay', 'deposit', 'bills.0.amount', 'bills.0.note', 'clauses.0.text'])
  })

  it('drop the day of the month for weekly rent, and bills of other payees', () => {
    const values = { ...valuesOf(someTerms()), period: 'weekly' as const, deposit: '', noDeposit: true }
    const [first] = values.bills
    if (first !== undefined) values.bills[0] = { ...first, payer: 'landlord', amount: '45', note: 'With the rent' }
    const terms = termsOf(values)
    expect(terms.rentTerms).toEqual({ period: 'weekly', proRata: 'days-of-year' })
    expect(terms.deposit).toBe('0.00')
    expect(terms.bills[0]).toEqual({ bill: 'council-tax', payer: 'landlord', monthlyAmount: '45.00', note: 'With the rent' })
  })
})
