import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { percent, years } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { LoadFailed } from '@/ui/LoadFailed'
import { NoteSkeleton, Stat, StatStrip } from '@/ui/StatStrip'
import { sold } from '../messages'
import { useSoldAnalytics } from '../queries'

/** The sums and means over everything that was sold, as the server has them. */
export function Summary() {
  const format = useFormatter()
  const { data, error, refetch } = useSoldAnalytics()
  if (data === undefined && error !== null) {
    return <LoadFailed what={sold.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  return (
    <StatStrip cells={5} aria-label={sold.figures} aria-busy={data === undefined}>
      <Stat
        isSmall
        label={sold.totalSales}
        value={data && format.money(data.totalSales)}
        note={data ? sold.properties(data.soldCount) : <NoteSkeleton />}
      />
      <Stat
        isSmall
        label={sold.grossProfit}
        figureTone={data && toneOf(data.totalGrossProfit)}
        value={data && format.signedMoney(data.totalGrossProfit)}
        note={sold.grossNote}
      />
      <Stat
        isSmall
        label={sold.netProfit}
        figureTone={data && toneOf(data.totalNetProfit)}
        value={data && format.signedMoney(data.totalNetProfit)}
        note={sold.netNote}
      />
      <Stat
        isSmall
        label={sold.holdingPeriod}
        // Nothing sold has no average.
        value={data && years(data.soldCount === 0 ? null : data.averageHoldingPeriod)}
        note={data && sold.holdingRange(data.shortestHoldingPeriod, data.longestHoldingPeriod)}
      />
      <Stat isSmall label={sold.averageReturn} value={data && percent(data.soldCount === 0 ? null : data.averageAnnualReturn, 1)} note={sold.returnNote} />
    </StatStrip>
  )
}
