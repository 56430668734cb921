import type { ComponentType } from 'react'
import type { Role } from '@/api/account'
import { useUser } from '@/api/session'
import { Dashboard, ReferenceRequests, ReportProblem, ScheduleAll, TenantPortal } from './pages'

const homes: Record<Role, ComponentType> = {
  Landlord: () => <Dashboard ScheduleAll={ScheduleAll} />,
  Tenant: () => <TenantPortal ReportProblem={ReportProblem} />,
  Employer: ReferenceRequests,
  Guarantor: ReferenceRequests,
}

/** Shows the start page of the user's role. */
export function Home() {
  const Start = homes[useUser().role]
  return <Start />
}
