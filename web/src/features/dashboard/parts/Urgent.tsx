import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarX2, CircleCheck, CircleDashed, Clock, ShieldAlert } from 'lucide-react'
import { lazy, useId } from 'react'
import { Link } from 'react-router'
import type { Certificate, ComplianceSummary, Inspection } from '@/api/compliance'
import type { Deadline } from '@/api/deadlines'
import { Writers } from '@/api/session'
import { due, expiryText, overdueText } from '@/lib/compliance'
import { paths, propertyPath } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { attention } from '../messages'
import { complianceAt, isMissing } from '../model'
import { useTenantToCall } from '../queries'
import { CallReason, CallTenant } from './CallTenant'
import { Item, ItemName, ItemText, toneInk, UrgentCard } from './UrgentCard'

const Deadlines = lazy(async () => ({ default: (await import('./Deadlines')).Deadlines }))

const Clear = styled('section')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '18px 20px',
  border: `1px solid ${color.success}`,
  borderRadius: radius.card,
  backgroundColor: color.successSoft,
  [media.mobile]: { padding: '14px 16px' },
})
const ClearTitle = styled('h2')({ ...type.h2Large })
const ClearText = styled('p')({ ...type.body, color: color.muted })

const Heading = styled('h2')({ ...type.h2Large, display: 'flex', alignItems: 'center', gap: 10, marginBottom: 12 })
const Badge = styled('span')({
  ...type.small,
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: 22,
  height: 22,
  boxSizing: 'border-box',
  padding: '0 6px',
  borderRadius: radius.badge,
  backgroundColor: color.danger,
  color: color.onDanger,
  fontWeight: 620,
})

const Cards = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.mobile]: { gap: 12 },
  // Two columns for the certificates, the inspections below; three from where they fit.
  [media.desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', '& > :last-child': { gridColumn: '1 / -1' } },
  [media.widest]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', '& > :last-child': { gridColumn: 'auto' } },
})

const Below = styled('div')({ marginTop: 16, [media.mobile]: { marginTop: 12 } })

/** Everything that is urgent, or that nothing is. */
interface UrgentProps {
  summary: ComplianceSummary
  /** The deadlines of tenancies. */
  deadlines: readonly Deadline[]
  /** True if there is no property: then nothing needs a certificate. */
  isEmpty: boolean
  onScheduleAll: () => void
}

export function Urgent({ summary, deadlines, isEmpty, onScheduleAll }: UrgentProps) {
  const id = useId()
  if (summary.urgentCount === 0 && deadlines.length === 0) return isMissing(summary) && !isEmpty ? <Missing count={summary.duties.missing} /> : <AllClear />
  if (summary.urgentCount === 0) {
    return (
      <section aria-labelledby={id}>
        <Heading id={id}>{attention.urgent}</Heading>
        <Deadlines deadlines={deadlines} />
      </section>
    )
  }
  const { expired, expiringSoon, overdueInspections } = summary
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>
        {attention.urgent}
        <Badge aria-hidden="true">{summary.urgentCount}</Badge>
        <Hidden>, {summary.urgentCount}</Hidden>
      </Heading>
      <Cards>
        <UrgentCard
          icon={ShieldAlert}
          tone="danger"
          title={attention.expired}
          text={attention.expiredText}
          none={attention.noExpired}
          count={expired.count}
          items={certificateItems(expired.items, 'danger')}
          action={
            <Button component={Link} to={complianceAt({ state: 'Expired' })}>
              {attention.viewAll}
            </Button>
          }
          more={moreOf(expired)}
        />
        <UrgentCard
          icon={Clock}
          tone="warning"
          title={attention.expiring}
          text={attention.expiringText}
          none={attention.noExpiring}
          count={expiringSoon.count}
          items={certificateItems(expiringSoon.items, 'warning')}
          action={
            <Button component={Link} to={complianceAt({ state: 'ExpiringSoon' })}>
              {attention.scheduleRenewals}
            </Button>
          }
          more={moreOf(expiringSoon)}
        />
        <UrgentCard
          icon={CalendarX2}
          tone="danger"
          title={attention.overdue}
          text={attention.overdueText}
          none={attention.noOverdue}
          count={overdueInspections.count}
          items={overdueInspections.items.map((inspection) => (
            <OverdueItem key={inspection.id} inspection={inspection} />
          ))}
          action={
            <Writers>
              <Button onClick={onScheduleAll}>{attention.scheduleAll}</Button>
            </Writers>
          }
          more={moreOf(overdueInspections)}
        />
      </Cards>
      {deadlines.length > 0 && (
        <Below>
          <Deadlines deadlines={deadlines} />
        </Below>
      )}
    </section>
  )
}

function AllClear() {
  return (
    <Clear>
      <CircleCheck size={26} strokeWidth={1.75} color={color.success} aria-hidden="true" style={{ flex: 'none' }} />
      <div>
        <ClearTitle>{attention.allClear}</ClearTitle>
        <ClearText>{attention.allClearText}</ClearText>
      </div>
    </Clear>
  )
}

/** Nothing is urgent, and yet not all is fine: homes miss what they need. */
function Missing({ count }: { count: number }) {
  return (
    <Clear sx={{ borderColor: color.line, backgroundColor: color.surface, flexWrap: 'wrap' }}>
      <CircleDashed size={26} strokeWidth={1.75} color={color.danger} aria-hidden="true" style={{ flex: 'none' }} />
      <div style={{ flex: '1 1 220px' }}>
        <ClearTitle>{attention.missing(count)}</ClearTitle>
        <ClearText>{attention.missingText}</ClearText>
      </div>
      <Button component={Link} to={`${paths.compliance}?homes=todo`}>
        {attention.viewMissing}
      </Button>
    </Clear>
  )
}

function certificateItems(certificates: readonly Certificate[], tone: 'danger' | 'warning') {
  return certificates.map(({ id, certificateType, propertyId, propertyName, daysRemaining }) => (
    <Item key={id}>
      <div>
        <ItemName>
          {certificateType}, <Link to={propertyPath(propertyId)}>{propertyName}</Link>
        </ItemName>
        <ItemText sx={{ color: toneInk(tone) }}>{expiryText(daysRemaining)}</ItemText>
      </div>
    </Item>
  ))
}

function OverdueItem({ inspection }: { inspection: Inspection }) {
  const reasonId = useId()
  const { propertyId, propertyName, daysOverdue } = inspection
  const { tenant, isPending } = useTenantToCall(propertyId)
  return (
    <Item>
      <div>
        <ItemName>
          <Link to={propertyPath(propertyId)}>{propertyName}</Link>
        </ItemName>
        <ItemText sx={{ color: color.danger }}>{attention.overdueItem(propertyId, overdueText(daysOverdue ?? 0))}</ItemText>
        <CallReason id={reasonId}>{tenant === undefined && !isPending && due.noTenant}</CallReason>
      </div>
      <CallTenant propertyId={propertyId} propertyName={propertyName} reasonId={reasonId} />
    </Item>
  )
}

function moreOf({ count, items }: { count: number; items: readonly unknown[] }): string | null {
  const rest = count - items.length
  return rest > 0 ? attention.more(rest) : null
}
