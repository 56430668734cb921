import { amountFault } from '@/lib/amountFault'
import { isBlankDay, noDay, readDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { parseMoney, toAmount } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import type { Invite } from '@/api/invites'
import { offerTexts as texts } from './messages'

/** The landlord's typed terms of the home beside its rent. */
export interface OfferValues {
  deposit: string
  freeFrom: TypedDay
  bills: string
  energyRating: string
}

export const noOffer: OfferValues = { deposit: '', freeFrom: noDay, bills: '', energyRating: '' }

/** The bands of an energy performance certificate. */
export const energyRatings = { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E', F: 'F', G: 'G' } as const

/** Returns the mistakes in an offer; the highest deposit is known to the server alone. */
export function offerMistakes({ deposit, freeFrom }: OfferValues, today: CivilDate): Mistakes<OfferValues> {
  const day = isBlankDay(freeFrom) ? today : readDay(freeFrom)
  return {
    ...(deposit.trim() !== '' && (parseMoney(deposit) ?? -1n) < 0n && { deposit: amountFault(deposit, texts.depositWrong) }),
    ...((day === null || day < today) && { freeFrom: texts.freeFromWrong }),
  }
}

/** An offer as it is sent; what is not said is left out. It has no mistakes. */
export function offerBody({ deposit, freeFrom, bills, energyRating }: OfferValues): { deposit?: string; freeFromDate?: CivilDate; bills?: string; energyRating?: string } {
  const amount = parseMoney(deposit)
  const day = readDay(freeFrom)
  return {
    ...(amount !== null && { deposit: toAmount(amount) }),
    ...(day !== null && { freeFromDate: day }),
    ...(bills.trim() !== '' && { bills: bills.trim() }),
    ...(energyRating !== '' && { energyRating }),
  }
}

/** The fields of an offer by their names in the server's refusals. */
export const offerFields = { deposit: 'deposit', freeFromDate: 'freeFrom', bills: 'bills', energyRating: 'energyRating' } as const satisfies Record<string, keyof OfferValues>

/** Returns the terms of an offer in a message, sentence by sentence. */
export function offerSentences(offer: Invite['offer'], format: Formatter): string[] {
  if (offer === null) return []
  const { deposit, bills, freeFromDate, energyRating } = offer
  return [
    ...(deposit === null ? [] : [texts.depositIs(format.rent(deposit))]),
    ...(bills === null ? [] : [texts.billsAre(bills)]),
    ...(freeFromDate === null ? [] : [texts.freeFromIs(format.longDate(freeFromDate))]),
    ...(energyRating === null ? [] : [texts.ratingIs(energyRating)]),
  ]
}
