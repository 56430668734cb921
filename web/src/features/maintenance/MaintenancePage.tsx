import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Plus, Wrench } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { filters } from '@/lib/filters'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { media, type } from '@/theme/tokens'
import { EmptyState } from '@/ui/EmptyState'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { maintenance as texts } from './messages'
import { filterOf, noFilter, readList } from './model'
import { ExportButton } from './parts/ExportButton'
import { Filters } from './parts/Filters'
import { Listing } from './parts/Listing'
import { Summary } from './parts/Summary'
import { Urgent } from './parts/Urgent'
import { useHome, useProperties, useRequestPages } from './queries'

const AddRequestDialog = lazy(async () => ({ default: (await import('./forms/AddRequestDialog')).AddRequestDialog }))

const All = styled('section')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px 16px' })
const Title = styled('h2')(type.h2Large)
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10 })
const Below = styled('div')({ [media.desktop]: { display: 'none' } })

/** /maintenance */
export function Component() {
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const directory = (
    <Button component={Link} to={paths.contractors} startIcon={<Wrench size={16} strokeWidth={1.75} />}>
      {texts.contractors}
    </Button>
  )
  return (
    <>
      <Page
        title={texts.title}
        subtitle={isMobile ? undefined : texts.subtitle}
        aside={
          <Acts>
            {!isMobile && directory}
            <Writers>
              <AddButton query={query} />
            </Writers>
          </Acts>
        }
      >
        <Summary />
        <Urgent />
        <AllRequests query={query} />
        <Below>{isMobile && directory}</Below>
      </Page>
      <Suspense>
        <Outlet />
        {query.get('add') === 'request' && (
          <Writers>
            <AddRequestDialog />
          </Writers>
        )}
      </Suspense>
    </>
  )
}

function AddButton({ query }: { query: URLSearchParams }) {
  return (
    <Button component={Link} variant="contained" to={{ pathname: paths.maintenance, search: withList(query, { add: 'request' }).toString() }} startIcon={<Plus size={17} strokeWidth={1.75} />}>
      {texts.add}
    </Button>
  )
}

/** All Requests: a list to be read. */
function AllRequests({ query }: { query: URLSearchParams }) {
  const list = readList(query)
  const listed = useProperties().data ?? []
  const home = useHome(list.propertyId ?? null).data
  const properties = home === undefined || listed.some(({ id }) => id === home.id) ? listed : [...listed, home]
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useRequestPages(filterOf(list))
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const rows = data?.pages.flatMap((page) => page.rows)
  const names = [
    ...(list.search === '' ? [] : [`“${list.search}”`]),
    ...(list.status === undefined ? [] : [list.status]),
    ...(list.priority === undefined ? [] : [list.priority]),
    ...(list.propertyId === undefined ? [] : [home?.name ?? texts.property]),
  ]
  const found = rows === undefined ? undefined : texts.found(rows.length, hasNextPage)
  const isEmpty = rows?.length === 0 && names.length === 0
  return (
    <All aria-labelledby="all-requests">
      <Head>
        <Title id="all-requests">{texts.allTitle}</Title>
        {rows !== undefined && rows.length > 0 && <ExportButton filter={filterOf(list)} />}
      </Head>
      {!isEmpty && <Filters list={list} properties={properties} found={found} />}
      <Hidden role="status">{names.length > 0 && found}</Hidden>
      {rows === undefined && error === null && <Skeleton width="100%" height={240} />}
      {rows === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {isEmpty && <EmptyState title={texts.none} text={texts.noneText} />}
      {rows?.length === 0 && names.length > 0 && (
        <EmptyState
          title={texts.noneFound}
          text={texts.filtersOn(names.join(', '))}
          action={
            <Button component={Link} to={{ search: withList(query, noFilter).toString() }}>
              {filters.clear}
            </Button>
          }
        />
      )}
      {rows !== undefined && rows.length > 0 && <Listing rows={rows} total={hasNextPage ? undefined : rows.length} onEnd={more} />}
      {isFetchNextPageError && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void fetchNextPage()} />}
    </All>
  )
}
