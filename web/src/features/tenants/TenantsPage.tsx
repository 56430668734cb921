import Button from '@mui/material/Button'
import { lazy, Suspense, useCallback } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { Hidden } from '@/ui/Hidden'
import { ListPage } from '@/ui/ListPage'
import { LoadFailed } from '@/ui/LoadFailed'
import { PageSkeleton } from '@/ui/PageSkeleton'
import { ArrearsList } from './arrears/ArrearsList'
import { csv } from './csv/kind'
import { filterNames, filterOf, readList } from './listState'
import { tenants as texts } from './messages'
import { isActive, isLeaving, isUpcoming, propertiesOf } from './model'
import { Active } from './parts/Active'
import { AddButton } from './parts/AddButton'
import { Filters } from './parts/Filters'
import { Previous } from './parts/Previous'
import { Summary } from './parts/Summary'
import { Upcoming } from './parts/Upcoming'
import { useAnalytics, useArrears, useCurrentTenants, useHome } from './queries'

const CsvDialog = lazy(async () => ({ default: (await import('./csv/CsvDialog')).CsvDialog }))
const AddTenantDialog = lazy(async () => ({ default: (await import('./form/AddTenantDialog')).AddTenantDialog }))

/** /tenants */
export function Component() {
  const [query] = useSearchParams()
  const figures = useAnalytics().data
  const isEmpty = figures?.activeTenants === 0
  const secondary = (
    <>
      {figures?.totalTenants !== 0 && (
        <Button component={Link} to={paths.bank}>
          {texts.bank}
        </Button>
      )}
      <Button component={Link} to={{ pathname: paths.tenants, search: withList(query, { csv: 'new' }).toString() }}>
        {csv.open}
      </Button>
    </>
  )
  const add = (
    <Writers>
      <AddButton isQuiet={isEmpty} />
    </Writers>
  )
  return (
    <>
      <ListPage title={texts.title} subtitle={texts.subtitle} add={add} secondary={secondary} figures={<Summary />}>
        <Lists previous={figures?.previousTenants} isEmpty={figures?.totalTenants === 0} />
      </ListPage>
      <Suspense>
        <Outlet />
      </Suspense>
      {query.has('csv') && (
        <Suspense>
          <CsvDialog />
        </Suspense>
      )}
      {query.get('add') === 'tenant' && (
        <Suspense>
          <Writers>
            <AddTenantDialog />
          </Writers>
        </Suspense>
      )}
    </>
  )
}

function Lists({ previous, isEmpty }: { previous: number | undefined; isEmpty: boolean }) {
  const [query] = useSearchParams()
  const list = readList(query)
  const filter = filterOf(list)
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useCurrentTenants({ ...(list.search !== '' && { search: list.search }), ...(list.sort !== undefined && { sort: list.sort }) })
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const home = useHome(list.propertyId ?? null).data
  const inArrears = useArrears().data?.tenantsInArrears ?? 0

  if (data === undefined) {
    if (error === null) return <PageSkeleton />
    return <LoadFailed what={texts.active} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  const all = data.pages.flatMap(({ rows }) => rows)
  // All of them are here: to choose another property takes no reading.
  const current = list.propertyId === undefined ? all : all.filter(({ propertyId }) => propertyId === list.propertyId)
  const active = current.filter(isActive)
  const leaving = active.filter(isLeaving)
  const upcoming = list.isLeaving ? [] : current.filter(isUpcoming)
  if (list.isInArrears) {
    return (
      <>
        <Filters list={list} properties={[]} active={active.length} leaving={leaving.length} inArrears={inArrears} found={undefined} />
        <ArrearsList asOf={list.asOf} sort={list.arrearsSort} />
      </>
    )
  }
  const shown = list.isLeaving ? leaving : active
  const listed = propertiesOf(all)
  const properties = home === undefined || listed.some(({ id }) => id === home.id) ? listed : [...listed, { id: home.id, name: home.name }]
  const names = filterNames(list, home?.name)
  return (
    <>
      {!isEmpty && <Filters list={list} properties={properties} active={active.length} leaving={leaving.length} inArrears={inArrears} found={texts.found(shown.length)} />}
      <Hidden role="status">{names.length > 0 && texts.found(shown.length + upcoming.length)}</Hidden>
      {upcoming.length > 0 && <Upcoming shown={upcoming} />}
      <Active list={list} shown={shown} propertyName={home?.name} onEnd={more} />
      {isFetchNextPageError && <LoadFailed what={texts.active} cause={shortCause(error)} onRetry={() => void fetchNextPage()} />}
      {!list.isLeaving && <Previous key={JSON.stringify(filter)} filter={filter} all={previous} />}
    </>
  )
}
