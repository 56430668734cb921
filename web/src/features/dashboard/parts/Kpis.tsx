import { styled } from '@mui/material/styles'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Analytics } from '@/api/properties'
import { percent } from '@/lib/format'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { Hidden } from '@/ui/Hidden'
import { Meter } from '@/ui/Meter'
import { NoteSkeleton, Stat, StatStrip } from '@/ui/StatStrip'
import { dashboard } from '../messages'
import { toneOf } from '@/lib/tone'
import { isProfitable } from '../model'

const Rate = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8, whiteSpace: 'nowrap' })

/** The four figures of the portfolio. */
export function Kpis({ figures, isMobile }: { figures: Analytics; isMobile: boolean }) {
  const format = useFormatter()
  const isGood = isProfitable(figures.monthlyNetProfit)
  const Trend = isGood ? TrendingUp : TrendingDown
  const let_ = format.money(figures.letIncome)
  return (
    <StatStrip cells={4} aria-label={dashboard.figures}>
      <Stat
        label={dashboard.netProfit}
        value={format.money(figures.monthlyNetProfit)}
        tone={toneOf(figures.monthlyNetProfit)}
        note={
          <>
            {toneOf(figures.monthlyNetProfit) !== 'plain' && <Trend size={15} strokeWidth={1.75} aria-hidden="true" />}
            {isGood ? dashboard.profitable : dashboard.review}
          </>
        }
      />
      <Stat
        label={dashboard.income}
        value={format.money(figures.monthlyIncome)}
        to={paths.tenants}
        note={isMobile ? dashboard.let(let_) : dashboard.ofItLet(let_)}
      />
      <Stat
        label={dashboard.value}
        value={format.money(figures.totalValue)}
        note={dashboard.boughtFor(format.money(figures.totalPurchasePrice))}
      />
      <Stat
        label={dashboard.active}
        value={figures.activeProperties}
        to={paths.portfolio}
        note={
          isMobile ? (
            dashboard.inYourPortfolio
          ) : figures.activeProperties === 0 ? (
            dashboard.noOccupancyRate
          ) : (
            <Rate>
              {dashboard.occupancyRate(percent(figures.occupancyRate, 1))}
              <Meter share={figures.occupancyRate} width={58} />
            </Rate>
          )
        }
      />
    </StatStrip>
  )
}

/** The four cells while their figures load. */
export function KpiSkeleton() {
  return (
    <>
      <Hidden role="status">{common.loading}</Hidden>
      <StatStrip cells={4} aria-label={dashboard.figures} aria-busy="true">
        {[dashboard.netProfit, dashboard.income, dashboard.value, dashboard.active].map((label) => (
          <Stat key={label} label={label} value={undefined} note={<NoteSkeleton />} />
        ))}
      </StatStrip>
    </>
  )
}
