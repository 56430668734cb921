import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import type { Application } from '@/api/applications'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { filters } from '@/lib/filters'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { applications as texts } from './messages'
import { filterOf, readList } from './model'
import { Filters } from './parts/Filters'
import { Listing } from './parts/Listing'
import { useApplicationAnalytics, useApplicationPages, useProperties } from './queries'

const UpdateStatusDialog = lazy(async () => ({ default: (await import('./decide/UpdateStatusDialog')).UpdateStatusDialog }))

const Bones = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 16 })

/** /landlord-applications */
export function Component() {
  const [query] = useSearchParams()
  const list = readList(query)
  const [deciding, setDeciding] = useState<Application>()
  const figures = useApplicationAnalytics().data
  const properties = useProperties().data ?? []
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useApplicationPages(filterOf(list))
  const rows = data?.pages.flatMap((page) => page.rows)
  const names = [
    ...(list.search === '' ? [] : [`“${list.search}”`]),
    ...(list.status === undefined ? [] : [list.status]),
    ...(list.propertyId === undefined ? [] : [properties.find(({ id }) => id === list.propertyId)?.name ?? texts.property]),
  ]
  const found = rows === undefined ? undefined : texts.found(rows.length, hasNextPage)
  const subtitle = figures && [texts.total(figures.total), ...(figures.withdrawn > 0 ? [texts.withdrawn(figures.withdrawn)] : [])].join(', ')
  const invite = (
    <Writers>
      <Button component={Link} to={paths.inviteTenants} startIcon={<Link2 size={17} strokeWidth={1.75} />}>
        {texts.invite}
      </Button>
    </Writers>
  )
  const isEmpty = rows?.length === 0 && names.length === 0
  return (
    <>
      <Page title={texts.title} subtitle={subtitle} aside={isEmpty ? undefined : invite}>
        {!isEmpty && <Filters list={list} figures={figures} properties={properties} found={found} />}
        <Hidden role="status">{found}</Hidden>
        {rows === undefined && error === null && (
          <Bones>
            {[1, 2, 3].map((bone) => (
              <Skeleton key={bone} width="100%" height={280} />
            ))}
          </Bones>
        )}
        {rows === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
        {isEmpty && <EmptyState title={texts.empty} text={texts.emptyText} action={invite} />}
        {rows?.length === 0 && names.length > 0 && (
          <EmptyState
            title={texts.noneFound}
            text={texts.filtersOn(names.join(', '))}
            action={
              <Button component={Link} to={{ search: withList(query, { search: '', status: '', property: '' }).toString() }}>
                {filters.clear}
              </Button>
            }
          />
        )}
        {rows !== undefined && rows.length > 0 && <Listing list={list} rows={rows} onDecide={setDeciding} />}
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
        <Outlet />
      </Suspense>
      {deciding !== undefined && (
        <Suspense>
          <UpdateStatusDialog application={deciding} onClose={() => setDeciding(undefined)} />
        </Suspense>
      )}
    </>
  )
}
