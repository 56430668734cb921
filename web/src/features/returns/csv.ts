import type { Analysis } from '@/api/analyses'
import { csvOf } from '@/lib/csv'
import { inputs } from './messages'

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
  monthlyCashFlow: 'Cash flow per month',
  annualCashFlow: 'Cash flow a year',
  cashInvested: 'Cash needed',
  returnOnCash: 'Return on cash %',
  debtCover: 'Income to mortgage',
  interestCover: 'Rent to interest when tested %',
  maximumLoan: 'Most that the rent carries',
  breakEvenMonthlyRent: 'Break-even rent per month',
  breakEvenRate: 'Break-even interest rate %',
} as const satisfies Partial<Record<keyof Analysis['returns'], string>>

type InputName = keyof typeof inputs.labels
type FigureName = keyof typeof figureNames
const inputNames = Object.keys(inputs.labels) as InputName[]
const figureKeys = Object.keys(figureNames) as FigureName[]

/** The analyses as a CSV file that spreadsheets read: a line each, exact amounts, days as ISO has them. */
export function analysesCsv(analyses: readonly Analysis[]): string {
  const head = [
    'Name', 'Listing', 'Address', 'Saved',
    'Who buys', 'How it is repaid', ...inputNames.map((name) => inputs.labels[name]),
    ...figureKeys.map((name) => figureNames[name]),
  ] // prettier-ignore
  const rows = analyses.map(({ name, listingTitle, listingAddress, updatedAt, assumptions, returns }) => [
    name, listingTitle, listingAddress, updatedAt,
    inputs.buyers[assumptions.buyerType], assumptions.mortgageType, ...inputNames.map((input) => assumptions[input]),
    ...figureKeys.map((figure) => returns[figure]),
  ]) // prettier-ignore
  return csvOf(head, rows)
}
