import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { Analytics } from '@/api/properties'
import { count, percent } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { toneOf } from '@/lib/tone'
import { color } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { NoteSkeleton, Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { portfolio } from '../messages'
import { useAnalytics } from '../queries'

/** Says for how many homes costs are known: the profit is after all costs only where each home has some. */
function costsNote({ costedProperties, activeProperties }: Analytics): string {
  if (costedProperties === 0) return portfolio.noCosts
  return costedProperties < activeProperties ? portfolio.someCosts(costedProperties, activeProperties) : portfolio.afterCosts
}

/** The sums over the portfolio, as the server has them; desktop also shows what is occupied. */
export function Summary() {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const { data, error, refetch } = useAnalytics()
  if (data === undefined && error !== null) {
    return <LoadFailed what={portfolio.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  // An empty portfolio shows its figures without notes.
  const noteOf = (text: (figures: NonNullable<typeof data>) => string) =>
    isMobile || data?.activeProperties === 0 ? undefined : data === undefined ? <NoteSkeleton /> : text(data)
  const profit = parseMoney(data?.monthlyNetProfit ?? '') ?? 0n
  return (
    <StatStrip cells={isMobile ? 4 : 5} aria-label={portfolio.figures} aria-busy={data === undefined}>
      <Stat
        isSmall
        label={portfolio.properties}
        value={data?.activeProperties}
        note={noteOf((figures) => count(figures.lettableUnits, portfolio.unit, portfolio.units))}
      />
      <Stat
        isSmall
        label={portfolio.value}
        value={data && format.money(data.totalValue)}
        note={noteOf((figures) => portfolio.boughtFor(format.money(figures.totalPurchasePrice)))}
      />
      <Stat
        isSmall
        label={portfolio.income}
        value={data && format.money(data.monthlyIncome)}
        note={noteOf((figures) => portfolio.aYear(format.money((parseMoney(figures.monthlyIncome) ?? 0n) * 12n)))}
      />
      <Stat
        isSmall
        label={portfolio.profit}
        figureTone={toneOf(profit)}
        value={data && format.signedMoney(profit)}
        note={noteOf(costsNote)}
      />
      {!isMobile && (
        <Stat
          isSmall
          label={portfolio.occupied}
          value={
            data && (
              <>
                {data.occupiedProperties}
                <span style={{ color: color.muted, fontWeight: 400 }}>{portfolio.occupiedOf(String(data.activeProperties))}</span>
              </>
            )
          }
          note={noteOf((figures) => portfolio.occupancy(percent(figures.occupancyRate, 1)))}
        />
      )}
    </StatStrip>
  )
}
