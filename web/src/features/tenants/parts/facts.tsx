import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { unbroken } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { tenants } from '../messages'
import { isLeaving } from '../model'

const Soon = styled('span')({ ...type.small, display: 'block', whiteSpace: 'nowrap', color: color.warning, fontWeight: 540 })

/** Returns where a tenant lives: the room of a shared house, or the property. */
export const placeOf = ({ roomNumber, propertyName }: Pick<Tenant, 'roomNumber' | 'propertyName'>): string =>
  roomNumber === null ? propertyName : tenants.place(tenants.room(roomNumber), propertyName)

/** Returns the address of that home. */
export const addressOf = ({ propertyAddress, propertyPostcode }: Pick<Tenant, 'propertyAddress' | 'propertyPostcode'>): string =>
  `${propertyAddress} ${unbroken(propertyPostcode)}`

/** Shows the state of a tenant, and when they leave, where that is known. */
export function Standing({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  return (
    <>
      <LeaseBadge status={tenant.leaseStatus} />
      {isLeaving(tenant) && <Soon>{tenants.leaves(format.date(tenant.leaveDate ?? ''))}</Soon>}
    </>
  )
}

/** Returns the function that says since when somebody lives there, and with how many others. */
export function useSince(): (tenant: Tenant) => string {
  const format = useFormatter()
  return ({ leaseStart, tenantsTogether }) => {
    const since = tenants.since(format.date(leaseStart))
    return tenantsTogether > 1 ? `${since}, ${tenants.together(tenantsTogether - 1)}` : since
  }
}
