import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useAnalyses } from '@/api/analyses'
import { isRefused, shortCause } from '@/api/errors'
import { useListing } from '@/api/listings'
import { idOf } from '@/lib/query'
import { type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { returns } from './messages'
import { Frame, useSearchPath } from './parts/Frame'
import { Worked } from './parts/Worked'

const Title = styled('h1')(type.h1)

/** /property-search/9: one home for sale and what it returns; `?analysis=` opens one that was kept. */
export function Component() {
  const { listingId } = useParams()
  const [query] = useSearchParams()
  const { data: listing, error, refetch, isEnabled } = useListing(idOf(listingId))
  const wanted = idOf(query.get('analysis'))
  const kept = useAnalyses()
  if (!isEnabled || isRefused(error, 404)) return <ListingGone />
  // The kept analysis is not known yet: its assumptions would replace those that somebody has begun to type.
  const isWaiting = wanted !== undefined && kept.isPending
  if (listing === undefined || isWaiting) return <ListingLoading error={listing === undefined ? error : null} onRetry={() => void refetch()} />
  return <Worked key={listing.id} listing={listing} saved={kept.data?.find(({ id, listingId: of }) => id === wanted && of === listing.id)} />
}

function ListingLoading({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const id = useId()
  return (
    <Frame tab={returns.loadingTitle} labelledBy={id}>
      <Title id={id}>{returns.loadingTitle}</Title>
      {error === null ? <Skeleton width="100%" height={320} /> : <LoadFailed what={returns.one} cause={shortCause(error)} onRetry={onRetry} />}
    </Frame>
  )
}

function ListingGone() {
  const back = useSearchPath()
  return (
    <Page title={returns.goneTitle} subtitle={returns.goneText}>
      <div>
        <Button component={Link} to={back} variant="contained">
          {returns.goneBack}
        </Button>
      </div>
    </Page>
  )
}
