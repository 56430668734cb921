import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Phone } from 'lucide-react'
import { due } from '@/lib/compliance'
import { color, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'

/** Why nobody can be called, for everybody to read. */
export const CallReason = styled('span')({ ...type.small, color: color.muted })

/** Calls a property's tenant. No property has one before tenancies do: until then it says so. */
interface CallTenantProps {
  propertyName: string
  /** The id of the text that says why nobody can be called. */
  reasonId: string
}

export function CallTenant({ propertyName, reasonId }: CallTenantProps) {
  return (
    <Button disabled aria-describedby={reasonId} startIcon={<Phone size={15} strokeWidth={1.75} />}>
      {due.callTenant}
      <Hidden>, {propertyName}</Hidden>
    </Button>
  )
}
