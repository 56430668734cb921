import { styled } from '@mui/material/styles'
import type { Listing } from '@/api/listings'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { Skeleton } from '@/ui/Skeleton'
import { search as texts } from '../messages'
import { licencesOf } from '../model'
import { ListingCard } from './ListingCard'

const Grid = styled('ul')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))',
  '&[aria-busy=true]': { opacity: 0.6 },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' },
})
const Licences = styled('ul')({ ...type.small, display: 'grid', gap: 2, color: color.muted, overflowWrap: 'anywhere' })
const Bone = styled('div')({ border: `1px solid ${color.line}`, borderRadius: radius.card, backgroundColor: color.surface, overflow: 'hidden' })

/** Pictures of these are in the window when the page comes. */
const firstRow = 3

/** Shows the results as cards; while another search runs, the previous ones. The words that their licences ask for are shown once. */
export function Results({ listings, isOld }: { listings: readonly Listing[]; isOld: boolean }) {
  const licences = licencesOf(listings)
  return (
    <>
      <Grid aria-label={texts.list} aria-busy={isOld}>
        {listings.map((listing, place) => (
          <li key={listing.id}>
            <ListingCard listing={listing} isFirst={place < firstRow} />
          </li>
        ))}
      </Grid>
      {licences.length > 0 && (
        <Licences aria-label={texts.licences}>
          {licences.map((licence) => (
            <li key={licence}>{licence}</li>
          ))}
        </Licences>
      )}
    </>
  )
}

/** Cards in the shape of what is to come. */
export function ResultsSkeleton() {
  return (
    <>
      <Hidden role="status">{common.loading}</Hidden>
      <Grid as="div" aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Bone key={card}>
            <Skeleton width="100%" height={156} />
            <div style={{ display: 'grid', gap: 14, padding: 16 }}>
              <Skeleton width="40%" height={20} />
              <Skeleton width="70%" />
              <Skeleton width="55%" />
              <Skeleton width="90%" />
              <Skeleton width="100%" height={36} />
            </div>
          </Bone>
        ))}
      </Grid>
    </>
  )
}
