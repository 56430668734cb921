import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { percent } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Entry, Ledger } from '@/ui/Ledger'
import { figures as texts } from '../messages'
import { isSome, minus, mortgageOfYear } from '../model'

const Box = styled(Card)({ padding: '16px 20px', [media.mobile]: { padding: '14px 16px' } })
const Title = styled('h2')({ ...type.h2, marginBottom: 8 })
const Note = styled('p')({ ...type.small, color: color.muted, marginTop: 10 })

/** Two ledgers beside each other where there is room. */
export const Halves = styled('div')({ display: 'grid', gap: '0 40px', alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)', [media.widest]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } })

/** A card of lines under a heading. */
export function Sheet({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Box aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
      {note !== undefined && <Note>{note}</Note>}
    </Box>
  )
}

/** The rent of the first year, what it costs, and what is left. */
export function FirstYear({ analysis: { assumptions, returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const mortgage = mortgageOfYear(returns.netOperatingIncome, returns.annualCashFlow)
  const costs = [
    [texts.voids, returns.voidLoss],
    [texts.management, returns.management],
    [texts.maintenance, returns.maintenance],
    [texts.insurance, assumptions.insurance],
    [texts.serviceCharge, assumptions.serviceCharge],
    [texts.groundRent, assumptions.groundRent],
    [texts.otherCosts, assumptions.otherCosts],
  ] as const
  return (
    <Sheet title={texts.firstYear}>
      <Ledger>
        <Entry label={texts.rent}>{format.moneyExact(returns.annualRent)}</Entry>
        {costs.map(([label, amount]) =>
          isSome(amount) ? (
            <Entry key={label} label={label}>
              {format.moneyExact(minus(amount))}
            </Entry>
          ) : null,
        )}
        {isSome(mortgage) && <Entry label={assumptions.mortgageType === 'Repayment' ? texts.mortgagePayments : texts.mortgageInterest}>{format.moneyExact(mortgage)}</Entry>}
        <Entry label={texts.cashFlowYear} isTotal tone={toneOf(returns.annualCashFlow)}>
          {format.signedMoneyExact(returns.annualCashFlow)}
        </Entry>
      </Ledger>
    </Sheet>
  )
}

/** Shows the cash that a purchase takes. */
export function CashNeeded({ analysis: { assumptions, returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const { loanToValue } = returns
  const share = loanToValue === null ? null : percent(100 - loanToValue, 1).replace('.0%', '%')
  const rest = [
    [returns.taxName ?? texts.tax, assumptions.stampDuty],
    [texts.fees, assumptions.fees],
    [texts.refurbishment, assumptions.refurbishment],
    [texts.otherFees, assumptions.otherFees],
  ] as const
  const ofPrice = loanToValue === null ? '' : percent(loanToValue, 1).replace('.0%', '%')
  return (
    <Sheet title={texts.cashTitle} note={isSome(returns.loan) ? texts.loan(format.moneyExact(returns.loan), ofPrice) : texts.noLoan}>
      <Ledger>
        <Entry label={share === null ? texts.depositPlain : texts.deposit(share)}>{format.moneyExact(assumptions.deposit)}</Entry>
        {rest.map(([label, amount]) =>
          isSome(amount) ? (
            <Entry key={label} label={label}>
              {format.moneyExact(amount)}
            </Entry>
          ) : null,
        )}
        <Entry label={texts.total} isTotal>
          {format.moneyExact(returns.cashInvested)}
        </Entry>
      </Ledger>
    </Sheet>
  )
}

/** Every other figure that the server has. */
export function More({ analysis: { returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const { debtCover } = returns
  return (
    <Sheet title={texts.more}>
      <Halves>
        <Ledger>
          <Entry label={texts.grossYield} below={texts.grossYieldNote}>
            {percent(returns.grossYield, 2)}
          </Entry>
          <Entry label={texts.netYield} below={texts.netYieldNote}>
            {percent(returns.netYield, 2)}
          </Entry>
          <Entry label={texts.operatingCosts}>{format.moneyExact(returns.operatingCosts)}</Entry>
          <Entry label={texts.income}>{format.moneyExact(returns.netOperatingIncome)}</Entry>
          <Entry label={texts.breakEvenRent}>{format.moneyExact(returns.breakEvenMonthlyRent)}</Entry>
          <Entry label={texts.breakEvenRate}>{percent(returns.breakEvenRate, 2)}</Entry>
        </Ledger>
        <Ledger>
          <Entry label={texts.loanToValue}>{percent(returns.loanToValue, 2)}</Entry>
          <Entry label={texts.interestOnly}>{format.moneyExact(returns.monthlyInterestOnly)}</Entry>
          <Entry label={texts.repayment}>{format.moneyExact(returns.monthlyRepayment)}</Entry>
          <Entry label={texts.debtCover} below={texts.debtCoverNote}>
            {debtCover === null ? format.moneyExact(null) : texts.times(debtCover.toFixed(2))}
          </Entry>
          <Entry label={texts.requiredRent}>{format.moneyExact(returns.requiredMonthlyRent)}</Entry>
          <Entry label={texts.stressedInterest}>{format.moneyExact(returns.stressedMonthlyInterest)}</Entry>
          <Entry label={texts.maximumLoan}>{format.moneyExact(returns.maximumLoan)}</Entry>
        </Ledger>
      </Halves>
    </Sheet>
  )
}
