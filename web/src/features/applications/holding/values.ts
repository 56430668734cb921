import type { HoldingDeposit, HoldingDepositBody, HoldingOutcome } from '@/api/holdingDeposits'
import { amountFault } from '@/lib/amountFault'
import { isBlankDay, readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { parseMoney, toAmount } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import { holding as texts } from './messages'

/** A holding deposit as it is typed. */
export interface HoldingValues {
  amount: string
  receivedDate: TypedDay
  agreeByDate: TypedDay
  outcome: string
  outcomeDate: TypedDay
  reason: string
}

/** The controls from top to bottom. */
export const order = ['amount', 'receivedDate', 'agreeByDate', 'outcome', 'outcomeDate', 'reason'] as const

/** Everything that is known of a holding deposit, as it would be typed; a rule's day is not. */
export function valuesOf(held: HoldingDeposit, today: CivilDate): HoldingValues {
  return {
    amount: held.amount ?? '',
    receivedDate: typeDay(held.receivedDate ?? today),
    agreeByDate: typeDay(held.agreedInWriting ? held.agreeByDate : null),
    outcome: held.outcome ?? '',
    outcomeDate: typeDay(held.outcomeDate),
    reason: held.reason ?? '',
  }
}

function amountMistake(text: string): string | undefined {
  if (text.trim() === '') return texts.amountRequired
  const minor = parseMoney(text)
  if (minor === null) return amountFault(text, texts.amountInvalid)
  return minor <= 0n ? texts.amountPositive : undefined
}

function dayMistake(day: TypedDay, isOptional: boolean): string | undefined {
  if (isBlankDay(day)) return isOptional ? undefined : texts.dateRequired
  return readDay(day) === null ? texts.dateInvalid : undefined
}

/** The faults of what was typed. */
export function holdingMistakes({ amount, receivedDate, agreeByDate, outcome, outcomeDate, reason }: HoldingValues): Mistakes<HoldingValues> {
  const wrong = {
    amount: amountMistake(amount),
    receivedDate: dayMistake(receivedDate, false),
    agreeByDate: dayMistake(agreeByDate, true),
    outcomeDate: outcome === '' ? undefined : dayMistake(outcomeDate, false),
    reason: outcome === 'kept' && reason.trim() === '' ? texts.reasonRequired : undefined,
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, message]) => message !== undefined))
}

/** Returns the outcome of the deposit: nothing of it is sent while the deposit is held. */
function outcomeOf({ outcome, outcomeDate, reason }: Pick<HoldingValues, 'outcome' | 'outcomeDate' | 'reason'>): Partial<HoldingDepositBody> {
  const done = readDay(outcomeDate)
  return { outcome: outcome as HoldingOutcome, ...(done !== null && { outcomeDate: done }), ...(reason.trim() !== '' && { reason: reason.trim() }) }
}

/** A holding deposit as it is sent; it has no mistakes. */
export function bodyOf({ amount, receivedDate, agreeByDate, outcome, outcomeDate, reason }: HoldingValues): HoldingDepositBody {
  const agreed = readDay(agreeByDate)
  return {
    amount: toAmount(parseMoney(amount) ?? 0n),
    receivedDate: readDay(receivedDate) ?? '',
    ...(agreed !== null && { agreeByDate: agreed }),
    ...(outcome !== '' && outcomeOf({ outcome, outcomeDate, reason })),
  }
}
