import { styled } from '@mui/material/styles'
import { CalendarX2, ChevronRight, CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { ComplianceSummary } from '@/api/compliance'
import { color, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { attention } from '../messages'
import { complianceAt, namesOf } from '../model'

const Row = styled('li')({ '& + &': { borderTop: `1px solid ${color.line}` } })
const Target = styled(Link)({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '16px 20px',
  color: color.ink,
  fontWeight: 400,
  '&:hover': { textDecoration: 'none', backgroundColor: color.sunken },
  '&:focus-visible': { outlineOffset: -3 },
  '& svg': { flex: 'none' },
})
const Title = styled('span')({ display: 'block', fontWeight: 560 })
const Line = styled('span')({ ...type.small, display: 'block' })
const Names = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })
const Clear = styled('p')({ ...type.body, display: 'flex', alignItems: 'center', gap: 10, padding: '18px 20px', color: color.muted })

interface Kind {
  icon: LucideIcon
  ink: string
  title: (count: number) => string
  text: string
  to: string
  group: ComplianceSummary['expired'] | ComplianceSummary['overdueInspections']
}

function kindsOf({ expired, expiringSoon, renewalDue, overdueInspections }: ComplianceSummary): Kind[] {
  const kinds: Kind[] = [
    {
      icon: CircleAlert,
      ink: color.danger,
      title: attention.expiredCertificates,
      text: attention.immediate,
      to: complianceAt({ state: 'Expired' }),
      group: expired,
    },
    {
      icon: Clock,
      ink: color.warning,
      title: attention.expiringCertificates,
      text: attention.expiringText,
      to: complianceAt({ state: 'ExpiringSoon' }),
      group: expiringSoon,
    },
    {
      icon: Clock,
      ink: color.warning,
      title: attention.expiringCertificates,
      text: attention.within30,
      to: complianceAt({ state: 'RenewalDue' }),
      group: renewalDue,
    },
    {
      icon: CalendarX2,
      ink: color.danger,
      title: attention.overdueInspections,
      text: attention.immediately,
      to: complianceAt({ kind: 'inspections', state: 'Overdue' }),
      group: overdueInspections,
    },
  ]
  return kinds.filter(({ group }) => group.count > 0)
}

/** What is pending, and where it is dealt with; of desktop screens only, as specified. */
export function ActionRequired({ summary }: { summary: ComplianceSummary }) {
  const kinds = kindsOf(summary)
  return (
    <Panel title={attention.action}>
      {kinds.length === 0 && (
        <Clear>
          <CircleCheck size={18} strokeWidth={1.75} color={color.success} aria-hidden="true" />
          {attention.nothingPending}
        </Clear>
      )}
      <ul>
        {kinds.map(({ icon: Icon, ink, title, text, to, group }) => (
          <Row key={to}>
            <Target to={to}>
              <Icon size={18} strokeWidth={1.75} color={ink} aria-hidden="true" />
              <span style={{ flex: 1, minWidth: 0 }}>
                <Title>{title(group.count)}</Title>
                <Line sx={{ color: ink }}>{text}</Line>
                <Names>{namesOf(group)}</Names>
              </span>
              <ChevronRight size={18} strokeWidth={1.75} color={color.faint} aria-hidden="true" />
            </Target>
          </Row>
        ))}
      </ul>
    </Panel>
  )
}
