import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { Property } from '@/api/properties'
import { Writers } from '@/api/session'
import { homeTenantsQuery, type Tenant } from '@/api/tenants'
import { invitePath, tenantPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Person } from '@/ui/Person'
import { Skeleton } from '@/ui/Skeleton'
import { details } from './messages'
import { Nothing, Section } from './Section'
import { VacantSince } from './VacantSince'

const Row = styled('li')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '4px 16px',
  padding: '8px 0',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
})
const Name = styled(Link)({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })
const When = styled('p')({ ...type.small, color: color.muted, [media.mobile]: { gridColumn: '1 / -1' } })

/** Lists who lives in the home, or is to move in, by room. */
export function Tenants({ property }: { property: Property }) {
  const { data, error, refetch } = useQuery(homeTenantsQuery(property.id))
  return (
    <Section title={details.tenants}>
      {data === undefined && error === null && <Skeleton width="100%" height={40} />}
      {data === undefined && error !== null && <LoadFailed what={details.tenants} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Nothing>
          {details.noTenants}{' '}
          <Writers>
            <Link to={invitePath(property.id)}>{details.inviteTenants}</Link>
          </Writers>
          {property.propertyType !== 'HMO' && <VacantSince propertyId={property.id} roomNumber={null} />}
        </Nothing>
      )}
      {data !== undefined && data.length > 0 && (
        <ul>
          {data.map((tenant) => (
            <TenantRow key={tenant.id} tenant={tenant} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TenantRow({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  const { id, name, roomNumber, phone, leaseStart, leaveDate, leaseStatus } = tenant
  const when = leaveDate === null ? (leaseStatus === 'Upcoming' ? details.movesIn : details.livesSince)(format.date(leaseStart)) : details.leavesOn(format.date(leaveDate))
  return (
    <Row>
      <Person of={name} photo={tenant.profilePhotoUrl} name={<Name to={tenantPath(id)}>{name}</Name>} line={roomNumber === null ? undefined : details.roomNumber(roomNumber)} />
      <When>
        <LeaseBadge status={leaseStatus} /> {when}
      </When>
      <PhoneLink phone={phone} whose={name} />
    </Row>
  )
}
