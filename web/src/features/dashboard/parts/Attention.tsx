import { styled } from '@mui/material/styles'
import { shortCause } from '@/api/errors'
import { media } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { attention } from '../messages'
import { useSummary } from '../queries'
import { ActionRequired } from './ActionRequired'
import { AttentionSkeleton } from './AttentionSkeleton'
import { IncomeChart, MoreCharts } from './Charts'
import { Upcoming } from './Upcoming'
import { Urgent } from './Urgent'

const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, [media.desktop]: { gap: 24 } })
const Beside = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.widest]: { gridTemplateColumns: 'minmax(0, 1.72fr) minmax(0, 1fr)' },
})

/** What needs attention, how things went, and what comes next. */
interface AttentionProps {
  isMobile: boolean
  /** Whether there is no property, and so nothing that could be shown over time. */
  isEmpty: boolean
  onScheduleAll: () => void
}

export function Attention({ isMobile, isEmpty, onScheduleAll }: AttentionProps) {
  const { data, error, refetch } = useSummary()
  if (data === undefined && error === null) return <AttentionSkeleton />
  return (
    <Blocks>
      {data === undefined ? (
        <LoadFailed what={attention.name} cause={shortCause(error)} onRetry={() => void refetch()} />
      ) : (
        <Urgent summary={data} onScheduleAll={onScheduleAll} />
      )}
      {!isEmpty && (
        <>
          {isMobile && data !== undefined && <Upcoming inspections={data.upcomingInspections} isMobile />}
          <Beside>
            <IncomeChart />
            {!isMobile && data !== undefined && <ActionRequired summary={data} />}
          </Beside>
          {!isMobile && data !== undefined && <Upcoming inspections={data.upcomingInspections} isMobile={false} />}
          <MoreCharts />
        </>
      )}
    </Blocks>
  )
}
