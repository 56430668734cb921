import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useLocation } from 'react-router'
import type { Property } from '@/api/properties'
import { propertyPath } from '@/lib/paths'
import { color, media, radius } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { portfolio } from '../messages'

const Stretched = styled(Link)({
  color: 'inherit',
  fontWeight: 'inherit',
  // At least a thumb high, too, and no lower in the card for it.
  [media.mobile]: { display: 'inline-block', padding: '11px 0', margin: '-11px 0' },
  // The whole card is its target.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})

/** Returns the address of a property's details; the list behind them stays as it is. */
function useDetails({ id }: Pick<Property, 'id'>) {
  const { search } = useLocation()
  return { pathname: propertyPath(id), search }
}

/** A property's name, leading to its details from anywhere on its card. */
export function DetailsLink({ property }: { property: Property }) {
  return <Stretched to={useDetails(property)}>{property.name}</Stretched>
}

/** The same as a button, for thumbs. */
export function DetailsButton({ property }: { property: Property }) {
  return (
    <Button component={Link} to={useDetails(property)} sx={{ position: 'relative', zIndex: 1 }}>
      {portfolio.viewDetails}
      <Hidden>{portfolio.viewDetailsOf(property.name)}</Hidden>
    </Button>
  )
}
