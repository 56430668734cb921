import { styled } from '@mui/material/styles'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { due } from '@/lib/compliance'
import { common } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { attention } from '../messages'
import { complianceAt, upcomingCount } from '../model'
import { CallReason, CallTenant } from './CallTenant'

const Row = styled('li')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '0 16px',
  padding: '9px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.desktop]: { paddingInline: 20 },
  [media.widest]: { gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 1.2fr) minmax(0, 1fr) auto', minHeight: 50, paddingBlock: 4, boxSizing: 'border-box' },
})
const narrow = '@media (max-width: 1199.95px)'
const Name = styled('h3')({ ...type.body, fontWeight: 560, overflowWrap: 'anywhere' })
const When = styled('p')({ '& span': { color: color.muted }, [narrow]: { ...type.small, color: color.muted, gridColumn: 1 } })
const Who = styled('p')({ color: color.muted, [narrow]: { ...type.small, gridColumn: 1 } })
const Call = styled('div')({ marginRight: -8, [narrow]: { gridColumn: 2, gridRow: '1 / span 3' } })
const None = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, [media.mobile]: { paddingInline: 16 } })
const All = styled(Link)({ ...type.body, display: 'inline-flex', alignItems: 'center', gap: 8, minHeight: 44, fontWeight: 560 })

/** The next inspections: three on mobile screens, five on desktop. */
export function Upcoming({ inspections, isMobile }: { inspections: readonly Inspection[]; isMobile: boolean }) {
  const shown = inspections.slice(0, isMobile ? upcomingCount.mobile : upcomingCount.desktop)
  return (
    <Panel
      title={attention.upcoming}
      aside={
        <All to={complianceAt({ kind: 'inspections', state: 'Scheduled' })}>
          {common.viewAll}
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </All>
      }
    >
      {shown.length === 0 && <None>{attention.noUpcoming}</None>}
      <ul>
        {shown.map((inspection) => (
          <UpcomingInspection key={inspection.id} inspection={inspection} />
        ))}
      </ul>
    </Panel>
  )
}

function UpcomingInspection({ inspection }: { inspection: Inspection }) {
  const format = useFormatter()
  const reasonId = useId()
  const { propertyName, inspectionDate, inspectionTime } = inspection
  return (
    <Row>
      <Name>{propertyName}</Name>
      <When>{attention.at(format.listDate(inspectionDate), inspectionTime)}</When>
      <Who>
        <CallReason id={reasonId}>{due.noTenant}</CallReason>
      </Who>
      <Call>
        <CallTenant variant="text" propertyName={propertyName} reasonId={reasonId} />
      </Call>
    </Row>
  )
}
