import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { fieldErrors, isRefused, shortCause, userMessage } from '@/api/errors'
import { useListingPages } from '@/api/listings'
import { Writers } from '@/api/session'
import { filters as shared } from '@/lib/filters'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Notice } from '@/ui/Notice'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { search as texts } from './messages'
import { criteriaOf, foundOf, noFilters, searchOf } from './model'
import { FilterPanel } from './parts/FilterPanel'
import { Head } from './parts/Head'
import { Results, ResultsSkeleton } from './parts/Results'
import { Toolbar } from './parts/Toolbar'
import { SearchActions } from './parts/SearchActions'
import { useFilters } from './useFilters'

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog')).SaveDialog }))
const SavedDialog = lazy(async () => ({ default: (await import('./SavedDialog')).SavedDialog }))

/** /property-search */
export function Component() {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const filters = useFilters()
  const wanted = searchOf(query)
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useListingPages(wanted)
  const rows = data?.pages.flatMap((page) => page.rows)
  const found = data && rows && texts.found(foundOf(data.pages[0]?.count ?? null, rows.length, hasNextPage))
  const errors = fieldErrors(error)
  const isRefusedSearch = data === undefined && isRefused(error, 422)
  // Beside its field, unless that is in the closed sheet of a phone.
  const isSaid = Object.keys(errors).some((field) => field === 'location' || !isMobile)
  const refusal = userMessage(error, texts.checkFiltersText)
  const closeDialog = () => setQuery((before) => withList(before, { saved: '' }), { replace: true, preventScrollReset: true })
  return (
    <>
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle} aside={isMobile ? <SearchActions /> : <Head filters={filters} />}>
        <FilterPanel filters={filters} errors={errors} found={found} onAgain={() => void refetch()} />
        {!isMobile && <SearchActions />}
        <Toolbar found={found} />
        <Hidden role="status">{isRefusedSearch && isSaid ? refusal : !isPlaceholderData && found}</Hidden>
        {data === undefined && error === null && <ResultsSkeleton />}
        {isRefusedSearch && !isSaid && <Notice tone="danger" title={texts.checkFilters} text={refusal} />}
        {data === undefined && error !== null && !isRefusedSearch && (
          <LoadFailed what={texts.list} title={texts.fetchFailed} cause={shortCause(error)} onRetry={() => void refetch()} />
        )}
        {rows?.length === 0 && <NoResults isWatchlist={wanted.isWatchlisted === true} onClear={() => filters.clear(noFilters)} />}
        {rows !== undefined && rows.length > 0 && <Results listings={rows} isOld={isPlaceholderData} />}
        {isFetchNextPageError && <LoadFailed what={texts.list} title={texts.fetchFailed} cause={shortCause(error)} onRetry={() => void fetchNextPage()} />}
        {hasNextPage && !isFetchNextPageError && !isPlaceholderData && (
          <div>
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.showMore}
            </Button>
          </div>
        )}
      </Page>
      <Suspense>
        {query.get('saved') === 'new' && <SaveDialog onClose={closeDialog} />}
        {query.get('saved') === 'list' && <SavedDialog onClose={closeDialog} />}
      </Suspense>
    </>
  )
}

/** Says why there is nothing, and offers the way on. */
function NoResults({ isWatchlist, onClear }: { isWatchlist: boolean; onClear: () => void }) {
  const format = useFormatter()
  const [query] = useSearchParams()
  const { location = null, propertyType = null, minPrice = null, maxPrice = null } = searchOf(query)
  const names = criteriaOf({ location, propertyType, minPrice, maxPrice }, format)
  if (names.length > 0) {
    return <EmptyState title={texts.none} text={`${texts.filtersOn(names.join(', '))}. ${texts.noneText}`} action={<Button onClick={onClear}>{shared.clear}</Button>} />
  }
  if (isWatchlist) {
    const all = { search: withList(query, { list: '' }).toString() }
    return (
      <EmptyState
        title={texts.noneWatched}
        text={texts.noneWatchedText}
        action={
          <Button component={Link} to={all}>
            {texts.showAll}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={texts.none}
      text={texts.nothingYet}
      action={
        <Writers>
          <Button component={Link} to={paths.listingImports} variant="contained">
            {texts.imports}
          </Button>
        </Writers>
      }
    />
  )
}
