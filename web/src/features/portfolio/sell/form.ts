import type { SaleBody } from '@/api/sales'
import type { Property } from '@/api/properties'
import { isBlankDay, londonDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import { tidyAmount } from '@/ui/form/MoneyInput'
import type { Mistakes } from '@/ui/form/rules'
import { addForm } from '../form.messages'
import { sale } from './messages'

/** The sale as it is typed. */
export interface SaleValues {
  purchasePrice: string
  purchaseDate: TypedDay
  deposit: string
  stampDuty: string
  legalFeesPurchase: string
  refurbCosts: string
  salePrice: string
  saleDate: TypedDay
  feesToSell: string
  notes: string
}

/** A sale of today at the price that was paid, as far as that is known. */
export function emptySale(property: Property, now: Date): SaleValues {
  return {
    purchasePrice: property.purchasePrice === null ? '' : tidyAmount(property.purchasePrice),
    purchaseDate: typeDay(property.purchaseDate),
    deposit: '',
    stampDuty: '',
    legalFeesPurchase: '',
    refurbCosts: '',
    salePrice: '',
    saleDate: typeDay(londonDay(now)),
    feesToSell: '',
    notes: '',
  }
}

const costs = ['deposit', 'stampDuty', 'legalFeesPurchase', 'refurbCosts', 'feesToSell'] as const
const amounts = ['salePrice', 'purchasePrice', ...costs] as const

/** The form's controls from top to bottom. */
export const saleFields = [
  'purchasePrice', 'purchaseDate', 'deposit', 'stampDuty', 'legalFeesPurchase', 'refurbCosts', 'salePrice', 'saleDate', 'feesToSell', 'notes',
] as const // prettier-ignore

/** Returns whether both prices are set, readable or not: the sale cannot be completed before (docs/reference/screens/property-details.md S2 5). */
export const hasPrices = ({ salePrice, purchasePrice }: Pick<SaleValues, 'salePrice' | 'purchasePrice'>) =>
  [salePrice, purchasePrice].every((price) => price.trim() !== '' && parseMoney(price) !== 0n)

/** Returns the mistakes, by control. */
export function saleMistakes(values: SaleValues): Mistakes<SaleValues> {
  const mistakes: Mistakes<SaleValues> = {}
  for (const name of amounts) {
    if (values[name].trim() === '') continue
    const minor = parseMoney(values[name])
    if (minor === null) mistakes[name] = amountFault(values[name], addForm.amountInvalid)
    else if (minor < 0n) mistakes[name] = addForm.amountNegative
  }
  if (readDay(values.saleDate) === null) mistakes.saleDate = sale.saleDateInvalid
  if (!isBlankDay(values.purchaseDate) && readDay(values.purchaseDate) === null) mistakes.purchaseDate = sale.purchaseDateInvalid
  return mistakes
}

/** Returns the body of the sale. Unreadable amounts are left out, so that figures follow while somebody types. */
export function saleBody(values: SaleValues): SaleBody {
  const read = amounts.flatMap((name): [string, string][] => {
    const minor = parseMoney(values[name])
    return minor === null || minor < 0n ? [] : [[name, toAmount(minor)]]
  })
  const days = (['saleDate', 'purchaseDate'] as const).flatMap((name): [string, string][] => {
    const day = readDay(values[name])
    return day === null ? [] : [[name, day]]
  })
  const notes = values.notes.trim()
  return { ...Object.fromEntries([...read, ...days]), ...(notes !== '' && { notes }) }
}
