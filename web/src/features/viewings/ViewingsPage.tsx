import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Viewing } from '@/api/viewings'
import { filters } from '@/lib/filters'
import { withList } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { viewings as texts } from './messages'
import { filterOf, readList, type ViewingTask } from './model'
import { Days } from './parts/Days'
import { Filters } from './parts/Filters'
import { Summary } from './parts/Summary'
import { useHome, useProperties, useViewingPages } from './queries'

const ViewingDialog = lazy(async () => ({ default: (await import('./ViewingDialog')).ViewingDialog }))

/** /property-viewings */
export function Component() {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const [moving, setMoving] = useState<ViewingTask>()
  const move = useCallback((viewing: Viewing, time?: string) => setMoving({ kind: 'move', viewing, ...(time !== undefined && { time }) }), [])
  const list = readList(query)
  const listed = useProperties().data ?? []
  const home = useHome(list.propertyId ?? null).data
  const properties = home === undefined || listed.some(({ id }) => id === home.id) ? listed : [...listed, home]
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useViewingPages(filterOf(list))
  const rows = data?.pages.flatMap((page) => page.rows)
  const names = [...(list.search === '' ? [] : [`“${list.search}”`]), ...(list.propertyId === undefined ? [] : [home?.name ?? texts.property])]
  const found = rows === undefined ? undefined : texts.found(rows.length, hasNextPage)
  const book = (isQuiet: boolean) => (
    <Writers>
      <Button
        component={Link}
        to={{ search: withList(query, { book: 'viewing' }).toString() }}
        variant={isQuiet ? 'outlined' : 'contained'}
        sx={{ transition: 'none' }}
        startIcon={<Plus size={17} strokeWidth={1.75} />}
      >
        {texts.book}
      </Button>
    </Writers>
  )
  const isEmpty = rows?.length === 0 && names.length === 0
  const closeBooking = () => setQuery((before) => withList(before, { book: '' }), { replace: true, preventScrollReset: true })
  const property = { id: home?.id ?? null, label: home === undefined ? '' : `${home.name}, ${home.postcode}` }
  return (
    <>
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle} aside={book(isEmpty && list.view === 'upcoming')}>
        <Summary />
        <Filters list={list} properties={properties} found={found} />
        <Hidden role="status">{names.length > 0 && found}</Hidden>
        {rows === undefined && error === null && [1, 2].map((bone) => <Skeleton key={bone} width="100%" height={150} />)}
        {rows === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
        {isEmpty && <EmptyState title={texts.none[list.view]} text={texts.noneText[list.view]} action={list.view === 'upcoming' ? book(false) : undefined} />}
        {rows?.length === 0 && names.length > 0 && (
          <EmptyState
            title={texts.noneFound}
            text={texts.filtersOn(names.join(', '))}
            action={
              <Button component={Link} to={{ search: withList(query, { search: '', property: '' }).toString() }}>
                {filters.clear}
              </Button>
            }
          />
        )}
        {rows !== undefined && rows.length > 0 && <Days viewings={rows} onMove={move} />}
        {isFetchNextPageError && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void fetchNextPage()} />}
        {hasNextPage && !isFetchNextPageError && (
          <div>
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.showMore}
            </Button>
          </div>
        )}
      </Page>
      <Suspense>
        {query.get('book') === 'viewing' && (list.propertyId === undefined || home !== undefined) && (
          <Writers>
            <ViewingDialog task={{ kind: 'book', property }} onClose={closeBooking} />
          </Writers>
        )}
        {moving !== undefined && <ViewingDialog task={moving} onClose={() => setMoving(undefined)} />}
      </Suspense>
    </>
  )
}
