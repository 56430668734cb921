import type { Analysis } from '@/api/analyses'
import { csvOf } from '@/lib/csv'
import { inputs } from './messages'
import { buyerText, incomeTaxOf } from './model'

const figureNames = {
  grossYield: 'Gross yield %',
  netYield: 'Net yield %',
  annualRent: 'Rent a year',
  voidLoss: 'Voids a year',
  operatingCosts: 'Running costs a year',
  netOperatingIncome: 'Income before the mortgage a year',
  loan: 'Loan',
  loanToValue: 'Loan to value %',
  monthlyMortgage: 'Mortgage per month',
  monthlyCashFlow: 'Cash flow per month before tax',
  annualCashFlow: 'Cash flow a year before tax',
  cashInvested: 'Cash needed',
  returnOnCash: 'Return on cash before tax %',
  debtCover: 'Income to mortgage',
  interestCover: 'Rent to interest when tested %',
  maximumLoan: 'Most that the rent carries',
  breakEvenMonthlyRent: 'Break-even rent per month',
  breakEvenRate: 'Break-even interest rate %',
} as const satisfies Partial<Record<keyof Analysis['returns'], string>>

const incomeTaxNames = {
  taxYear: 'Tax year',
  tax: 'Income tax a year',
  monthlyCashFlow: 'Cash flow per month after tax',
  annualCashFlow: 'Cash flow a year after tax',
  returnOnCash: 'Return on cash after tax %',
  carriedForward: 'Interest carried forward',
} as const satisfies Partial<Record<keyof NonNullable<Analysis['returns']['incomeTax']>, string>>

type InputName = keyof typeof inputs.labels
type FigureName = keyof typeof figureNames
const inputNames = Object.keys(inputs.labels) as InputName[]
const figureKeys = Object.keys(figureNames) as FigureName[]
const incomeTaxKeys = Object.keys(incomeTaxNames) as (keyof typeof incomeTaxNames)[]

/** The analyses as a CSV file that spreadsheets read: a line each, exact amounts, days as ISO has them. */
export function analysesCsv(analyses: readonly Analysis[]): string {
  const head = [
    'Name', 'Listing', 'Address', 'Saved',
    'Who buys', 'How it is repaid', ...inputNames.map((name) => inputs.labels[name]),
    ...figureKeys.map((name) => figureNames[name]),
    inputs.kind, inputs.nation, 'Name of the purchase tax', inputs.taxResidence, ...incomeTaxKeys.map((name) => incomeTaxNames[name]),
  ] // prettier-ignore
  const rows = analyses.map(({ name, listingTitle, listingAddress, updatedAt, assumptions, returns }) => [
    name, listingTitle, listingAddress, updatedAt,
    buyerText(assumptions), assumptions.mortgageType, ...inputNames.map((input) => assumptions[input]),
    ...figureKeys.map((figure) => returns[figure]),
    assumptions.propertyKind && inputs.kinds[assumptions.propertyKind], assumptions.nation, returns.taxName, assumptions.taxResidence,
    ...incomeTaxKeys.map((figure) => incomeTaxOf({ returns })?.[figure] ?? null),
  ]) // prettier-ignore
  return csvOf(head, rows)
}
