import { useFormatter } from '@/api/account'
import type { Ledger } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { parseMoney } from '@/lib/money'
import { ordinal, owedOf } from '@/lib/rent'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { rent as texts } from './messages'

/** Shows what is owed on the day that was asked for, since when, and what comes next. */
export function Figures({ tenant, ledger }: { tenant: Tenant; ledger: Ledger }) {
  const format = useFormatter()
  const today = londonDay(new Date())
  const { balance, oldestUnpaidDue, daysInArrears, monthsOfRent, asOf, terms, nextDueDate, nextDueAmount } = ledger
  const minor = parseMoney(balance) ?? 0n
  const isCredit = minor < 0n
  const owes = owedOf(balance) > 0n
  const due = terms === null ? undefined : terms.period === 'monthly' ? texts.dueMonthly(ordinal(terms.dueDay)) : texts.due[terms.period]
  return (
    <StatStrip cells={4} aria-label={texts.figures} aria-live="polite">
      <Stat
        label={isCredit ? texts.inCredit : asOf === today ? texts.owedNow : texts.owedOn(format.date(asOf))}
        value={format.moneyExact(isCredit ? -minor : minor)}
        figureTone={owes ? 'bad' : 'plain'}
        note={owes ? texts.months(monthsOfRent) : undefined}
      />
      <Stat label={texts.days} value={daysInArrears} note={oldestUnpaidDue === null ? undefined : texts.since(format.date(oldestUnpaidDue))} />
      <Stat label={texts.perMonth} value={format.moneyExact(tenant.rentAmount)} note={due} />
      <Stat
        label={texts.next}
        value={nextDueAmount === null ? texts.noNext : format.moneyExact(nextDueAmount)}
        note={nextDueDate === null ? undefined : texts.nextOn(format.date(nextDueDate), daysBetween(asOf, nextDueDate))}
      />
    </StatStrip>
  )
}
