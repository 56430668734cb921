import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarDays, CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { overdueText } from '@/lib/compliance'
import { radius } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { RowMenu } from '@/ui/RowMenu'
import { takeBack } from '@/ui/takeback/messages'
import { compliance, inspectionForm } from '../messages'
import { RaiseRequest } from './RaiseRequest'
import { Notes, Row, Said, RowName } from './rows'

const Photos = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, '& img': { display: 'block', width: 60, height: 60, objectFit: 'cover', borderRadius: radius.tile } })

/** An inspection in a list; within a property's own section without the property. */
interface InspectionRowProps {
  inspection: Inspection
  hasProperty: boolean
  onComplete: () => void
  onReschedule: () => void
  onCancel: () => void
  onTakeBack: () => void
}

export function InspectionRow({ inspection, hasProperty, onComplete, onReschedule, onCancel, onTakeBack }: InspectionRowProps) {
  const format = useFormatter()
  const { propertyId, propertyName, propertyAddress, inspectionDate, inspectionTime, status, automatic } = inspection
  const when = compliance.on(format.listDate(inspectionDate), inspectionTime)
  const whose = compliance.of(propertyName, when)
  return (
    <Row
      title={when}
      property={hasProperty ? { id: propertyId, name: propertyName, address: propertyAddress } : undefined}
      badge={<StateBadge inspection={inspection} />}
      dates={automatic && status === 'Scheduled' ? compliance.automatic : undefined}
      acts={
        status === 'Completed' ? (
          <Writers>
            {inspection.actionRequired !== null && <RaiseRequest inspection={inspection} whose={whose} />}
            <RowMenu label={compliance.of(compliance.more, whose)} acts={[{ name: takeBack.acts.inspection.button, onSelect: onTakeBack }]} />
          </Writers>
        ) : status === 'Scheduled' && (
          <Writers>
            <Button onClick={onComplete}>
              {inspectionForm.complete}
              <RowName of={whose} />
            </Button>
            <RowMenu
              label={compliance.of(compliance.more, whose)}
              acts={[
                { name: inspectionForm.reschedule, onSelect: onReschedule },
                { name: inspectionForm.cancel, onSelect: onCancel, isDanger: true },
              ]}
            />
          </Writers>
        )
      }
    >
      {hasOutcome(inspection) && <Outcome inspection={inspection} />}
    </Row>
  )
}

const hasOutcome = ({ notes, issuesFound, actionRequired, mediaFiles }: Inspection) =>
  mediaFiles.length > 0 || notes !== null || issuesFound !== null || actionRequired !== null

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
    [compliance.issues, issuesFound],
    [compliance.action, actionRequired],
  ] as const
  return (
    <>
      {notes !== null && <Notes>{notes}</Notes>}
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
    </>
  )
}
