import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { Property } from '@/api/properties'
import { unbroken } from '@/lib/format'
import { common } from '@/lib/messages'
import { paths, propertyPath } from '@/lib/paths'
import { color, radius, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { Picture } from '@/ui/Picture'
import { Skeleton } from '@/ui/Skeleton'
import { StatusBadge } from '@/ui/StatusBadge'
import { dashboard } from '../messages'
import { tall } from './tall'
import { useRecentProperties } from '../queries'

const Row = styled('li')({
  position: 'relative',
  display: 'flex',
  gap: 12,
  padding: '13px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
})

const Thumbnail = styled('div')({ flex: 'none', width: 60, height: 60, borderRadius: radius.tile, overflow: 'hidden' })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 12px', '& > h3': { flex: '1 1 auto', minWidth: 0 } })
const Name = styled('h3')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
// The whole row is its target.
const Target = styled(Link)({ ...tall, color: color.ink, fontWeight: 580, '&::after': { content: '""', position: 'absolute', inset: 0 } })
const Rent = styled('p')({ ...type.body, flex: 'none', fontWeight: 580, whiteSpace: 'nowrap' })
const Address = styled('p')({ ...type.small, color: color.muted, marginBottom: 6, overflowWrap: 'anywhere' })
const All = styled(Link)({ display: 'flex', alignItems: 'center', minHeight: 44 })

/** The first three properties; of mobile screens only, as specified. */
export function RecentProperties() {
  const { data, error, refetch } = useRecentProperties()
  return (
    <Panel title={dashboard.recent} aside={<All to={paths.portfolio}>{common.viewAll}</All>}>
      {error !== null && data === undefined && (
        <div style={{ padding: 16 }}>
          <LoadFailed what={dashboard.recent} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined && error === null && <RowSkeleton />}
      <ul>
        {data?.map((property) => (
          <RecentProperty key={property.id} property={property} />
        ))}
      </ul>
    </Panel>
  )
}

function RecentProperty({ property }: { property: Property }) {
  const format = useFormatter()
  return (
    <Row>
      <Thumbnail>
        <Picture property={property} size="thumb" />
      </Thumbnail>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Top>
          <Name>
            <Target to={propertyPath(property.id)}>{property.name}</Target>
          </Name>
          <Rent>
            {format.money(property.monthlyRent)}
            <span style={{ fontWeight: 400, color: color.muted }}>{dashboard.perMonth}</span>
          </Rent>
        </Top>
        <Address>
          {property.address} {unbroken(property.postcode)}
        </Address>
        <StatusBadge status={property.status} />
      </div>
    </Row>
  )
}

function RowSkeleton() {
  return (
    <div aria-busy="true" style={{ display: 'grid', gap: 14, padding: 16 }}>
      <Skeleton width="60%" />
      <Skeleton width="80%" />
      <Skeleton width={90} height={20} />
    </div>
  )
}
