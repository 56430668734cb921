import { styled } from '@mui/material/styles'
import { Link, useLocation } from 'react-router'
import type { SoldProperty } from '@/api/sales'
import { soldPropertyPath } from '@/lib/paths'
import { color, radius } from '@/theme/tokens'

const Stretched = styled(Link)({
  color: 'inherit',
  fontWeight: 'inherit',
  // The whole row is its target.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})

/** A sold property's name, leading to its sale; the order of the list behind it stays. */
export function SaleLink({ sale }: { sale: Pick<SoldProperty, 'id' | 'name'> }) {
  const { search } = useLocation()
  return <Stretched to={{ pathname: soldPropertyPath(sale.id), search }}>{sale.name}</Stretched>
}
