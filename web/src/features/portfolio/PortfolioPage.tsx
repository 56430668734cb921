import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { useUser, Writers } from '@/api/session'
import { typographic } from '@/lib/format'
import { paths } from '@/lib/paths'
import { ListPage } from '@/ui/ListPage'
import { withList } from './listState'
import { portfolio } from './messages'
import { Listing } from './parts/Listing'
import { Summary } from './parts/Summary'
import { useIsEmpty } from './queries'

const AddPropertyDialog = lazy(async () => ({ default: (await import('./parts/AddPropertyDialog')).AddPropertyDialog }))
const CsvDialog = lazy(async () => ({ default: (await import('./csv/CsvDialog')).CsvDialog }))

export { prepare } from './prepare'

/** /portfolio */
export function Component() {
  const user = useUser()
  const [query] = useSearchParams()
  const isEmpty = useIsEmpty()
  const secondary = (
    <>
      {!isEmpty && (
        <Button component={Link} to={paths.compliance}>
          {portfolio.compliance}
        </Button>
      )}
      <Button component={Link} to={{ pathname: paths.portfolio, search: withList(query, { csv: 'new' }).toString() }}>
        {portfolio.transfer}
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
      <ListPage title={portfolio.title} subtitle={typographic(user.organisation?.name ?? '')} add={add} secondary={secondary} figures={<Summary />}>
        <Listing />
      </ListPage>
      <Suspense>
        <Outlet />
      </Suspense>
      {query.has('csv') && (
        <Suspense>
          <CsvDialog />
        </Suspense>
      )}
      {query.get('add') === 'property' && (
        <Suspense>
          <Writers>
            <AddPropertyDialog />
          </Writers>
        </Suspense>
      )}
    </>
  )
}

function AddButton({ isQuiet }: { isQuiet: boolean }) {
  const [query] = useSearchParams()
  return (
    <Button
      component={Link}
      // The list behind the dialog keeps its filters.
      to={{ pathname: paths.portfolio, search: withList(query, { add: 'property' }).toString() }}
      variant={isQuiet ? 'outlined' : 'contained'}
      // It changes when the portfolio turns out empty: at once, not by a fade.
      sx={{ transition: 'none' }}
      startIcon={<Plus size={17} strokeWidth={1.75} />}
    >
      {portfolio.add}
    </Button>
  )
}
