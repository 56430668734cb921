import type { FieldPath } from 'react-hook-form'
import type { AgreementBody, AgreementDraftBody, AgreementTerms, Bill } from '@/api/agreements'
import { billNames } from '@/lib/agreements'
import { readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import { tidyAmount } from '@/ui/form/MoneyInput'
import { landlordMistakes, landlordOrder, landlordTerms, landlordValues, type LandlordValues } from '@/ui/landlord/values'
import type { Mistakes } from '@/ui/form/rules'
import { form as texts } from './messages'

type Payer = Bill['payer']

/** A bill as the controls have it. */
export interface BillValues {
  bill: keyof typeof billNames
  payer: Payer
  amount: string
  note: string
}

/** The terms as the controls have them. */
export interface TermsValues extends LandlordValues {
  /** True if the landlord is saved to the settings. */
  keepLandlord: boolean
  startDate: TypedDay
  monthlyRent: string
  period: NonNullable<AgreementTerms['rentTerms']>['period']
  dueDay: string
  proRata: NonNullable<AgreementTerms['rentTerms']>['proRata']
  deposit: string
  noDeposit: boolean
  bills: BillValues[]
  agreedPets: string
  adaptations: string
  clauses: { text: string }[]
  guarantorSigns: boolean
  guaranteeLimit: string
  guaranteedRentLimit: string
  paymentDetails: string
  file: string
}

/** The controls from the top of the form to its end. */
export const termsOrder = ({ bills, clauses, jointLandlords }: Pick<TermsValues, 'bills' | 'clauses' | 'jointLandlords'>): FieldPath<TermsValues>[] => [
  'file',
  ...landlordOrder({ jointLandlords }),
  ...(['startDate', 'monthlyRent', 'dueDay', 'deposit', 'paymentDetails'] as const),
  ...bills.flatMap((_, index) => [`bills.${index}.amount`, `bills.${index}.note`] as const),
  ...(['agreedPets', 'adaptations'] as const),
  ...clauses.map((_, index) => `clauses.${index}.text` as const),
  ...(['guarantorSigns', 'guaranteeLimit', 'guaranteedRentLimit'] as const),
]

/** The control of a field as the server names it. */
export const controlOf = (field: string): string =>
  field
    .replace(/^terms\./, '')
    .replace(/^jointLandlords\[(\d+)\]$/, 'jointLandlords.$1.text')
    .replace(/^landlordCompanyNumber$/, 'companyNumber')
    .replace(/^landlordTradingAs$/, 'tradingAs')
    .replace(/^rentTerms\./, '')
    .replace(/^clauses\[(\d+)\]$/, 'clauses.$1.text')
    .replace(/^bills\[(\d+)\]\.monthlyAmount$/, 'bills.$1.amount')
    .replace(/^bills\[(\d+)\]\./, 'bills.$1.')

const amountText = (amount: string | null): string => (amount === null || parseMoney(amount) === 0n ? '' : tidyAmount(amount))

/** The day of the month; terms by weeks have none, and begin with the first. */
const dueDayOf = ({ rentTerms }: Pick<AgreementTerms, 'rentTerms'>): number => (rentTerms === null || rentTerms.dueDay === 0 ? 1 : rentTerms.dueDay)

/** The proposed terms, to be edited. */
export function valuesOf(terms: AgreementTerms): TermsValues {
  const isNone = terms.deposit !== null && parseMoney(terms.deposit) === 0n
  const given = new Map(terms.bills.map((bill) => [bill.bill, bill]))
  return {
    ...landlordValues({
      kind: terms.landlordIsCompany ? 'company' : 'person',
      names: [terms.landlordName, ...terms.jointLandlords],
      companyNumber: terms.landlordCompanyNumber,
      tradingAs: terms.landlordTradingAs,
      noticeAddress: terms.landlordAddress,
    }),
    keepLandlord: true,
    startDate: typeDay(terms.startDate),
    monthlyRent: amountText(terms.monthlyRent),
    period: terms.rentTerms?.period ?? 'monthly',
    dueDay: String(dueDayOf(terms)),
    proRata: terms.rentTerms?.proRata ?? 'days-of-year',
    deposit: amountText(terms.deposit),
    noDeposit: isNone,
    bills: (Object.keys(billNames) as BillValues['bill'][]).map((bill) => {
      const found = given.get(bill)
      return { bill, payer: found?.payer ?? 'tenant', amount: amountText(found?.monthlyAmount ?? null), note: found?.note ?? '' }
    }),
    agreedPets: terms.agreedPets ?? '',
    adaptations: terms.adaptations ?? '',
    clauses: terms.clauses.map((text) => ({ text })),
    guarantorSigns: terms.guarantorSigns,
    guaranteeLimit: amountText(terms.guaranteeLimit),
    guaranteedRentLimit: amountText(terms.guaranteedRentLimit),
    paymentDetails: terms.paymentDetails ?? '',
    file: '',
  }
}

const isAmount = (text: string): boolean => (parseMoney(text) ?? -1n) >= 0n

/** Returns the mistakes of the terms. The server knows the rules of law; here is what a form can know. */
export function termsMistakes(values: TermsValues, needsFile: boolean): Mistakes<TermsValues> {
  const wrong = texts.mistakes
  const day = Number(values.dueDay)
  const found: Record<string, string> = {}
  if (needsFile && values.file === '') found.file = wrong.file
  Object.assign(found, landlordMistakes(values))
  if (readDay(values.startDate) === null) found.startDate = wrong.startDate
  if ((parseMoney(values.monthlyRent) ?? 0n) <= 0n) found.monthlyRent = amountFault(values.monthlyRent, wrong.monthlyRent)
  if (values.period === 'monthly' && !(Number.isInteger(day) && day >= 1 && day <= 31)) found.dueDay = wrong.dueDay
  if (!values.noDeposit && (parseMoney(values.deposit) ?? 0n) === 0n) found.deposit = values.deposit.trim() === '' || isAmount(values.deposit) ? wrong.depositMissing : amountFault(values.deposit, wrong.deposit)
  else if (!values.noDeposit && !isAmount(values.deposit)) found.deposit = amountFault(values.deposit, wrong.deposit)
  values.bills.forEach(({ payer, amount, note }, index) => {
    if (payer !== 'landlord') return
    if (amount.trim() !== '' && !isAmount(amount)) found[`bills.${String(index)}.amount`] = amountFault(amount, wrong.amount)
    if (note.trim() === '') found[`bills.${String(index)}.note`] = wrong.note
  })
  if (values.guarantorSigns && !needsFile) {
    const rent = parseMoney(values.monthlyRent) ?? 0n
    for (const [name, low] of [
      ['guaranteeLimit', wrong.guaranteeLimit],
      ['guaranteedRentLimit', wrong.guaranteedRentLimit],
    ] as const) {
      const text = values[name]
      if (text.trim() !== '' && !isAmount(text)) found[name] = amountFault(text, low)
      else if (text.trim() !== '' && (parseMoney(text) ?? 0n) < rent) found[name] = low
    }
  }
  values.clauses.forEach(({ text }, index) => {
    if (text.trim() === '') found[`clauses.${String(index)}.text`] = wrong.clause
  })
  return found
}

/** Returns a field that has text; nothing where it is empty. */
const said = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> => (text.trim() === '' ? {} : ({ [name]: text.trim() } as Partial<Record<Name, string>>))
const amount = (text: string): string => (text.trim() === '' ? '' : toAmount(parseMoney(text) ?? 0n))

/** The terms as they are sent; they have no mistakes. */
export function termsOf(values: TermsValues): AgreementBody {
  return {
    ...landlordTerms(values),
    startDate: readDay(values.startDate) ?? '',
    monthlyRent: amount(values.monthlyRent),
    rentTerms: { period: values.period, ...(values.period === 'monthly' && { dueDay: Number(values.dueDay) }), proRata: values.proRata },
    deposit: values.noDeposit ? '0.00' : amount(values.deposit),
    bills: values.bills.map(({ bill, payer, amount: monthly, note }) => ({ bill, payer, ...(payer === 'landlord' && { ...said('monthlyAmount', amount(monthly)), ...said('note', note) }) })),
    ...said('agreedPets', values.agreedPets),
    ...said('adaptations', values.adaptations),
    clauses: values.clauses.map(({ text }) => text.trim()),
    guarantorSigns: values.guarantorSigns,
    ...(values.guarantorSigns && { ...said('guaranteeLimit', amount(values.guaranteeLimit)), ...said('guaranteedRentLimit', amount(values.guaranteedRentLimit)) }),
    ...said('paymentDetails', values.paymentDetails),
  }
}

/** Returns the terms typed so far, for the preview: unreadable fields are left out, and marked there. */
export function draftOf(values: TermsValues): AgreementDraftBody {
  const { landlordName, landlordAddress, ...landlord } = landlordTerms(values)
  const start = readDay(values.startDate)
  const day = Number(values.dueDay)
  const isDay = Number.isInteger(day) && day >= 1 && day <= 31
  const money = (text: string) => (isAmount(text) ? amount(text) : '')
  return {
    ...said('landlordName', landlordName),
    ...landlord,
    jointLandlords: landlord.jointLandlords.filter(Boolean),
    ...said('landlordAddress', landlordAddress),
    ...(start !== null && { startDate: start }),
    ...said('monthlyRent', money(values.monthlyRent)),
    ...((values.period !== 'monthly' || isDay) && { rentTerms: { period: values.period, ...(values.period === 'monthly' && { dueDay: day }), proRata: values.proRata } }),
    ...(values.noDeposit ? { deposit: '0.00' } : said('deposit', money(values.deposit))),
    bills: values.bills.map(({ bill, payer, amount: monthly, note }) => ({ bill, payer, ...(payer === 'landlord' && { ...said('monthlyAmount', money(monthly)), ...said('note', note) }) })),
    ...said('agreedPets', values.agreedPets),
    ...said('adaptations', values.adaptations),
    clauses: values.clauses.map(({ text }) => text.trim()).filter(Boolean),
    guarantorSigns: values.guarantorSigns,
    ...(values.guarantorSigns && { ...said('guaranteeLimit', money(values.guaranteeLimit)), ...said('guaranteedRentLimit', money(values.guaranteedRentLimit)) }),
    ...said('paymentDetails', values.paymentDetails),
  }
}
