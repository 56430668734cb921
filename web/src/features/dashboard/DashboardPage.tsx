import { styled } from '@mui/material/styles'
import { lazy, Suspense, type ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { dashboard } from './messages'
import { Attention } from './parts/Attention'
import { Kpis, KpiSkeleton } from './parts/Kpis'
import { Occupancy, OccupancySkeleton } from './parts/Occupancy'
import { WhoIsLandlord } from './parts/WhoIsLandlord'
import { useAnalytics } from './queries'

const FirstProperty = lazy(async () => ({ default: (await import('./parts/FirstProperty')).FirstProperty }))

const Today = styled('p')({ ...type.body, color: color.muted })

/** The dialog that books all overdue inspections belongs to another feature: the application hands it in. */
interface DashboardProps {
  ScheduleAll: ComponentType<{ onClose: () => void }>
}

export { prepare } from './prepare'

/** / of a landlord */
export function Component({ ScheduleAll }: DashboardProps) {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useAnalytics()
  const isEmpty = data?.activeProperties === 0
  return (
    <>
      <Page
        isStart
        title={dashboard.title}
        subtitle={isMobile ? dashboard.subtitleMobile : dashboard.subtitle}
        aside={isMobile ? undefined : <Today>{format.fullDate(londonDay(new Date()))}</Today>}
      >
        <WhoIsLandlord />
        {error !== null && data === undefined && (
          <LoadFailed what={dashboard.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <KpiSkeleton />}
        {data !== undefined && <Kpis figures={data} isMobile={isMobile} />}
        <Suspense>{isEmpty && <FirstProperty />}</Suspense>
        <Attention isMobile={isMobile} isEmpty={isEmpty} onScheduleAll={() => setQuery({ schedule: 'all' })} />
        {data === undefined && error === null && <OccupancySkeleton />}
        {data !== undefined && !isEmpty && <Occupancy figures={data} />}
      </Page>
      {query.get('schedule') === 'all' && (
        <Suspense>
          <Writers>
            <ScheduleAll onClose={() => void navigate(paths.home, { replace: true })} />
          </Writers>
        </Suspense>
      )}
    </>
  )
}
