import { useDebounced } from '@/lib/useDebounced'
import type { PlannedTime } from '@/api/viewings'
import { InfoPanel } from '@/ui/InfoPanel'
import { viewings, viewingForm as texts } from '../messages'
import { placeOf } from '../model'
import { useClashes } from '../queries'

const pause = 300

/** Shows what a time would overlap, and who lives there, once the typing pauses. */
export function Clashes({ planned }: { planned: PlannedTime | null }) {
  const settled = useDebounced(planned === null ? '' : JSON.stringify(planned), pause)
  const { data } = useClashes(settled === '' ? null : (JSON.parse(settled) as PlannedTime))
  const clashes = data && [
    ...data.viewings.map((viewing) => viewings.at(viewing.viewingTime, viewing.viewerName, placeOf(viewing))),
    ...data.inspections.map(({ propertyName, inspectionTime }) => texts.inspection(propertyName, inspectionTime)),
  ]
  return (
    <div role="status" style={{ display: 'grid', gap: 10 }}>
      {clashes !== undefined && clashes.length > 0 && <InfoPanel tone="warning" title={texts.clashTitle} text={texts.clashText(clashes.join('; '))} />}
      {data?.occupied === true && (
        <InfoPanel tone={data.shortNotice ? 'warning' : 'info'} title={texts.occupiedTitle} text={data.shortNotice ? texts.shortText : texts.occupiedText} />
      )}
    </div>
  )
}
