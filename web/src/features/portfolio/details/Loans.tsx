import { CircleCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { percent } from '@/lib/format'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Entry, Ledger } from '@/ui/Ledger'
import { details } from './messages'
import { Nothing, Section } from './Section'
import { useAmounts } from './useAmounts'

type DueState = NonNullable<Property['fixedTermState']>

const looks: Record<DueState, { tone: BadgeTone; icon: LucideIcon }> = {
  Danger: { tone: 'danger', icon: CircleAlert },
  Warning: { tone: 'warning', icon: Clock },
  Success: { tone: 'success', icon: CircleCheck },
}

/** Shows the time to a day, in words and in the colour that the server gives it. */
function DueBadge({ state, days, ahead }: { state: DueState | null; days: number | null; ahead: (days: number) => string }) {
  if (state === null || days === null) return null
  return <Badge {...looks[state]}>{days < 0 ? details.daysOverdue(-days) : ahead(days)}</Badge>
}

/** Mortgage Information; what is not known takes no line. */
export function Mortgage({ property }: { property: Property }) {
  const format = useFormatter()
  const { brief, exact } = useAmounts()
  const { mortgageCompany, mortgageReference, mortgageContact, mortgageType, interestRate, fixedTermEndDate } = property
  const { amountBorrowed, outstandingBalance, monthlyMortgagePayment, mortgagePaidOffPercent, ltvPercent } = property
  const known = [
    [details.lender, mortgageCompany],
    [details.reference, mortgageReference],
    [details.contact, mortgageContact],
    [details.mortgageType, mortgageType],
    [details.interestRate, interestRate === null ? null : percent(interestRate, 2)],
    [details.borrowed, amountBorrowed === null ? null : brief(amountBorrowed)],
    [details.outstanding, outstandingBalance === null ? null : brief(outstandingBalance)],
    [details.paidOff, mortgagePaidOffPercent === null ? null : percent(mortgagePaidOffPercent, 1)],
    [details.loanToValue, ltvPercent === null ? null : percent(ltvPercent, 1)],
    [details.monthlyPayment, monthlyMortgagePayment === null ? null : exact(monthlyMortgagePayment)],
  ].filter(([, value]) => value !== null)
  if (known.length === 0 && fixedTermEndDate === null) {
    return (
      <Section title={details.mortgage}>
        <Nothing>{details.noMortgage}</Nothing>
      </Section>
    )
  }
  return (
    <Section title={details.mortgage}>
      <Ledger>
        {known.map(([label, value]) => (
          <Entry key={label} label={label}>
            {value}
          </Entry>
        ))}
        {fixedTermEndDate !== null && (
          <Entry
            label={(property.fixedTermDaysRemaining ?? 0) < 0 ? details.fixedTermEnded : details.fixedTermEnds}
            below={<DueBadge state={property.fixedTermState} days={property.fixedTermDaysRemaining} ahead={details.daysRemaining} />}
          >
            {format.date(fixedTermEndDate)}
          </Entry>
        )}
      </Ledger>
    </Section>
  )
}

/** Property Insurance. */
export function Insurance({ property }: { property: Property }) {
  const format = useFormatter()
  const { exact } = useAmounts()
  const { insuranceCompany, insuranceReference, insuranceType, insuranceAmount, insuranceRenewalDate } = property
  const known = [
    [details.insurer, insuranceCompany],
    [details.reference, insuranceReference],
    [details.insuranceType, insuranceType],
    [details.premium, insuranceAmount === null ? null : exact(insuranceAmount)],
  ].filter(([, value]) => value !== null)
  if (known.length === 0 && insuranceRenewalDate === null) {
    return (
      <Section title={details.insuranceTitle}>
        <Nothing>{details.noInsurance}</Nothing>
      </Section>
    )
  }
  return (
    <Section title={details.insuranceTitle}>
      <Ledger>
        {known.map(([label, value]) => (
          <Entry key={label} label={label}>
            {value}
          </Entry>
        ))}
        {insuranceRenewalDate !== null && (
          <Entry
            label={details.renewal}
            below={
              <DueBadge state={property.insuranceRenewalState} days={property.insuranceDaysRemaining} ahead={details.daysUntilRenewal} />
            }
          >
            {format.date(insuranceRenewalDate)}
          </Entry>
        )}
      </Ledger>
    </Section>
  )
}
