import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Suspense } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { sold } from './messages'
import { orderOf, pressed, queryOf } from './model'
import { SoldCards } from './parts/SoldCards'
import { SoldSkeleton } from './parts/SoldSkeleton'
import { SoldTable } from './parts/SoldTable'
import { SortButtons } from './parts/SortButtons'
import { Summary } from './parts/Summary'
import { useSoldProperties } from './queries'

const List = styled('div')({ display: 'flex', flexDirection: 'column', gap: 14 })
const Note = styled('p')({ ...type.small, color: color.muted })

/** /sold-properties */
export function Component() {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const order = orderOf(query)
  const { data, error, refetch } = useSoldProperties(order)
  const isEmpty = data?.length === 0
  return (
    <>
      <Page title={sold.title} subtitle={sold.subtitle}>
        <Summary />
        {isEmpty && (
          <EmptyState
            title={sold.empty}
            text={sold.emptyText}
            action={
              <Button component={Link} to={paths.portfolio}>
                {sold.toPortfolio}
              </Button>
            }
          />
        )}
        {data === undefined && error === null && <SoldSkeleton />}
        {data === undefined && error !== null && (
          <LoadFailed what={sold.list} cause={shortCause(error)} onRetry={() => void refetch()} />
        )}
        {data !== undefined && !isEmpty && (
          <List>
            <SortButtons order={order} onPress={(sort) => setQuery(queryOf(pressed(order, sort)), { replace: true })} />
            {isMobile ? <SoldCards sales={data} /> : <SoldTable sales={data} />}
            <Note>{sold.rentNote}</Note>
          </List>
        )}
      </Page>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
