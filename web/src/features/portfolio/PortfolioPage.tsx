import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '@/api/session'
import { shortCause } from '@/api/errors'
import { portfolio } from '@/lib/messages'
import { addProperty } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { PropertyList, PropertyListSkeleton } from './parts/PropertyList'
import { Summary } from './parts/Summary'
import { useProperties } from './queries'

const AddPropertyDialog = lazy(async () => ({ default: (await import('./parts/AddPropertyDialog')).AddPropertyDialog }))

/** /portfolio */
export function Component() {
  const user = useUser()
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const { data, error, refetch } = useProperties()
  const isEmpty = data?.length === 0
  return (
    <>
      <Page
        title={portfolio.title}
        subtitle={isMobile ? undefined : user.organisation?.name}
        aside={<AddButton isQuiet={isEmpty} />}
      >
        {!isEmpty && <Summary />}
        {error !== null && data === undefined && (
          <LoadFailed what={portfolio.list} cause={shortCause(error)} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <PropertyListSkeleton />}
        {isEmpty && (
          <EmptyState
            title={portfolio.emptyTitle}
            text={portfolio.emptyText}
            action={
              <Button component={Link} to={addProperty} variant="contained">
                {portfolio.emptyButton}
              </Button>
            }
          />
        )}
        {data !== undefined && !isEmpty && <PropertyList properties={data} />}
      </Page>
      {query.get('add') === 'property' && (
        <Suspense>
          <AddPropertyDialog />
        </Suspense>
      )}
    </>
  )
}

function AddButton({ isQuiet }: { isQuiet: boolean }) {
  return (
    <Button
      component={Link}
      to={addProperty}
      variant={isQuiet ? 'outlined' : 'contained'}
      // It changes when the portfolio turns out empty: at once, not by a fade.
      sx={{ transition: 'none' }}
      startIcon={<Plus size={17} strokeWidth={1.75} />}
    >
      {portfolio.add}
    </Button>
  )
}
