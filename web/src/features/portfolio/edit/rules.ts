import { isBlankDay, readDay } from '@/lib/civilDate'
import { parseMoney } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import { isShared, type PropertyValues } from '../model'
import { amountMistakes, propertyMistakes } from '../rules'
import { addForm } from '../form.messages'
import { editForm } from './messages'

const sharedCosts = ['hmoUtilities', 'hmoTvLicence', 'hmoCouncilTax', 'hmoWater', 'hmoCleaningFees'] as const
const otherAmounts = ['amountBorrowed', 'outstandingBalance', 'monthlyMortgagePayment', 'insuranceAmount'] as const

/** Returns the mistakes in an edited property, by control. */
export function editMistakes(values: PropertyValues, hasFreeRent: boolean, now: Date): Mistakes<PropertyValues> {
  return {
    ...propertyMistakes(values, hasFreeRent, now),
    ...(isShared(values) && amountMistakes(values, sharedCosts)),
    ...amountMistakes(values, otherAmounts),
    ...(isRate(values.interestRate) ? {} : { interestRate: editForm.rateInvalid }),
    ...dateMistake(values, 'fixedTermEndDate'),
    ...dateMistake(values, 'insuranceRenewalDate'),
    ...numberMistake(values, 'storeys', 99),
    ...numberMistake(values, 'mostResidents', 999),
  }
}

function isRate(text: string): boolean {
  if (text.trim() === '') return true
  const hundredths = /^\d{1,3}(\.\d{0,2})?$/.test(text.trim()) ? parseMoney(text) : null
  return hundredths !== null && hundredths <= 100_00n
}

function numberMistake(values: PropertyValues, name: 'storeys' | 'mostResidents', most: number): Mistakes<PropertyValues> {
  const text = values[name].trim()
  const isIn = text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most)
  return isIn ? {} : { [name]: addForm.wholeNumber(1, most) }
}

function dateMistake(values: PropertyValues, name: 'fixedTermEndDate' | 'insuranceRenewalDate'): Mistakes<PropertyValues> {
  return isBlankDay(values[name]) || readDay(values[name]) !== null ? {} : { [name]: editForm.dateInvalid }
}
