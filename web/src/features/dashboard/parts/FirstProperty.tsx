import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Writers } from '@/api/session'
import { noProperties } from '@/lib/messages'
import { addProperty } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'

/** Leads a new landlord to their first property. */
export function FirstProperty() {
  return (
    <EmptyState
      title={noProperties.title}
      text={noProperties.text}
      action={
        <Writers>
          <Button component={Link} to={addProperty} variant="contained">
            {noProperties.button}
          </Button>
        </Writers>
      }
    />
  )
}
