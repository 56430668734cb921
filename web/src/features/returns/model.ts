import type { Analysis, Assumptions, AssumptionsBody, BoughtBody } from '@/api/analyses'
import type { Listing } from '@/api/listings'
import { typographic } from '@/lib/format'
import { divideRounded, parseMoney, toAmount } from '@/lib/money'
import { tidyAmount } from '@/ui/form/MoneyInput'
import { inputs } from './messages'

/** An input that is typed, by its name in the API. */
export type InputName = keyof typeof inputs.labels

/** An input: its name, and what stands in its field. */
export interface Input {
  name: InputName
  /** Amounts are written with the currency's sign, everything else with this. */
  unit?: string
  /** True if it stands only where an analysis has it. */
  isRare?: boolean
}

/** The inputs from top to bottom. */
export const groups = {
  buying: [{ name: 'price' }, { name: 'deposit' }, { name: 'fees' }, { name: 'refurbishment' }, { name: 'otherFees' }],
  purchaseTax: [{ name: 'dwellings', unit: inputs.units.homes }, { name: 'stampDuty' }],
  mortgage: [
    { name: 'interestRate', unit: inputs.units.rate },
    { name: 'termYears', unit: inputs.units.years },
  ],
  rent: [{ name: 'monthlyRent' }, { name: 'voidWeeks', unit: inputs.units.weeks }],
  costs: [
    { name: 'managementPercent', unit: inputs.units.rent },
    { name: 'maintenancePercent', unit: inputs.units.rent },
    { name: 'maintenance', isRare: true },
    { name: 'insurance' },
    { name: 'otherCosts' },
    { name: 'serviceCharge' },
    { name: 'groundRent' },
  ],
  lender: [
    { name: 'stressRate', unit: inputs.units.rate },
    { name: 'minimumCover', unit: inputs.units.interest },
  ],
  incomeTax: [{ name: 'otherIncome' }],
} as const satisfies Record<string, readonly Input[]>

const all: readonly Input[] = Object.values(groups).flat()

/** The typed or chosen values, by name; the server proposes what is absent. */
export type Typed = Partial<Record<InputName, string>> & { [Name in (typeof chosenNames)[number] | 'buyerType' | 'countsIncomeTax']?: NonNullable<Assumptions[Name]> }

/** The inputs that are chosen rather than typed. */
const chosenNames = ['mortgageType', 'propertyKind', 'nation', 'buyer', 'livesAbroad', 'ownsAnotherHome', 'firstTimeBuyer', 'taxResidence'] as const

/** The inputs that an older word for the buyer sets at once. */
const buyerNames: readonly string[] = ['livesAbroad', 'ownsAnotherHome', 'firstTimeBuyer']

const wholeNumbers: readonly string[] = ['termYears', 'dwellings']

/** Returns the body: every value as it was typed, so that the server says what is wrong with it. */
export function bodyOf(typed: Typed): AssumptionsBody {
  const entries = Object.entries(typed).flatMap(([name, said]): [string, unknown][] => {
    if (typeof said === 'boolean') return [[name, said]]
    const trimmed = said.trim()
    if (trimmed === '') return []
    return [[name, wholeNumbers.includes(name) && /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed]]
  })
  return Object.fromEntries(entries)
}

/** An input as its field shows it. */
export function textOf(name: InputName, assumptions: Assumptions): string {
  const value = assumptions[name]
  if (value === null) return ''
  return typeof value === 'string' ? tidyAmount(value) : String(value)
}

/** Returns the values that were typed for a kept analysis: everything that has no source of its own. */
export function typedOf({ assumptions, sources }: Pick<Analysis, 'assumptions' | 'sources'>): Typed {
  const proposed = new Set(sources.map(({ field }) => field))
  const typed: Typed = {}
  for (const { name } of all) {
    const text = textOf(name, assumptions)
    // An amount for maintenance stands in place of the percentage.
    const isReplaced = name === 'maintenancePercent' && assumptions.maintenance !== null
    if (text !== '' && !proposed.has(name) && !isReplaced) typed[name] = text
  }
  // The buyer was once chosen in one word: it is opened as what that word says.
  const isOneWord = !proposed.has('buyerType')
  const chosen = chosenNames.flatMap((name) => {
    const isTyped = !proposed.has(name) || (isOneWord && buyerNames.includes(name))
    return isTyped && assumptions[name] !== null ? [[name, assumptions[name]]] : []
  })
  if (isOneWord && assumptions.ownsAnotherHome === null) typed.buyerType = assumptions.buyerType
  return { ...typed, ...(Object.fromEntries(chosen) as Typed), ...(assumptions.countsIncomeTax === true && { countsIncomeTax: true }) }
}

/** The nations, each by its own name. */
export const nationNames = { England: 'England', Wales: 'Wales', Scotland: 'Scotland', 'Northern Ireland': 'Northern Ireland' } as const

/** The homes that the buyer owns already. */
export type Owner = keyof typeof inputs.owners

/** Returns the buyer's choice of other homes. */
export function ownerOf({ ownsAnotherHome, firstTimeBuyer }: { ownsAnotherHome?: boolean | null; firstTimeBuyer?: boolean | null }): Owner {
  if (firstTimeBuyer === true) return 'first'
  return ownsAnotherHome === false ? 'only' : 'additional'
}

/** The two facts that a choice of other homes stands for; they never contradict each other. */
export const ownerFacts = (owner: Owner) => ({ ownsAnotherHome: owner === 'additional', firstTimeBuyer: owner === 'first' })

/** Returns the buyer, in a few words. */
export function buyerText({ buyer, livesAbroad, ...facts }: Assumptions): string {
  const who = buyer === null || buyer === 'person' ? inputs.owners[ownerOf(facts)] : inputs.buyers[buyer]
  return livesAbroad === true ? `${who}, ${inputs.places.abroad.toLowerCase()}` : who
}

/** The income tax that an analysis counts; `undefined` where it is not counted or not worked out. */
export function incomeTaxOf({ returns: { incomeTax } }: Pick<Analysis, 'returns'>) {
  return incomeTax?.refusal === null ? incomeTax : undefined
}

/** Returns whether two of them ask the same. */
export const isSame = (one: Typed, other: Typed): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = (typed: Typed) => Object.entries(bodyOf(typed)).sort(([one], [other]) => one.localeCompare(other))

/** Returns the server's words on a proposal or a case, as a sentence without a gap before its percent sign. */
export function sourceText(source: string): string {
  const tidy = typographic(source.replace(/(\d) %/g, '$1%'))
  return tidy.charAt(0).toUpperCase() + tidy.slice(1)
}

/** Rent in percent of interest, to one decimal (docs/reference/uk-lettings.md 2.4); `null` without interest. */
export function coverOf(rent: string | null, interest: string | null): number | null {
  const [part, whole] = [parseMoney(rent ?? ''), parseMoney(interest ?? '')]
  return part === null || whole === null || whole === 0n ? null : Number(divideRounded(part * 1000n, whole)) / 10
}

/** An amount that is taken away. */
export function minus(amount: string | null): string {
  return toAmount(-(parseMoney(amount ?? '') ?? 0n))
}

/** Returns whether an amount is there and not zero. */
export const isSome = (amount: string | null): boolean => (parseMoney(amount ?? '') ?? 0n) !== 0n

/** The mortgage of a year: what is left before it, less what is left after it. */
export function mortgageOfYear(income: string | null, cashFlow: string | null): string {
  return toAmount((parseMoney(cashFlow ?? '') ?? 0n) - (parseMoney(income ?? '') ?? 0n))
}

/** The difference between two prices; `null` where one is not known. */
export function difference(before: string | null | undefined, after: string | null): string | null {
  const [from, to] = [parseMoney(before ?? ''), parseMoney(after ?? '')]
  return from === null || to === null ? null : toAmount(to - from)
}

/** The drawing that stands in for a picture. */
export function drawingOf({ propertyType, propertySubtype }: Pick<Listing, 'propertyType' | 'propertySubtype'>): BoughtBody['propertyType'] {
  if (/studio/i.test(propertySubtype ?? '')) return 'Studio'
  if (/apartment/i.test(propertySubtype ?? '')) return 'Apartment'
  return propertyType === 'Other' ? 'House' : propertyType
}

/** The fields of a home that was bought; everything else follows from the listing and the analysis. */
export interface Bought {
  name: string
  address: string
  postcode: string
  propertyType: BoughtBody['propertyType']
  price: string
  purchaseDate: string | null
}

const perMonth = (yearly: string | null) => {
  const minor = parseMoney(yearly ?? '')
  return minor === null || minor === 0n ? undefined : toAmount(divideRounded(minor, 12n))
}

/** The property that a listing becomes. Service charge and ground rent are per year here and per month there (docs/reference/uk-lettings.md 2.2). */
export function boughtBody(bought: Bought, listing: Listing, { assumptions, sources, returns }: Analysis): BoughtBody {
  const price = parseMoney(bought.price)
  const hasLoan = isSome(returns.loan)
  const rent = assumptions.monthlyRent
  const isLeasehold = bought.propertyType === 'Flat' || bought.propertyType === 'Apartment' || bought.propertyType === 'Studio'
  return {
    name: bought.name.trim(),
    address: bought.address.trim(),
    postcode: bought.postcode.trim(),
    propertyType: bought.propertyType,
    status: 'Vacant',
    // A proposal stays one: it is made again from the postcode that the home has.
    ...(assumptions.nation !== null && !sources.some(({ field }) => field === 'nation') && { nation: assumptions.nation }),
    ...(price !== null && { purchasePrice: toAmount(price) }),
    ...(bought.purchaseDate !== null && { purchaseDate: bought.purchaseDate }),
    ...(bought.propertyType !== 'HMO' && rent !== null && isSome(rent) && { monthlyRent: rent }),
    ...(bought.propertyType !== 'HMO' && listing.bedrooms !== null && { bedrooms: listing.bedrooms }),
    ...(listing.bathrooms !== null && listing.bathrooms > 0 && { bathrooms: Math.min(listing.bathrooms, 10) }),
    ...(listing.sqft !== null && { size: `${String(listing.sqft)} sq ft` }),
    ...(isSome(assumptions.insurance) && { insuranceAmount: assumptions.insurance }),
    ...(isLeasehold && { serviceCharge: perMonth(assumptions.serviceCharge), groundRent: perMonth(assumptions.groundRent) }),
    ...(hasLoan && {
      mortgageType: assumptions.mortgageType,
      amountBorrowed: returns.loan,
      outstandingBalance: returns.loan,
      monthlyMortgagePayment: returns.monthlyMortgage,
      ...(assumptions.interestRate !== null && { interestRate: Number(assumptions.interestRate.toFixed(2)) }),
    }),
  }
}

/** The most analyses that can stand beside each other. */
export const mostCompared = 4

/** The ids of an address's `compare`, each once. */
export function comparedIds(text: string | null): number[] {
  const ids = (text ?? '').split(',').map(Number)
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, mostCompared)
}
