import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { count } from '@/lib/format'
import { filters } from '@/lib/filters'
import { noProperties } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { EmptyState } from '@/ui/EmptyState'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { filterNames, readList, withList } from '../listState'
import { keepView, keptView, type ListView } from '../listView'
import { portfolio } from '../messages'
import { usePropertyPages } from '../queries'
import { PropertyListSkeleton } from './PropertyGrid'
import { PropertyList } from './PropertyList'

const Filters = lazy(async () => ({ default: (await import('./Filters')).Filters }))

/** The height of the filters. */
const Place = styled('div')({ minHeight: 86, [media.widest]: { minHeight: 38 }, [media.mobile]: { minHeight: 46 } })
const Found = styled('p')({ ...type.small, color: color.muted, marginBottom: -12 })

/** The list that the address asks for, page by page, with its filters; or why there is none. */
export function Listing() {
  const [query] = useSearchParams()
  const filter = readList(query)
  const names = filterNames(filter)
  const [view, setView] = useState(keptView)
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = usePropertyPages(filter)
  const properties = data?.pages.flatMap(({ rows }) => rows)
  const total = data?.pages[0]?.total
  const found = total === undefined ? undefined : portfolio.found(count(total, portfolio.property, portfolio.properties.toLowerCase()))

  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  const choose = (next: ListView) => {
    setView(next)
    keepView(next)
  }

  if (properties === undefined) {
    if (error === null) return <PropertyListSkeleton />
    return <LoadFailed what={portfolio.list} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  if (properties.length === 0 && names.length === 0) return <FirstProperty />
  return (
    <>
      <Place>
        <Suspense>
          <Filters view={view} found={found} onView={choose} />
        </Suspense>
      </Place>
      <Hidden role="status">{found}</Hidden>
      {names.length > 0 && total !== undefined && total > 0 && <Found>{found}</Found>}
      {properties.length === 0 ? (
        <EmptyState
          title={portfolio.noneFound}
          text={portfolio.filtersOn(names.length, names.join(', '))}
          action={
            <Button component={Link} to={{ search: withList(query, { search: '', type: '', status: '' }).toString() }}>
              {filters.clear}
            </Button>
          }
        />
      ) : (
        <PropertyList view={view} properties={properties} total={total} onEnd={more} />
      )}
      {isFetchNextPageError && <LoadFailed what={portfolio.moreFailed} cause={shortCause(error)} onRetry={() => void fetchNextPage()} />}
    </>
  )
}

function FirstProperty() {
  const [query] = useSearchParams()
  return (
    <EmptyState
      title={noProperties.title}
      text={noProperties.text}
      action={
        <Writers>
          <Button component={Link} to={{ pathname: paths.portfolio, search: withList(query, { add: 'property' }).toString() }} variant="contained">
            {noProperties.button}
          </Button>
        </Writers>
      }
    />
  )
}
