import { isBlankDay, londonDay, readDay } from '@/lib/civilDate'
import { amountFault } from '@/lib/amountFault'
import { parseMoney } from '@/lib/money'
import { isPostcode } from '@/lib/postcode'
import type { Mistakes } from '@/ui/form/rules'
import { addForm } from './form.messages'
import { isLeasehold, isShared, roomsOf, yearAlone, type PropertyValues } from './model'

/** Returns the mistakes, by control. `hasFreeRent` says that a shared house's rent is typed and not the sum of its rooms' rents. */
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

/** The controls that hold one text. */
type TextName = { [Name in keyof PropertyValues]: PropertyValues[Name] extends string ? Name : never }[keyof PropertyValues]

/** Returns the mistakes in amounts; none of them has to be there. */
export function amountMistakes(values: PropertyValues, names: readonly TextName[]): Mistakes<PropertyValues> {
  return Object.fromEntries(names.flatMap((name) => mistakeOf(name, values[name])))
}

function roomMistakes(values: PropertyValues): Mistakes<PropertyValues> {
  return Object.fromEntries(roomsOf(values).flatMap(({ rent }, index) => mistakeOf(`rooms.${String(index)}.rent`, rent)))
}

/** An amount may be missing; it then counts as nothing. */
function mistakeOf(name: string, text: string): [string, string][] {
  if (text.trim() === '') return []
  const minor = parseMoney(text)
  if (minor === null) return [[name, amountFault(text, addForm.amountInvalid)]]
  return minor < 0n ? [[name, addForm.amountNegative]] : []
}

function dateMistakes({ purchaseDate }: PropertyValues, now: Date): Mistakes<PropertyValues> {
  if (isBlankDay(purchaseDate)) return {}
  // The year alone is a date, too.
  const year = yearAlone(purchaseDate)
  const day = year === null ? readDay(purchaseDate) : `${String(year)}-01-01`
  if (day === null) return { purchaseDate: addForm.dateInvalid }
  return day > londonDay(now) ? { purchaseDate: addForm.dateFuture } : {}
}
