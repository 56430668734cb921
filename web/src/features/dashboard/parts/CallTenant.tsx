import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Phone } from 'lucide-react'
import { due } from '@/lib/compliance'
import { color, type } from '@/theme/tokens'
import { dialled } from '@/lib/dialled'
import { Hidden } from '@/ui/Hidden'
import { useTenantToCall } from '../queries'

/** The reason why nobody can be called, for everybody to read. */
export const CallReason = styled('span')({ ...type.small, color: color.muted })

/** Dials a property's active tenant. */
interface CallTenantProps {
  propertyId: number
  propertyName: string
  /** The id of the text that says why nobody can be called; without it the button is left out then. */
  reasonId?: string
}

export function CallTenant({ propertyId, propertyName, reasonId }: CallTenantProps) {
  const { tenant } = useTenantToCall(propertyId)
  const words = (
    <>
      {due.callTenant}
      <Hidden>, {tenant === undefined ? propertyName : `${tenant.name}, ${propertyName}`}</Hidden>
    </>
  )
  const icon = <Phone size={15} strokeWidth={1.75} />
  if (tenant !== undefined) {
    return (
      <Button component="a" href={dialled(tenant.phone)} startIcon={icon}>
        {words}
      </Button>
    )
  }
  if (reasonId === undefined) return null
  return (
    <Button disabled aria-describedby={reasonId} startIcon={icon}>
      {words}
    </Button>
  )
}
