import type { Schema } from '@/api/client'
import { noDay, readDay, type TypedDay } from '@/lib/civilDate'
import { parseMoney, sum, toAmount, type Minor } from '@/lib/money'

type Body = Schema<'PropertyBody'>

/** The statuses that a new property may have. */
export const newStatuses = ['Vacant', 'Occupied', 'Under Renovation'] as const

/** The most rooms of a shared house, and the most bathrooms that are told apart. */
export const mostRooms = 10
export const mostBathrooms = 10

export interface RoomValues {
  rent: string
  isOccupied: boolean
}

export type YesNo = 'yes' | 'no' | ''

/** The form as it is typed: every control holds text. */
export interface PropertyValues {
  name: string
  address: string
  postcode: string
  /** The nation; empty where it follows from the postcode. */
  nation: Schema<'Nation'> | ''
  propertyType: Body['propertyType'] | ''
  status: Schema<'PropertyStatus'>
  bedrooms: string
  bathrooms: string
  size: string
  purchasePrice: string
  currentValue: string
  monthlyRent: string
  purchaseDate: TypedDay
  hmoRooms: string
  rooms: RoomValues[]
  leaseYearsRemaining: string
  serviceCharge: string
  groundRent: string
  hmoUtilities: string
  hmoTvLicence: string
  hmoCouncilTax: string
  hmoWater: string
  hmoCleaningFees: string
  mortgageCompany: string
  mortgageReference: string
  mortgageContact: string
  mortgageType: Schema<'MortgageType'> | ''
  interestRate: string
  amountBorrowed: string
  outstandingBalance: string
  monthlyMortgagePayment: string
  fixedTermEndDate: TypedDay
  insuranceCompany: string
  insuranceReference: string
  insuranceType: string
  insuranceAmount: string
  insuranceRenewalDate: TypedDay
  /** The answer about gas; empty where nobody has said it, as are the other facts. */
  gas: YesNo
  furnishing: Schema<'Furnishing'> | ''
  shared: YesNo
  storeys: string
  mostResidents: string
  licensingArea: Schema<'LicensingArea'> | ''
  /** Addresses, the cover first. */
  photos: string[]
}

/** A new form: one bedroom, one bathroom, Vacant, money 0 (docs/reference/screens/portfolio.md S2 5). */
export function emptyProperty(): PropertyValues {
  return {
    name: '',
    address: '',
    postcode: '',
    nation: '',
    propertyType: '',
    status: 'Vacant',
    bedrooms: '1',
    bathrooms: '1',
    size: '',
    purchasePrice: '0.00',
    currentValue: '',
    monthlyRent: '0.00',
    purchaseDate: noDay,
    hmoRooms: '3',
    rooms: Array.from({ length: mostRooms }, () => ({ rent: '0.00', isOccupied: false })),
    leaseYearsRemaining: '',
    serviceCharge: '0.00',
    groundRent: '0.00',
    hmoUtilities: '',
    hmoTvLicence: '',
    hmoCouncilTax: '',
    hmoWater: '',
    hmoCleaningFees: '',
    mortgageCompany: '',
    mortgageReference: '',
    mortgageContact: '',
    mortgageType: '',
    interestRate: '',
    amountBorrowed: '',
    outstandingBalance: '',
    monthlyMortgagePayment: '',
    fixedTermEndDate: noDay,
    insuranceCompany: '',
    insuranceReference: '',
    insuranceType: '',
    insuranceAmount: '',
    insuranceRenewalDate: noDay,
    gas: '',
    furnishing: '',
    shared: '',
    storeys: '',
    mostResidents: '',
    licensingArea: '',
    photos: [],
  }
}

export const isShared = (values: PropertyValues) => values.propertyType === 'HMO'
export const isLeasehold = (values: PropertyValues) => values.propertyType === 'Flat'

/** The rooms that the form shows. */
export function roomsOf(values: Pick<PropertyValues, 'hmoRooms' | 'rooms'>): RoomValues[] {
  return values.rooms.slice(0, Number(values.hmoRooms))
}

/** The rents of all rooms together. */
export function totalRent(rooms: readonly RoomValues[]): Minor {
  return sum(rooms.map(({ rent }) => counted(rent)))
}

/** Returns a figure while it is typed: a mistake, a negative amount for one, counts as nothing. */
function counted(text: string): Minor {
  const minor = parseMoney(text) ?? 0n
  return minor < 0n ? 0n : minor
}

/** The year, where it was typed alone. */
export function yearAlone({ day, month, year }: TypedDay): number | null {
  return day.trim() === '' && month.trim() === '' && /^\d{4}$/.test(year.trim()) ? Number(year) : null
}

/** Returns the body of the form. Only what belongs to the type goes along. */
export function toBody(values: PropertyValues, hasFreeRent: boolean): Body {
  if (values.propertyType === '') throw new Error('A property without a type')
  const rooms = roomsOf(values)
  const shared = isShared(values)
  return {
    name: values.name.trim(),
    address: values.address.trim(),
    postcode: values.postcode.trim(),
    ...(values.nation !== '' && { nation: values.nation }),
    propertyType: values.propertyType,
    // A shared house's follows from its rooms.
    status: shared ? null : values.status,
    bedrooms: shared ? rooms.length : Number(values.bedrooms),
    bathrooms: Number(values.bathrooms),
    size: values.size.trim() || null,
    photos: values.photos,
    purchasePrice: amount(values.purchasePrice),
    // Empty: the server takes the purchase price.
    currentValue: values.currentValue.trim() === '' ? null : amount(values.currentValue),
    purchaseDate: readDay(values.purchaseDate),
    // The server takes it from the date, where there is one.
    ...(yearAlone(values.purchaseDate) !== null && { purchaseYear: yearAlone(values.purchaseDate) }),
    monthlyRent: shared && !hasFreeRent ? toAmount(totalRent(rooms)) : amount(values.monthlyRent),
    ...(shared && {
      hmoRooms: rooms.length,
      hmoRoomRentals: Object.fromEntries(rooms.map(({ rent }, index) => [String(index + 1), amount(rent)])),
      hmoRoomOccupancy: rooms.map(({ isOccupied }) => (isOccupied ? 'Occupied' : 'Vacant')),
    }),
    ...(isLeasehold(values) && {
      leaseYearsRemaining: values.leaseYearsRemaining.trim() === '' ? null : Number(values.leaseYearsRemaining),
      serviceCharge: amount(values.serviceCharge),
      groundRent: amount(values.groundRent),
    }),
  }
}

function amount(text: string): string {
  return toAmount(parseMoney(text) ?? 0n)
}

/** Returns the fields of the form that bear on its figures. Unreadable ones count as nothing, so that figures follow while somebody types. */
export function figuresBody(values: PropertyValues, hasFreeRent: boolean): Schema<'PropertyChanges'> {
  const figure = (text: string) => toAmount(counted(text))
  const rooms = roomsOf(values)
  return {
    purchasePrice: figure(values.purchasePrice),
    monthlyMortgagePayment: figure(values.monthlyMortgagePayment),
    insuranceAmount: figure(values.insuranceAmount),
    ...(values.propertyType !== '' && { propertyType: values.propertyType }),
    ...((!isShared(values) || hasFreeRent) && { monthlyRent: figure(values.monthlyRent) }),
    ...(isLeasehold(values) && { serviceCharge: figure(values.serviceCharge), groundRent: figure(values.groundRent) }),
    ...(isShared(values) && {
      hmoRooms: rooms.length,
      hmoRoomRentals: Object.fromEntries(rooms.map(({ rent }, index) => [String(index + 1), figure(rent)])),
      hmoUtilities: figure(values.hmoUtilities),
      hmoTvLicence: figure(values.hmoTvLicence),
      hmoCouncilTax: figure(values.hmoCouncilTax),
      hmoWater: figure(values.hmoWater),
      hmoCleaningFees: figure(values.hmoCleaningFees),
    }),
  }
}

/** The form's controls from top to bottom, for the list of mistakes. */
export const fieldOrder = [
  'name', 'address', 'postcode', 'nation', 'propertyType', 'status', 'bedrooms', 'bathrooms', 'size', 'hmoRooms',
  ...Array.from({ length: mostRooms }, (_, index) => `rooms.${String(index) as '0'}.rent` as const),
  'hmoUtilities', 'hmoTvLicence', 'hmoCouncilTax', 'hmoWater', 'hmoCleaningFees',
  'leaseYearsRemaining', 'serviceCharge', 'groundRent', 'purchasePrice', 'currentValue', 'monthlyRent', 'purchaseDate',
  'mortgageCompany', 'mortgageReference', 'mortgageContact', 'mortgageType', 'interestRate', 'amountBorrowed',
  'outstandingBalance', 'monthlyMortgagePayment', 'fixedTermEndDate',
  'insuranceCompany', 'insuranceReference', 'insuranceType', 'insuranceAmount', 'insuranceRenewalDate',
  'gas', 'furnishing', 'shared', 'storeys', 'mostResidents', 'licensingArea', 'photos',
] as const // prettier-ignore

/** Returns the control that a mistake of the server belongs to: it speaks of rooms as a whole. */
export function controlOf(serverField: string): (typeof fieldOrder)[number] | undefined {
  if (serverField === 'hmoRoomRentals' || serverField === 'hmoRoomOccupancy') return 'hmoRooms'
  if (serverField === 'purchaseYear') return 'purchaseDate'
  if (serverField === 'askingRent') return 'monthlyRent'
  return fieldOrder.find((name) => name === serverField)
}
