import { styled } from '@mui/material/styles'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { common } from '@/lib/messages'
import { propertyPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { attention } from '../messages'
import { complianceAt, upcomingCount } from '../model'
import { CallTenant } from './CallTenant'
import { tall } from './tall'

const Row = styled('li')({
  ...type.body,
  display: 'grid',
  // The button, where there is one, beside both lines.
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '0 16px',
  '& > .MuiButton-root': { gridColumn: 2, gridRow: '1 / span 2' },
  padding: '9px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.desktop]: { paddingInline: 20 },
  [media.widest]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto',
    minHeight: 50,
    paddingBlock: 4,
    boxSizing: 'border-box',
    '& > .MuiButton-root': { gridColumn: 3, gridRow: 1 },
  },
})
const narrow = '@media (max-width: 1199.95px)'
const Name = styled('h3')({ ...type.body, fontWeight: 560, overflowWrap: 'anywhere' })
const Home = styled(Link)({ ...tall, fontWeight: 560 })
const When = styled('p')({ [narrow]: { ...type.small, color: color.muted } })
const None = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, [media.mobile]: { paddingInline: 16 } })
const All = styled(Link)({ ...type.body, display: 'inline-flex', alignItems: 'center', gap: 8, minHeight: 44, fontWeight: 560 })

/** The next inspections: three on mobile screens, five on desktop, with whom to call about them. */
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
  const { propertyId, propertyName, inspectionDate, inspectionTime } = inspection
  return (
    <Row>
      <Name>
        <Home to={propertyPath(propertyId)}>{propertyName}</Home>
      </Name>
      <When>{attention.at(format.listDate(inspectionDate), inspectionTime)}</When>
      <CallTenant propertyId={propertyId} propertyName={propertyName} />
    </Row>
  )
}
