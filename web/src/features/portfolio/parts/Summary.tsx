import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { count, percent } from '@/lib/format'
import { portfolio } from '@/lib/messages'
import { parseMoney } from '@/lib/money'
import { color } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { useAnalytics } from '../queries'

/** The sums over the portfolio, as the server has them; desktop also shows what is occupied. */
export function Summary() {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const { data, error, refetch } = useAnalytics()
  if (data === undefined && error !== null) {
    return <LoadFailed what={portfolio.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  const pending = data === undefined ? <Skeleton width={110} height={30} /> : undefined
  const noteOf = (text: (figures: NonNullable<typeof data>) => string) =>
    isMobile ? undefined : data === undefined ? <Skeleton width={90} height={18} /> : text(data)
  const profit = parseMoney(data?.monthlyNetProfit ?? '') ?? 0n
  return (
    <StatStrip cells={isMobile ? 4 : 5} aria-label={portfolio.figures} aria-busy={data === undefined}>
      <Stat
        isSmall
        label={portfolio.properties}
        value={pending ?? data?.activeProperties}
        note={noteOf((figures) => portfolio.units(count(figures.lettableUnits, portfolio.unit, portfolio.unitsWord)))}
      />
      <Stat
        isSmall
        label={portfolio.value}
        value={pending ?? format.money(data?.totalValue ?? null)}
        note={noteOf((figures) => portfolio.boughtFor(format.money(figures.totalPurchasePrice)))}
      />
      <Stat
        isSmall
        label={portfolio.income}
        value={pending ?? format.money(data?.monthlyIncome ?? null)}
        note={noteOf((figures) => portfolio.aYear(format.money((parseMoney(figures.monthlyIncome) ?? 0n) * 12n)))}
      />
      <Stat
        isSmall
        label={portfolio.profit}
        figureTone={profit < 0n ? 'bad' : 'good'}
        value={pending ?? format.signedMoney(profit)}
        note={noteOf(() => portfolio.afterCosts)}
      />
      {!isMobile && (
        <Stat
          isSmall
          label={portfolio.occupied}
          value={
            pending ?? (
              <>
                {data?.occupiedProperties}
                <span style={{ color: color.muted, fontWeight: 400 }}>{portfolio.occupiedOf(String(data?.activeProperties))}</span>
              </>
            )
          }
          note={noteOf((figures) => portfolio.occupancy(percent(figures.occupancyRate, 1)))}
        />
      )}
    </StatStrip>
  )
}
