import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Writers } from '@/api/session'
import { noProperties } from '@/lib/messages'
import { addProperty } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'

/** What a new landlord does first. */
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
