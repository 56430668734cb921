import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { parseMoney } from '@/lib/money'
import { color } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { maintenance as texts } from '../messages'
import { useRequestAnalytics } from '../queries'

const Late = styled('span')({ color: color.danger })

/** The figures of the requests, as the server has them. */
export function Summary() {
  const format = useFormatter()
  const { data, error, refetch } = useRequestAnalytics()
  if (data === undefined && error !== null) return <LoadFailed what={texts.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
  const spent = data?.costThisYear ?? null
  const hasSpent = spent !== null && (parseMoney(spent) ?? 0n) > 0n
  return (
    <StatStrip cells={4} aria-label={texts.figures} aria-busy={data === undefined}>
      <Stat label={texts.urgent} value={data?.urgent} />
      <Stat label={texts.open} value={data?.open} note={data && data.open > 0 ? texts.notStarted : undefined} />
      <Stat label={texts.inProgress} value={data?.inProgress} note={data && data.late > 0 ? <Late>{texts.late(data.late)}</Late> : undefined} />
      <Stat label={texts.completed} value={data?.completed} note={hasSpent ? texts.spent(format.money(spent)) : undefined} />
    </StatStrip>
  )
}
