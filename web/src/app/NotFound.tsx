import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { errorPages } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { Page } from '@/ui/Page'

/** Says that there is nothing at the address, or nothing for this role. */
export function NotFound() {
  return (
    <Page title={errorPages.notFoundTitle} subtitle={errorPages.notFoundText}>
      <div>
        <Button component={Link} to={paths.home} variant="contained">
          {errorPages.backHome}
        </Button>
      </div>
    </Page>
  )
}
