import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarDays, CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { overdueText } from '@/lib/compliance'
import { color, radius } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Hidden } from '@/ui/Hidden'
import { compliance, inspectionForm } from '../messages'
import { Acts, Due, OfProperty, Row, RowTitle, Said, Small } from './rows'

const Photos = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, '& img': { display: 'block', width: 60, height: 60, objectFit: 'cover', borderRadius: radius.tile } })

/** An inspection in a list; within a property's own section without the property. */
interface InspectionRowProps {
  inspection: Inspection
  hasProperty: boolean
  onComplete: () => void
  onReschedule: () => void
  onCancel: () => void
}

export function InspectionRow({ inspection, hasProperty, onComplete, onReschedule, onCancel }: InspectionRowProps) {
  const format = useFormatter()
  const { propertyId, propertyName, propertyAddress, inspectionDate, inspectionTime, status, automatic } = inspection
  const when = compliance.on(format.listDate(inspectionDate), inspectionTime)
  const whose = <Hidden>, {compliance.of(propertyName, when)}</Hidden>
  return (
    <Row>
      <div>
        <RowTitle>{when}</RowTitle>
        {hasProperty && <OfProperty id={propertyId} name={propertyName} address={propertyAddress} />}
      </div>
      <Due>
        <StateBadge inspection={inspection} />
        {automatic && status === 'Scheduled' && <Small>{compliance.automatic}</Small>}
      </Due>
      <Acts>
        {status === 'Scheduled' && (
          <Writers>
            <Button onClick={onComplete}>
              {inspectionForm.complete}
              {whose}
            </Button>
            <Button variant="text" onClick={onReschedule}>
              {inspectionForm.reschedule}
              {whose}
            </Button>
            <Button variant="text" sx={{ color: color.muted }} onClick={onCancel}>
              {inspectionForm.cancel}
              {whose}
            </Button>
          </Writers>
        )}
      </Acts>
      <Outcome inspection={inspection} />
    </Row>
  )
}

function StateBadge({ inspection: { status, daysOverdue, completedAt } }: { inspection: Inspection }) {
  const format = useFormatter()
  if (daysOverdue !== null) {
    return (
      <Badge tone="danger" icon={CircleAlert}>
        {overdueText(daysOverdue)}
      </Badge>
    )
  }
  if (status === 'Completed') {
    return (
      <Badge tone="success" icon={CircleCheck}>
        {completedAt === null ? compliance.inspectionStates.Completed : compliance.completedOn(format.date(londonDay(new Date(completedAt))))}
      </Badge>
    )
  }
  const isCancelled = status === 'Cancelled'
  return (
    <Badge tone={isCancelled ? 'neutral' : 'info'} icon={isCancelled ? CircleSlash : CalendarDays}>
      {compliance.inspectionStates[status]}
    </Badge>
  )
}

function Outcome({ inspection: { notes, issuesFound, actionRequired, mediaFiles } }: { inspection: Inspection }) {
  const said = [
    [compliance.notes, notes],
    [compliance.issues, issuesFound],
    [compliance.action, actionRequired],
  ] as const
  if (mediaFiles.length === 0 && said.every(([, text]) => text === null)) return null
  return (
    <Said>
      {said.map(([name, text]) =>
        text === null ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
      {mediaFiles.length > 0 && (
        <>
          <dt>{compliance.photos}</dt>
          <dd>
            <Photos>
              {mediaFiles.map((url, index) => (
                <a key={url} href={url} target="_blank" rel="noopener">
                  <img src={`${url}?size=thumb`} alt={compliance.photo(index + 1)} loading="lazy" />
                </a>
              ))}
            </Photos>
          </dd>
        </>
      )}
    </Said>
  )
}
