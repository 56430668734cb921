import { styled } from '@mui/material/styles'
import { Link, useLocation } from 'react-router'
import type { Tenant } from '@/api/tenants'
import { tenantPath } from '@/lib/paths'
import { color, media, radius } from '@/theme/tokens'

const Stretched = styled(Link)({
  color: 'inherit',
  fontWeight: 'inherit',
  // At least a thumb high, too, and no lower in the card for it.
  [media.mobile]: { display: 'inline-block', padding: '12px 0', margin: '-12px 0' },
  // The whole row is its target.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})

/** A tenant's name, leading to the details from anywhere in the row; the list behind them stays as it is. */
export function TenantLink({ tenant }: { tenant: Pick<Tenant, 'id' | 'name'> }) {
  const { search } = useLocation()
  return <Stretched to={{ pathname: tenantPath(tenant.id), search }}>{tenant.name}</Stretched>
}
