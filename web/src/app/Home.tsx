import type { Role } from '@/api/account'
import { useUser } from '@/api/session'
import { Dashboard, ReferenceRequests, TenantPortal } from './pages'

const homes: Record<Role, typeof Dashboard> = {
  Landlord: Dashboard,
  Tenant: TenantPortal,
  Employer: ReferenceRequests,
  Guarantor: ReferenceRequests,
}

/** What a role starts with. */
export function Home() {
  const Start = homes[useUser().role]
  return <Start />
}
