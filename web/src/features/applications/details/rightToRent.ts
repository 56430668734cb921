import type { NewRightToRentCheck } from '@/api/moveIn'
import { isBlankDay, readDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import type { Mistakes } from '@/ui/form/rules'
import { moveIn as texts } from './moveIn.messages'

/** A check as its form has it. */
export interface CheckValues {
  name: string
  method: string
  document: string
  checkDate: TypedDay
  checker: string
  expireDate: TypedDay
  evidence: string
}

export const checkOrder = ['name', 'method', 'document', 'checkDate', 'checker', 'expireDate', 'evidence'] as const satisfies readonly (keyof CheckValues)[]

/** Returns the mistakes in a check (docs/reference/uk-lettings.md 3.3). */
export function checkMistakes({ document, checkDate, checker, expireDate }: CheckValues, today: CivilDate): Mistakes<CheckValues> {
  const wrong = texts.mistakes
  const day = readDay(checkDate)
  const end = readDay(expireDate)
  return {
    ...(document.trim().length < 2 && { document: wrong.document }),
    ...(day === null && { checkDate: wrong.checkDate }),
    ...(day !== null && day > today && { checkDate: wrong.future }),
    ...(checker.trim().length < 2 && { checker: wrong.checker }),
    ...(end === null && !isBlankDay(expireDate) && { expireDate: wrong.expireDate }),
    ...(end !== null && day !== null && end < day && { expireDate: wrong.expired }),
  }
}

/** A check as it is sent; it has no mistakes. */
export function checkOf({ name, method, document, checkDate, checker, expireDate }: CheckValues): NewRightToRentCheck {
  return { name: name.trim(), method, document: document.trim(), checkDate: readDay(checkDate) ?? '', checker: checker.trim(), expireDate: readDay(expireDate) ?? '' }
}
