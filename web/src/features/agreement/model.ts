import type { Agreement, AgreementTerms, Bill, Signer } from '@/api/agreements'
import { nameLandlordOf } from '@/api/landlord'
import { billNames, ordinal } from '@/lib/agreements'
import type { Formatter } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { terms as texts } from './messages'

/** The state of an agreement, as its reader sees it. */
export type Standing = 'yourTurn' | 'waiting' | 'signedByYou' | 'signed' | 'declined' | 'voided'

/** The signer who looks at it, where they are one. */
export const ownSigner = ({ signers }: Pick<Agreement, 'signers'>): Signer | undefined => signers.find(({ isCaller }) => isCaller)

/** The signer whose turn it is, while there is one. */
export const nextSigner = ({ signers, state }: Pick<Agreement, 'signers' | 'state'>): Signer | undefined =>
  state === 'issued' ? (signers.find(({ maySign, signedAt }) => maySign && signedAt === null) ?? signers.find(({ signedAt }) => signedAt === null)) : undefined

/** Returns the state that is said first. */
export function standingOf(agreement: Pick<Agreement, 'signers' | 'state'>): Standing {
  if (agreement.state !== 'issued') return agreement.state
  const own = ownSigner(agreement)
  if (own === undefined) return 'waiting'
  if (own.signedAt !== null) return 'signedByYou'
  return own.maySign ? 'yourTurn' : 'waiting'
}

/** The characters that the server ignores in names: accents, apostrophes and their substitutes, hyphens, blanks and invisible signs. */
const PASSED_OVER =
  /[\u0300-\u036f'`\u00b4\u02b9-\u02bf\u02c8\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\u00ad\u058a\u2010-\u2015\u2043\u2212\u30fb\ufe58\ufe63\uff0d\u200b-\u200f\u2060\ufeff\s-]/gu
const bare = (name: string): string => name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(PASSED_OVER, '')

/** Returns whether a typed name is the one in the agreement, as the server compares them: by its letters. */
export const isSameName = (typed: string, name: string): boolean =>
  bare(typed) === '' ? typed.trim() === name.trim() : bare(typed) === bare(name)

/** A line of the main terms: its name, what it says, and what there is to add. */
export interface MainTerm {
  label: string
  value: string
  note?: string
}

const names = (agreement: Agreement, party: Signer['party']): string =>
  agreement.signers
    .filter((signer) => signer.party === party)
    .map(({ name }) => name)
    .join(', ')

/** The terms that everybody asks for first. */
export function mainTerms(agreement: Agreement, format: Formatter): MainTerm[] {
  const { terms, nation, propertyAddress } = agreement
  const parties: MainTerm[] = [
    { label: texts.landlord, value: terms === null ? names(agreement, 'landlord') : nameLandlordOf(terms), ...(terms !== null && { note: texts.notices(terms.landlordAddress) }) },
    { label: texts.tenant, value: names(agreement, 'tenant') },
    ...(names(agreement, 'guarantor') === '' ? [] : [{ label: texts.guarantor, value: names(agreement, 'guarantor') }]),
    { label: texts.home, value: propertyAddress },
  ]
  if (terms === null) return parties
  return [
    ...parties,
    ...(terms.startDate === null ? [] : [{ label: texts.begins, value: format.fullDate(terms.startDate) }]),
    ...(nation === 'England' && terms.rentTerms !== null ? [{ label: texts.tenancy, value: texts.periodic[terms.rentTerms.period] }] : []),
    { label: texts.rent, value: rentText(terms, format) },
    { label: texts.deposit, value: terms.deposit === null || parseMoney(terms.deposit) === 0n ? texts.none : format.moneyExact(terms.deposit) },
    ...billTerms(terms.bills),
  ]
}

function rentText({ monthlyRent, rentTerms }: AgreementTerms, format: Formatter): string {
  if (rentTerms === null) return texts.rentPlain(format.moneyExact(monthlyRent))
  if (rentTerms.period === 'monthly') return texts.rentMonthly(format.moneyExact(monthlyRent), ordinal(rentTerms.dueDay))
  return texts.rentOf[rentTerms.period](format.moneyExact(rentTerms.periodRent ?? monthlyRent))
}

function billTerms(bills: readonly Bill[]): MainTerm[] {
  const paid = (payer: Bill['payer']) =>
    bills
      .filter((bill) => bill.payer === payer)
      .map(({ bill }) => billNames[bill as keyof typeof billNames])
      .join(', ')
  return (['included', 'tenant', 'landlord'] as const).map((payer) => ({ label: texts.bills[payer], value: paid(payer) })).filter(({ value }) => value !== '')
}
