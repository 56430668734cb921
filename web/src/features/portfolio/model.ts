import type { Schema } from '@/api/client'
import { exists, londonDay, toCivilDate, type CivilDate } from '@/lib/civilDate'
import { addForm } from '@/lib/messages'
import { divideRounded, parseMoney, sum, toAmount, type Minor } from '@/lib/money'
import { isPostcode } from '@/lib/postcode'
import type { Mistakes } from '@/ui/form/rules'

type Body = Schema<'PropertyBody'>

/** The kinds of property, in the order of the specification. */
export const propertyTypes = [
  'Flat', 'House', 'Apartment', 'Studio', 'HMO', 'Serviced Accommodation', 'Commercial',
] as const satisfies readonly Body['propertyType'][] // prettier-ignore

/** The statuses that a new property may have. */
export const newStatuses = ['Vacant', 'Occupied', 'Under Renovation'] as const

/** The most rooms of a shared house, and the most bathrooms that are told apart. */
export const mostRooms = 10
export const mostBathrooms = 10

export interface RoomValues {
  rent: string
  isOccupied: boolean
}

/** The form as it is typed: every control holds text. */
export interface PropertyValues {
  name: string
  address: string
  postcode: string
  propertyType: Body['propertyType'] | ''
  status: (typeof newStatuses)[number]
  bedrooms: string
  bathrooms: string
  size: string
  purchasePrice: string
  currentValue: string
  monthlyRent: string
  purchaseDate: { day: string; month: string; year: string }
  hmoRooms: string
  rooms: RoomValues[]
  leaseYearsRemaining: string
  serviceCharge: string
  groundRent: string
}

/** A new form: one bedroom, one bathroom, Vacant, money 0 (spec 2 section 5). */
export function emptyProperty(): PropertyValues {
  return {
    name: '',
    address: '',
    postcode: '',
    propertyType: '',
    status: 'Vacant',
    bedrooms: '1',
    bathrooms: '1',
    size: '',
    purchasePrice: '0.00',
    currentValue: '',
    monthlyRent: '0.00',
    purchaseDate: { day: '', month: '', year: '' },
    hmoRooms: '3',
    rooms: Array.from({ length: mostRooms }, () => ({ rent: '0.00', isOccupied: false })),
    leaseYearsRemaining: '',
    serviceCharge: '0.00',
    groundRent: '0.00',
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

/** What a figure on the way counts: a mistake, a negative amount for one, counts as nothing. */
function counted(text: string): Minor {
  const minor = parseMoney(text) ?? 0n
  return minor < 0n ? 0n : minor
}

/** What is wrong, by control. `hasFreeRent` says that a shared house's rent is typed and not the sum of its rooms' rents. */
export function propertyMistakes(values: PropertyValues, hasFreeRent: boolean, now: Date): Mistakes<PropertyValues> {
  const shared = isShared(values)
  return {
    ...identityMistakes(values),
    ...(!shared && wholeNumber(values, 'bedrooms', 0, 100)),
    ...(isLeasehold(values) && {
      ...(values.leaseYearsRemaining.trim() !== '' && wholeNumber(values, 'leaseYearsRemaining', 0, 9999)),
      ...amountMistakes(values, ['serviceCharge', 'groundRent']),
    }),
    ...(shared && roomMistakes(values)),
    ...amountMistakes(values, ['purchasePrice', 'currentValue', ...(shared && !hasFreeRent ? [] : (['monthlyRent'] as const))]),
    ...dateMistakes(values, now),
  }
}

function identityMistakes(values: PropertyValues): Mistakes<PropertyValues> {
  const mistakes: Mistakes<PropertyValues> = {}
  if (values.name.trim() === '') mistakes.name = addForm.nameRequired
  if (values.address.trim() === '') mistakes.address = addForm.addressRequired
  if (values.postcode.trim() === '') mistakes.postcode = addForm.postcodeRequired
  else if (!isPostcode(values.postcode)) mistakes.postcode = addForm.postcodeInvalid
  if (values.propertyType === '') mistakes.propertyType = addForm.typeRequired
  return mistakes
}

function wholeNumber(values: PropertyValues, name: 'bedrooms' | 'leaseYearsRemaining', least: number, most: number): Mistakes<PropertyValues> {
  const text = values[name].trim()
  const isIn = /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most
  return isIn ? {} : { [name]: addForm.wholeNumber(least, most) }
}

type AmountName = 'purchasePrice' | 'currentValue' | 'monthlyRent' | 'serviceCharge' | 'groundRent'

function amountMistakes(values: PropertyValues, names: readonly AmountName[]): Mistakes<PropertyValues> {
  return Object.fromEntries(names.flatMap((name) => mistakeOf(name, values[name])))
}

function roomMistakes(values: PropertyValues): Mistakes<PropertyValues> {
  return Object.fromEntries(roomsOf(values).flatMap(({ rent }, index) => mistakeOf(`rooms.${String(index)}.rent`, rent)))
}

/** An amount may be missing; it then counts as nothing. */
function mistakeOf(name: string, text: string): [string, string][] {
  if (text.trim() === '') return []
  const minor = parseMoney(text)
  if (minor === null) return [[name, addForm.amountInvalid]]
  return minor < 0n ? [[name, addForm.amountNegative]] : []
}

function dateMistakes({ purchaseDate }: PropertyValues, now: Date): Mistakes<PropertyValues> {
  if (isBlankDate(purchaseDate)) return {}
  const day = dayOf(purchaseDate)
  if (day === null) return { purchaseDate: addForm.dateInvalid }
  return day > londonDay(now) ? { purchaseDate: addForm.dateFuture } : {}
}

function isBlankDate(date: PropertyValues['purchaseDate']): boolean {
  return [date.day, date.month, date.year].every((part) => part.trim() === '')
}

function dayOf(date: PropertyValues['purchaseDate']): CivilDate | null {
  const parts = [date.year, date.month, date.day].map((part) => part.trim())
  if (!parts.every((part) => /^\d{1,4}$/.test(part)) || parts[0]?.length !== 4) return null
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  return exists({ year, month, day }) ? toCivilDate({ year, month, day }) : null
}

/** What is sent. Only what belongs to the type goes along. */
export function toBody(values: PropertyValues, hasFreeRent: boolean): Body {
  if (values.propertyType === '') throw new Error('A property without a type')
  const rooms = roomsOf(values)
  const shared = isShared(values)
  return {
    name: values.name.trim(),
    address: values.address.trim(),
    postcode: values.postcode.trim(),
    propertyType: values.propertyType,
    // A shared house's follows from its rooms.
    status: shared ? null : values.status,
    bedrooms: shared ? rooms.length : Number(values.bedrooms),
    bathrooms: Number(values.bathrooms),
    size: values.size.trim() || null,
    purchasePrice: amount(values.purchasePrice),
    // Empty: the server takes the purchase price.
    currentValue: values.currentValue.trim() === '' ? null : amount(values.currentValue),
    purchaseDate: dayOf(values.purchaseDate),
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

/** What the property would earn, for the eye alone: the server computes the figures that count. */
export interface Preview {
  monthlyProfit: Minor
  /** In percent to two decimals; `null` without a purchase price. */
  annualYield: number | null
}

/** Rent less service charge and ground rent; a year's rent in percent of the price (spec 2 section 9). */
export function previewOf(values: PropertyValues, hasFreeRent: boolean): Preview {
  const rent = isShared(values) && !hasFreeRent ? totalRent(roomsOf(values)) : counted(values.monthlyRent)
  const costs = isLeasehold(values) ? counted(values.serviceCharge) + counted(values.groundRent) : 0n
  const price = counted(values.purchasePrice)
  return {
    monthlyProfit: rent - costs,
    annualYield: price <= 0n ? null : Number(divideRounded(rent * 12n * 10_000n, price)) / 100,
  }
}

/** The form's controls from top to bottom, for the list of mistakes. */
export const fieldOrder = [
  'name', 'address', 'postcode', 'propertyType', 'status', 'bedrooms', 'bathrooms', 'size', 'hmoRooms',
  ...Array.from({ length: mostRooms }, (_, index) => `rooms.${String(index) as '0'}.rent` as const),
  'leaseYearsRemaining', 'serviceCharge', 'groundRent', 'purchasePrice', 'currentValue', 'monthlyRent', 'purchaseDate',
] as const // prettier-ignore

/** Where the server's mistakes belong: it speaks of rooms as a whole. */
export function controlOf(serverField: string): (typeof fieldOrder)[number] | undefined {
  if (serverField === 'hmoRoomRentals' || serverField === 'hmoRoomOccupancy') return 'hmoRooms'
  if (serverField === 'purchaseYear') return 'purchaseDate'
  return fieldOrder.find((name) => name === serverField)
}
