import { styled } from '@mui/material/styles'
import type { Property } from '@/api/properties'
import { common, portfolio } from '@/lib/messages'
import { media } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Hidden } from '@/ui/Hidden'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { PropertyCard } from './PropertyCard'
import { PropertyRow } from './PropertyRow'

const Grid = styled('ul')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  [media.widest]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 },
})

/** The portfolio: a grid of cards, on mobile screens a list. */
export function PropertyList({ properties }: { properties: readonly Property[] }) {
  const Item = useIsMobile() ? PropertyRow : PropertyCard
  return (
    <Grid aria-label={portfolio.list}>
      {properties.map((property) => (
        <li key={property.id}>
          <Item property={property} />
        </li>
      ))}
    </Grid>
  )
}

/** Cards in the shape of what is to come. */
export function PropertyListSkeleton() {
  return (
    <div aria-busy="true">
      <Hidden role="status">{common.loading}</Hidden>
      <Grid aria-hidden="true">
        {[1, 2, 3].map((card) => (
          <li key={card}>
            <Card as="div" sx={{ overflow: 'hidden' }}>
              <Skeleton width="100%" height={132} />
              <div style={{ display: 'grid', gap: 10, padding: 16 }}>
                <Skeleton width="55%" height={14} />
                <Skeleton width="80%" />
                <Skeleton width="40%" />
                <Skeleton width="90%" height={32} />
              </div>
            </Card>
          </li>
        ))}
      </Grid>
    </div>
  )
}
