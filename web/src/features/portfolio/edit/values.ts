import type { Schema } from '@/api/client'
import type { Property } from '@/api/properties'
import { noDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { parseMoney, toAmount } from '@/lib/money'
import { tidyAmount } from '@/ui/form/MoneyInput'
import { emptyProperty, isLeasehold, isShared, mostRooms, toBody, yearAlone, type PropertyValues, type RoomValues, type YesNo } from '../model'

/** The initial values of a shared house whose rooms nobody has set up (docs/reference/screens/property-details.md S2 9). */
export const unconfigured = {
  hmoRooms: '3',
  rent: '480.00',
  hmoUtilities: '120.00',
  hmoTvLicence: '13.25',
  hmoCouncilTax: '150.00',
  hmoWater: '45.00',
  hmoCleaningFees: '80.00',
} as const

/** A property as its form holds it. A shared house without rooms, and what may become one, get the defaults. */
export function valuesOf(property: Property): PropertyValues {
  const amount = (text: string | null) => (text === null ? '' : tidyAmount(text))
  const cost = (name: Exclude<keyof typeof unconfigured, 'hmoRooms' | 'rent'>) =>
    hasRooms(property) ? amount(property[name]) : unconfigured[name]
  return {
    ...emptyProperty(),
    name: property.name,
    address: property.address,
    postcode: property.postcode,
    // Nobody has said it yet where it is to be confirmed.
    nation: (property.nationToConfirm ? null : property.nation) ?? '',
    propertyType: property.propertyType,
    // Partly occupied is only what follows from rooms.
    status: property.status === 'Partially Occupied' ? 'Occupied' : property.status,
    bedrooms: String(property.bedrooms),
    bathrooms: String(property.bathrooms),
    size: property.size ?? '',
    purchasePrice: amount(property.purchasePrice),
    currentValue: amount(property.currentValue),
    // The rent of a let home is its tenancies'; what is typed is what it is offered for.
    monthlyRent: amount(property.askingRent),
    purchaseDate: dateOf(property.purchaseDate, property.purchaseYear),
    ...roomsIn(property),
    hmoUtilities: cost('hmoUtilities'),
    hmoTvLicence: cost('hmoTvLicence'),
    hmoCouncilTax: cost('hmoCouncilTax'),
    hmoWater: cost('hmoWater'),
    hmoCleaningFees: cost('hmoCleaningFees'),
    leaseYearsRemaining: numberText(property.currentLeaseYearsRemaining),
    serviceCharge: amount(property.serviceCharge),
    groundRent: amount(property.groundRent),
    mortgageCompany: property.mortgageCompany ?? '',
    mortgageReference: property.mortgageReference ?? '',
    mortgageContact: property.mortgageContact ?? '',
    mortgageType: property.mortgageType ?? '',
    interestRate: numberText(property.interestRate),
    amountBorrowed: amount(property.amountBorrowed),
    outstandingBalance: amount(property.outstandingBalance),
    monthlyMortgagePayment: amount(property.monthlyMortgagePayment),
    fixedTermEndDate: dateOf(property.fixedTermEndDate),
    insuranceCompany: property.insuranceCompany ?? '',
    insuranceReference: property.insuranceReference ?? '',
    insuranceType: property.insuranceType ?? '',
    insuranceAmount: amount(property.insuranceAmount),
    insuranceRenewalDate: dateOf(property.insuranceRenewalDate),
    gas: yesNo(property.gas),
    furnishing: property.furnishing ?? '',
    shared: property.propertyType === 'HMO' ? '' : yesNo(property.shared),
    storeys: numberText(property.storeys),
    mostResidents: numberText(property.mostResidents),
    licensingArea: property.licensingArea ?? '',
    photos: property.photos,
  }
}

const yesNo = (said: boolean | null): YesNo => (said === null ? '' : said ? 'yes' : 'no')
const said = (typed: YesNo) => (typed === '' ? null : typed === 'yes')
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

const numberText = (number: number | null) => (number === null ? '' : String(number))

function dateOf(day: string | null, year: number | null = null): TypedDay {
  return day === null ? { ...noDay, year: numberText(year) } : typeDay(day)
}

/** Returns whether somebody has set up rooms: not in a house that may become a shared one. */
export const hasRooms = ({ rooms }: Pick<Property, 'rooms'>) => rooms.length > 0

function roomsIn({ rooms }: Property): Pick<PropertyValues, 'hmoRooms' | 'rooms'> {
  const isSetUp = hasRooms({ rooms })
  const spare = { rent: isSetUp ? '0.00' : unconfigured.rent, isOccupied: false }
  const values = rooms.map<RoomValues>(({ monthlyRent, isOccupied }) => ({ rent: tidyAmount(monthlyRent), isOccupied }))
  return {
    hmoRooms: isSetUp ? String(rooms.length) : unconfigured.hmoRooms,
    rooms: Array.from({ length: mostRooms }, (_, index) => values[index] ?? spare),
  }
}

/** The body of a save: any part of a property. */
export type Change = Schema<'PropertyChanges'>

/** Everything that the form says; what may be emptied is `null` where it is. */
function wholeBody(values: PropertyValues, hasFreeRent: boolean): Change {
  const { status, ...body } = toBody(values, hasFreeRent)
  return {
    ...body,
    nation: values.nation || null,
    // A shared house's status follows from its rooms.
    ...(!isShared(values) && { status }),
    purchasePrice: optional(values.purchasePrice),
    // With a date the server takes the year from it.
    ...(body.purchaseDate === null && { purchaseYear: yearAlone(values.purchaseDate) }),
    ...(isShared(values) && {
      hmoUtilities: optional(values.hmoUtilities),
      hmoTvLicence: optional(values.hmoTvLicence),
      hmoCouncilTax: optional(values.hmoCouncilTax),
      hmoWater: optional(values.hmoWater),
      hmoCleaningFees: optional(values.hmoCleaningFees),
    }),
    ...(isLeasehold(values) && { serviceCharge: optional(values.serviceCharge), groundRent: optional(values.groundRent) }),
    mortgageCompany: values.mortgageCompany.trim() || null,
    mortgageReference: values.mortgageReference.trim() || null,
    mortgageContact: values.mortgageContact.trim() || null,
    mortgageType: values.mortgageType || null,
    interestRate: values.interestRate.trim() === '' ? null : Number(values.interestRate),
    amountBorrowed: optional(values.amountBorrowed),
    outstandingBalance: optional(values.outstandingBalance),
    monthlyMortgagePayment: optional(values.monthlyMortgagePayment),
    fixedTermEndDate: readDay(values.fixedTermEndDate),
    insuranceCompany: values.insuranceCompany.trim() || null,
    insuranceReference: values.insuranceReference.trim() || null,
    insuranceType: values.insuranceType.trim() || null,
    insuranceAmount: optional(values.insuranceAmount),
    insuranceRenewalDate: readDay(values.insuranceRenewalDate),
    gas: said(values.gas),
    furnishing: values.furnishing || null,
    ...(!isShared(values) && { shared: said(values.shared) }),
    storeys: numberOf(values.storeys),
    mostResidents: numberOf(values.mostResidents),
    licensingArea: values.licensingArea || null,
  }
}

function optional(text: string): string | null {
  return text.trim() === '' ? null : toAmount(parseMoney(text) ?? 0n)
}

/** Returns the body of a save: only what differs from the property as it was read, so that nothing else can be overwritten. */
export function changesOf(property: Property, values: PropertyValues, hasFreeRent: boolean): Change {
  const stored = Object.entries(wholeBody(valuesOf(property), hasFreeRent))
  // The defaults of rooms that nobody has set up were never stored.
  const before = new Map(stored.filter(([key]) => hasRooms(property) || !key.startsWith('hmo')))
  const changed = Object.entries(wholeBody(values, hasFreeRent)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)),
  )
  return Object.fromEntries(changed.map(([key, value]) => [key === 'monthlyRent' && property.tenancyActive ? 'askingRent' : key, value]))
}
