import { isBlankDay, readDay, type TypedDay } from '@/lib/civilDate'
import { amountFault } from '@/lib/amountFault'
import { parseMoney } from '@/lib/money'
import { entryForm as texts } from './messages'

/** Returns the mistake in an amount that has to be above 0. */
export function amountMistake(text: string): string | undefined {
  if (text.trim() === '') return texts.amountRequired
  const minor = parseMoney(text)
  if (minor === null) return amountFault(text, texts.amountInvalid)
  return minor <= 0n ? texts.amountPositive : undefined
}

/** Returns the mistake in a day. */
export function dayMistake(day: TypedDay, isOptional = false): string | undefined {
  if (isBlankDay(day)) return isOptional ? undefined : texts.dateRequired
  return readDay(day) === null ? texts.dateInvalid : undefined
}
