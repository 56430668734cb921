import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { count, percent } from '@/lib/format'
import { paths } from '@/lib/paths'
import { color } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { tenants } from '../messages'
import { useAnalytics, useArrears, usePortfolio } from '../queries'

const Late = styled('span')({ color: color.danger, fontWeight: 540 })

/** The address of those who owe, the oldest arrears first. */
const inArrears = `${paths.tenants}?show=arrears`

/** The figures of the tenants, as the server has them; what they are a part of comes from the portfolio, and is left out without it. */
export function Summary() {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const { data, error, refetch } = useAnalytics()
  const portfolio = usePortfolio().data
  const arrears = useArrears().data
  if (data === undefined && error !== null) {
    return <LoadFailed what={tenants.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  const units = portfolio && portfolio.lettableUnits > 0 ? tenants.ofUnits(portfolio.occupiedUnits, count(portfolio.lettableUnits, 'unit', 'units')) : undefined
  const gone = data && data.previousTenants > 0 ? tenants.previousToo(data.previousTenants) : undefined
  const soon = data && data.upcomingTenants > 0 ? tenants.upcomingToo(data.upcomingTenants) : undefined
  return (
    <StatStrip cells={4} aria-label={tenants.figures} aria-busy={data === undefined}>
      <Stat label={tenants.active} value={data?.activeTenants} note={units} />
      <Stat
        label={isMobile ? tenants.incomeMobile : tenants.income}
        value={data && format.money(data.monthlyRent)}
        {...(arrears && arrears.tenantsInArrears > 0 && { to: inArrears, note: <Late>{tenants.arrearsOf(format.rent(arrears.totalOwed), arrears.tenantsInArrears)}</Late> })}
      />
      <Stat label={tenants.total} value={data?.totalTenants} note={[soon, gone].filter(Boolean).join(', ') || undefined} />
      <Stat
        label={tenants.occupied}
        value={
          data && (
            <>
              {portfolio?.occupiedProperties ?? data.occupiedProperties}
              {portfolio && <span style={{ color: color.muted, fontWeight: 400 }}>{tenants.ofAll(portfolio.activeProperties)}</span>}
            </>
          )
        }
        note={portfolio && portfolio.activeProperties > 0 ? tenants.occupancy(percent(portfolio.occupancyRate, 1)) : undefined}
      />
    </StatStrip>
  )
}
