import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { portfolio } from '@/lib/messages'
import { addProperty } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'

/** What a new landlord does first. */
export function FirstProperty() {
  return (
    <EmptyState
      title={portfolio.emptyTitle}
      text={portfolio.emptyText}
      action={
        <Button component={Link} to={addProperty} variant="contained">
          {portfolio.emptyButton}
        </Button>
      }
    />
  )
}
