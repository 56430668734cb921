import { isBlankDay, readDay, type TypedDay } from '@/lib/civilDate'
import { percent, type Formatter } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { addForm } from '../form.messages'
import { isShared, mostBathrooms, mostRooms, type PropertyValues } from '../model'
import { details } from '../details/messages'
import { nationTexts } from '../nation.messages'
import { conflict, editForm } from './messages'

/** One thing that two people may have changed: a control, or what belongs to one room. */
export interface Facet {
  key: string
  label: string
  /** Returns the value by which two versions are compared; `null` where the facet does not apply. */
  read: (values: PropertyValues) => string | null
  /** Returns the value in words. */
  show: (values: PropertyValues, format: Formatter) => string
  /** Writes the facet of `from` into `to`. */
  copy: (from: PropertyValues, to: PropertyValues) => void
}

type Names<Value> = { [Name in keyof PropertyValues]: PropertyValues[Name] extends Value ? Name : never }[keyof PropertyValues]

const facet = (name: keyof PropertyValues, label: string, read: Facet['read'], show: Facet['show']): Facet => ({
  key: name,
  label,
  read,
  show,
  copy: (from, to) => void Object.assign(to, { [name]: from[name] }),
})

const text = (name: Names<string>, label: string): Facet =>
  facet(
    name,
    label,
    (values) => values[name].trim(),
    (values) => values[name].trim(),
  )

const canonical = (amount: string) => parseMoney(amount)?.toString() ?? amount.trim()

const money = (name: Names<string>, label: string, applies: (values: PropertyValues) => boolean = () => true): Facet =>
  facet(
    name,
    label,
    (values) => (applies(values) ? canonical(values[name]) : null),
    (values, format) => (parseMoney(values[name]) === null ? values[name] : format.moneyExact(values[name])),
  )

const parts = (date: TypedDay) => [date.year, date.month, date.day].map((part) => part.trim())

const date = (name: Names<TypedDay>, label: string): Facet =>
  facet(
    name,
    label,
    (values) => readDay(values[name]) ?? parts(values[name]).join('-'),
    (values, format) => {
      const day = readDay(values[name])
      if (day !== null) return format.date(day)
      return isBlankDay(values[name]) ? '' : parts(values[name]).filter(Boolean).join('-')
    },
  )

const room = (index: number): Facet[] => {
  const applies = (values: PropertyValues) => isShared(values) && index < Number(values.hmoRooms)
  const at = (values: PropertyValues) => values.rooms[index] ?? { rent: '', isOccupied: false }
  const put = (to: PropertyValues, changes: Partial<PropertyValues['rooms'][number]>) => {
    to.rooms = to.rooms.map((each, place) => (place === index ? { ...each, ...changes } : each))
  }
  const number = index + 1
  return [
    {
      key: `rooms.${String(index)}.rent`,
      label: addForm.roomRent(number),
      read: (values) => (applies(values) ? canonical(at(values).rent) : null),
      show: (values, format) => (applies(values) ? format.moneyExact(at(values).rent) : ''),
      copy: (from, to) => put(to, { rent: at(from).rent }),
    },
    {
      key: `rooms.${String(index)}.isOccupied`,
      label: addForm.room(number),
      read: (values) => (applies(values) ? String(at(values).isOccupied) : null),
      show: (values) => (applies(values) ? (at(values).isOccupied ? 'Occupied' : 'Vacant') : ''),
      copy: (from, to) => put(to, { isOccupied: at(from).isOccupied }),
    },
  ]
}

const bathrooms: Facet = {
  ...text('bathrooms', addForm.bathrooms),
  show: ({ bathrooms: count }) => (Number(count) >= mostBathrooms ? addForm.tenOrMore : count),
}

const photos: Facet = facet(
  'photos',
  addForm.photos,
  (values) => values.photos.join(' '),
  (values) => (values.photos.length === 0 ? '' : addForm.photoCount(values.photos.length)),
)

const rate: Facet = {
  ...text('interestRate', editForm.rate),
  read: ({ interestRate }) => (interestRate.trim() === '' ? '' : String(Number(interestRate))),
  show: ({ interestRate }) => (interestRate.trim() === '' ? '' : percent(Number(interestRate), 2)),
}

/** A shared house's status and bedrooms follow from its rooms, and nobody types them. */
const unlessShared = (plain: Facet): Facet => ({ ...plain, read: (values) => (isShared(values) ? null : plain.read(values)) })
const ifShared = (plain: Facet): Facet => ({ ...plain, read: (values) => (isShared(values) ? plain.read(values) : null) })

/** Everything of a property that people type, from the top of the form to its end. */
function facetsOf(hasFreeRent: boolean): Facet[] {
  return [
    text('name', addForm.name),
    text('address', addForm.address),
    text('postcode', addForm.postcode),
    text('nation', nationTexts.label),
    text('size', addForm.size),
    text('propertyType', addForm.type),
    unlessShared(text('status', addForm.status)),
    unlessShared(text('bedrooms', addForm.bedrooms)),
    bathrooms,
    photos,
    ifShared(text('hmoRooms', addForm.roomCount)),
    ...Array.from({ length: mostRooms }, (_, index) => room(index)).flat(),
    money('hmoUtilities', details.utilities, isShared),
    money('hmoTvLicence', details.tvLicence, isShared),
    money('hmoCouncilTax', details.councilTax, isShared),
    money('hmoWater', details.water, isShared),
    money('hmoCleaningFees', details.cleaning, isShared),
    text('leaseYearsRemaining', addForm.leaseYears),
    money('serviceCharge', addForm.serviceCharge),
    money('groundRent', addForm.groundRent),
    money('purchasePrice', addForm.purchasePrice),
    money('currentValue', addForm.currentValue),
    money('monthlyRent', addForm.monthlyRent, (values) => hasFreeRent || !isShared(values)),
    date('purchaseDate', addForm.purchaseDate),
    text('mortgageCompany', editForm.lender),
    text('mortgageReference', `${editForm.mortgage}: ${editForm.reference}`),
    text('mortgageContact', `${editForm.mortgage}: ${editForm.contact}`),
    text('mortgageType', editForm.mortgageType),
    rate,
    money('amountBorrowed', details.borrowed),
    money('outstandingBalance', details.outstanding),
    money('monthlyMortgagePayment', details.monthlyPayment),
    date('fixedTermEndDate', details.fixedTermEnds),
    text('insuranceCompany', editForm.insurer),
    text('insuranceReference', `${editForm.insurance}: ${editForm.reference}`),
    text('insuranceType', editForm.insuranceType),
    money('insuranceAmount', details.premium),
    date('insuranceRenewalDate', details.renewal),
    text('gas', editForm.gas),
    text('furnishing', editForm.furnishing),
    unlessShared(text('shared', editForm.shared)),
    text('storeys', editForm.storeys),
    text('mostResidents', editForm.mostResidents),
    text('licensingArea', editForm.licensingArea),
  ]
}

/** A facet that is no longer what it was, with what it was and what it became. */
export interface Difference {
  facet: Facet
  /** The side that changed it: both, to different things, is what somebody has to decide. */
  by: 'both' | 'theirs' | 'mine'
}

/** Returns what differs between the property as it was read, as it is saved now, and as it was typed. */
export function differences(base: PropertyValues, theirs: PropertyValues, mine: PropertyValues, hasFreeRent: boolean): Difference[] {
  return facetsOf(hasFreeRent).flatMap((each): Difference[] => {
    const [before, saved, typed] = [base, theirs, mine].map(each.read)
    if (saved === typed) return []
    if (saved === before) return [{ facet: each, by: 'mine' }]
    return [{ facet: each, by: typed === before ? 'theirs' : 'both' }]
  })
}

/** The chosen versions, by the key of the facet; the saved one where nothing is chosen. */
export type Choices = Readonly<Record<string, 'theirs' | 'mine'>>

/** The property as it is saved now, with what was typed where nobody else changed it, or where `choices` say so. */
export function merge(theirs: PropertyValues, mine: PropertyValues, found: readonly Difference[], choices: Choices): PropertyValues {
  const merged = { ...theirs }
  for (const { facet: each, by } of found) {
    if (by === 'mine' || (by === 'both' && choices[each.key] === 'mine')) each.copy(mine, merged)
  }
  return merged
}

/** A facet in words; nothing is a word, too. */
export const inWords = ({ show }: Facet, values: PropertyValues, format: Formatter) => show(values, format) || conflict.empty
