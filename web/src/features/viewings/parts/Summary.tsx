import { shortCause } from '@/api/errors'
import { LoadFailed } from '@/ui/LoadFailed'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { viewings as texts } from '../messages'
import { useViewingAnalytics } from '../queries'

/** The figures of the viewings, as the server has them. */
export function Summary() {
  const { data, error, refetch } = useViewingAnalytics()
  if (data === undefined && error !== null) return <LoadFailed what={texts.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
  const hasAny = data !== undefined && data.total > 0
  return (
    <StatStrip cells={4} aria-label={texts.figures} aria-busy={data === undefined}>
      <Stat label={texts.upcoming} value={data?.upcoming} note={data && data.today > 0 ? texts.today(data.today) : undefined} />
      <Stat label={texts.completed} value={data?.completed} />
      <Stat label={texts.cancelled} value={data?.cancelled} note={hasAny ? texts.ofAll(data.total) : undefined} />
      <Stat label={texts.successRate} value={data && `${data.successRate}%`} note={hasAny ? texts.completedOf(data.completed, data.total) : undefined} />
    </StatStrip>
  )
}
