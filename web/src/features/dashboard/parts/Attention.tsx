import { styled } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import { shortCause } from '@/api/errors'
import { monthName } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { attention, charts } from '../messages'
import { countingSince } from '../model'
import { useArrears, useDeadlines, useSeries, useSummary } from '../queries'
import { ActionRequired } from './ActionRequired'
import { AttentionSkeleton } from './AttentionSkeleton'
import { NationLine } from './NationLine'
import { RecentProperties } from './RecentProperties'
import { rest } from './rest'
import { Upcoming } from './Upcoming'
import { Urgent } from './Urgent'

const Arrears = lazy(async () => ({ default: (await rest.arrears.load()).Arrears }))
const IncomeChart = lazy(async () => ({ default: (await rest.charts.load()).IncomeChart }))
const MoreCharts = lazy(async () => ({ default: (await rest.charts.load()).MoreCharts }))

const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, [media.desktop]: { gap: 24 } })
const Beside = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > section': { display: 'flex', flexDirection: 'column' },
  [media.widest]: { gridTemplateColumns: 'minmax(0, 1.72fr) minmax(0, 1fr)' },
})
const Quiet = styled('p')({ ...type.small, color: color.muted })

/** The figures of what needs attention, what happened, and what comes next. */
interface AttentionProps {
  isMobile: boolean
  /** True if there is no property, and so nothing that could be shown over time. */
  isEmpty: boolean
  onScheduleAll: () => void
}

// All of it at once: what came later would push down what is read already.
export function Attention(props: AttentionProps) {
  return (
    <Suspense fallback={<AttentionSkeleton />}>
      <Parts {...props} />
    </Suspense>
  )
}

function Parts({ isMobile, isEmpty, onScheduleAll }: AttentionProps) {
  const { data, error, refetch } = useSummary()
  const { data: months } = useSeries()
  const arrears = useArrears()
  const deadlines = useDeadlines()
  const isWaiting = (data === undefined && error === null) || arrears.isPending || deadlines.isPending
  if (isWaiting) return <AttentionSkeleton />
  const since = months === undefined ? null : countingSince(months)
  const hasCharts = months === undefined || (months.length > 0 && since === null)
  const action = !isMobile && data !== undefined && <ActionRequired summary={data} />
  return (
    <Blocks>
      {data === undefined ? (
        <LoadFailed what={attention.name} cause={shortCause(error)} onRetry={() => void refetch()} />
      ) : (
        <Urgent summary={data} deadlines={deadlines.data ?? []} isEmpty={isEmpty} onScheduleAll={onScheduleAll} />
      )}
      {data !== undefined && <NationLine summary={data} />}
      <Arrears arrears={arrears} deadlines={deadlines} />
      {!isEmpty && (
        <>
          {isMobile && data !== undefined && <Upcoming inspections={data.upcomingInspections} isMobile />}
          {isMobile && <RecentProperties />}
          {hasCharts ? (
            <Beside>
              <IncomeChart />
              {action}
            </Beside>
          ) : (
            action
          )}
          {!isMobile && data !== undefined && <Upcoming inspections={data.upcomingInspections} isMobile={false} />}
          {hasCharts && <MoreCharts />}
          {since !== null && <Quiet>{charts.since(monthName(since))}</Quiet>}
        </>
      )}
    </Blocks>
  )
}
