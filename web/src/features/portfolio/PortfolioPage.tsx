import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { useUser, Writers } from '@/api/session'
import { typographic } from '@/lib/format'
import { paths } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { withList } from './listState'
import { portfolio } from './messages'
import { Listing } from './parts/Listing'
import { Summary } from './parts/Summary'
import { useIsEmpty } from './queries'

const AddPropertyDialog = lazy(async () => ({ default: (await import('./parts/AddPropertyDialog')).AddPropertyDialog }))
const CsvDialog = lazy(async () => ({ default: (await import('./csv/CsvDialog')).CsvDialog }))

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { '& > *': { flex: '1 1 40%' } } })

export { prepare } from './prepare'

/** /portfolio */
export function Component() {
  const user = useUser()
  const isMobile = useIsMobile()
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
      <Page
        title={portfolio.title}
        subtitle={isMobile ? undefined : typographic(user.organisation?.name ?? '')}
        aside={
          isMobile ? (
            add
          ) : (
            <Acts>
              {secondary}
              {add}
            </Acts>
          )
        }
      >
        <Summary />
        {/* On a phone the figures come first. */}
        {isMobile && <Acts>{secondary}</Acts>}
        <Listing />
      </Page>
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
