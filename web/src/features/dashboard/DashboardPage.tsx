import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { londonDay } from '@/lib/civilDate'
import { dashboard } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { FirstProperty } from './parts/FirstProperty'
import { Kpis, KpiSkeleton } from './parts/Kpis'
import { Occupancy, OccupancySkeleton } from './parts/Occupancy'
import { RecentProperties } from './parts/RecentProperties'
import { useAnalytics } from './queries'

const Today = styled('p')({ ...type.body, color: color.muted })

/** / of a landlord */
export function Component() {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const { data, error, refetch } = useAnalytics()
  const isEmpty = data?.activeProperties === 0
  return (
    <Page
      isStart
      title={dashboard.title}
      subtitle={isMobile ? dashboard.subtitleMobile : dashboard.subtitle}
      aside={isMobile ? undefined : <Today>{format.fullDate(londonDay(new Date()))}</Today>}
    >
      {error !== null && data === undefined && (
        <LoadFailed what={dashboard.figures} cause={shortCause(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <>
          <KpiSkeleton />
          <OccupancySkeleton />
        </>
      )}
      {data !== undefined && <Kpis figures={data} isMobile={isMobile} />}
      {isEmpty && <FirstProperty />}
      {data !== undefined && !isEmpty && <Occupancy figures={data} />}
      {isMobile && !isEmpty && <RecentProperties />}
    </Page>
  )
}
