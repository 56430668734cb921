import { styled } from '@mui/material/styles'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Nation } from '@/api/nations'
import { propertyQuery } from '@/api/properties'
import { currentTenantsQuery, type Tenant } from '@/api/tenants'
import { roomName } from '@/lib/applications'
import { typographic } from '@/lib/format'
import { tenantPath } from '@/lib/paths'
import { color } from '@/theme/tokens'
import { rules as texts } from '../messages'

const Above = styled('ul')({ marginTop: 6, display: 'grid', gap: 6, color: color.warning, '& a': { color: color.accent, fontWeight: 560 } })

/** The most homes that are listed; more are counted. */
const most = 5

/** The tenancies whose deposit is above the cap of these nations. */
export function AboveCap({ nations }: { nations: readonly Nation[] }) {
  const { data } = useInfiniteQuery(currentTenantsQuery({}))
  const above = oneEach(data?.pages.flatMap(({ rows }) => rows) ?? [])
  const homes = useQueries({ queries: [...new Set(above.map(({ propertyId }) => propertyId))].map(propertyQuery) })
  const there = new Set(homes.flatMap(({ data: home }) => (nations.some((nation) => nation === home?.nation) ? [home?.id] : [])))
  const listed = above.filter(({ propertyId }) => there.has(propertyId))
  if (listed.length === 0) return null
  return (
    <Above>
      {listed.slice(0, most).map(({ id, propertyName, roomNumber, depositWarning }) => (
        <li key={id}>
          <Link to={tenantPath(id)}>{roomNumber === null ? propertyName : `${propertyName}, ${roomName(roomNumber)}`}</Link>
          {': '}
          {typographic(depositWarning ?? '')}
        </li>
      ))}
      {listed.length > most && <li>{texts.moreAbove(listed.length - most)}</li>}
    </Above>
  )
}

/** One tenant of each tenancy with a warning: a deposit is the tenancy's. */
function oneEach(tenants: readonly Tenant[]): Tenant[] {
  const first = new Map<number, Tenant>()
  for (const tenant of tenants) {
    if (tenant.depositWarning !== null && !first.has(tenant.tenancyId)) first.set(tenant.tenancyId, tenant)
  }
  return [...first.values()]
}
