import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { homeTenantsQuery } from '@/api/tenants'
import { tenantPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'

const Names = styled('span')({ ...type.small, display: 'flex', flexWrap: 'wrap', gap: '0 10px', fontWeight: 400, color: color.muted })
const Name = styled(Link)({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44, marginBlock: -8 } })

/** Shows who lives in a room of a shared house; nothing where nobody does. */
export function RoomTenants({ propertyId, roomNumber }: { propertyId: number; roomNumber: string }) {
  const { data } = useQuery(homeTenantsQuery(propertyId))
  const here = data?.filter((tenant) => tenant.roomNumber === roomNumber && tenant.leaseStatus === 'Active') ?? []
  if (here.length === 0) return null
  return (
    <Names>
      {here.map(({ id, name }) => (
        <Name key={id} to={tenantPath(id)}>
          {name}
        </Name>
      ))}
    </Names>
  )
}
