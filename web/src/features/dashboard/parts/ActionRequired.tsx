import { styled } from '@mui/material/styles'
import { ArrowRight, CalendarX2, ChevronRight, CircleAlert, CircleCheck, CircleDashed, Clock, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { ComplianceSummary } from '@/api/compliance'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { attention } from '../messages'
import { complianceAt, dutyLines } from '../model'
import { PropertyNames } from './PropertyNames'

const Row = styled('li')({
  ...type.body,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '16px 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  '&:hover': { backgroundColor: color.sunken },
  '& svg': { flex: 'none' },
})
// The whole row is its target; the names of properties lie above it.
const Target = styled(Link)({
  color: color.ink,
  fontWeight: 560,
  '&:hover': { textDecoration: 'none' },
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})
const Line = styled('span')({ ...type.small, display: 'block' })
const Names = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere', '& a': { position: 'relative', fontWeight: 400 } })
const All = styled(Link)({ ...type.body, display: 'inline-flex', alignItems: 'center', gap: 8, minHeight: 44, fontWeight: 560 })
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

interface DutyKind {
  icon: LucideIcon
  ink: string
  title: string
  text: string
  names: string
  to: string
}

/** Returns what homes miss, insurances and fixed rates: shown here, and no part of the red figure. */
function dutiesOf(summary: ComplianceSummary): DutyKind[] {
  const { missing, missingNames, insurance, fixedRates } = dutyLines(summary)
  const at = (duty?: string) => `${paths.compliance}?${new URLSearchParams({ homes: 'todo', ...(duty !== undefined && { duty }) }).toString()}`
  return [
    ...(missing > 0 ? [{ icon: CircleDashed, ink: color.danger, title: attention.missing(missing), text: attention.neverRecorded, names: missingNames.join(', '), to: at() }] : []),
    ...(insurance > 0
      ? [{ icon: Clock, ink: color.warning, title: attention.insuranceDue(insurance), text: attention.insuranceText, names: '', to: at('Insurance') }]
      : []),
    ...(fixedRates > 0
      ? [{ icon: Clock, ink: color.warning, title: attention.fixedRates(fixedRates), text: attention.fixedRatesText, names: '', to: at('Fixed Rate') }]
      : []),
  ]
}

/** Says that nothing is pending. */
function NothingPending() {
  return (
    <Clear>
      <CircleCheck size={18} strokeWidth={1.75} color={color.success} aria-hidden="true" />
      {attention.nothingPending}
    </Clear>
  )
}

/** Lists what is pending, and where it is dealt with; on desktop screens only, as specified. */
export function ActionRequired({ summary }: { summary: ComplianceSummary }) {
  const kinds = kindsOf(summary)
  const duties = dutiesOf(summary)
  return (
    <Panel
      title={attention.action}
      aside={
        <All to={paths.compliance}>
          {common.viewAll}
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </All>
      }
    >
      {kinds.length + duties.length === 0 && <NothingPending />}
      <ul>
        {kinds.map(({ icon: Icon, ink, title, text, to, group }) => (
          <Row key={to}>
            <Icon size={18} strokeWidth={1.75} color={ink} aria-hidden="true" />
            <span style={{ flex: 1, minWidth: 0 }}>
              <Target to={to}>{title(group.count)}</Target>
              <Line sx={{ color: ink }}>{text}</Line>
              <Names>
                <PropertyNames {...group} />
              </Names>
            </span>
            <ChevronRight size={18} strokeWidth={1.75} color={color.faint} aria-hidden="true" />
          </Row>
        ))}
        {duties.map(({ icon: Icon, ink, title, text, names, to }) => (
          <Row key={to}>
            <Icon size={18} strokeWidth={1.75} color={ink} aria-hidden="true" />
            <span style={{ flex: 1, minWidth: 0 }}>
              <Target to={to}>{title}</Target>
              <Line sx={{ color: ink }}>{text}</Line>
              {names !== '' && <Names>{names}</Names>}
            </span>
            <ChevronRight size={18} strokeWidth={1.75} color={color.faint} aria-hidden="true" />
          </Row>
        ))}
      </ul>
    </Panel>
  )
}
