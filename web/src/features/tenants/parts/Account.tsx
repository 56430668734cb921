import { styled } from '@mui/material/styles'
import { CircleAlert } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { parseMoney } from '@/lib/money'
import { owedOf } from '@/lib/rent'
import { color } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { tenants as texts } from '../messages'
import { Under } from './table'

const Quiet = styled('span')({ color: color.muted })

/** Shows how much somebody is in arrears; nothing where they are not. */
export function ArrearsBadge({ balance }: { balance: string | null }) {
  const format = useFormatter()
  const owed = owedOf(balance)
  if (owed === 0n) return null
  return (
    <Badge tone="danger" icon={CircleAlert}>
      {texts.inArrearsBy(format.rent(owed))}
    </Badge>
  )
}

/** Shows how long somebody has been in arrears, and since when. */
export function Since({ days, since }: { days: number; since: string | null }) {
  const format = useFormatter()
  return since === null ? null : <Under sx={{ whiteSpace: 'nowrap' }}>{texts.daysSince(days, format.date(since))}</Under>
}

/** The rent account of a tenant: in arrears and since when, in credit, or up to date. */
export function Account({ tenant: { balance, overdue, oldestUnpaidDue, daysInArrears } }: { tenant: Pick<Tenant, 'balance' | 'overdue' | 'oldestUnpaidDue' | 'daysInArrears'> }) {
  const format = useFormatter()
  if (balance === null) return <Quiet>{texts.notCharged}</Quiet>
  const minor = parseMoney(balance) ?? 0n
  if (minor < 0n) return <Quiet>{texts.inCreditBy(format.rent(-minor))}</Quiet>
  if (minor === 0n) return <Quiet>{texts.upToDate}</Quiet>
  // A charge due today is no arrears yet.
  if (owedOf(overdue ?? balance) === 0n) return <Quiet>{texts.dueToday(format.rent(minor))}</Quiet>
  return (
    <>
      <ArrearsBadge balance={overdue ?? balance} />
      <Since days={daysInArrears ?? 0} since={oldestUnpaidDue ?? null} />
    </>
  )
}
