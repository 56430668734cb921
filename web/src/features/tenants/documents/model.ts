import type { Tenant } from '@/api/tenants'
import { addMonths, type CivilDate } from '@/lib/civilDate'

const afterTheEnd = 12

/** Says whether the tenant gets documents: while they live there, and for 12 months after, as long as they see the home. */
export const mayBeGiven = ({ leaseStatus, leaveDate }: Pick<Tenant, 'leaseStatus' | 'leaveDate'>, today: CivilDate): boolean =>
  leaseStatus !== 'Ended' || (leaveDate !== null && addMonths(leaveDate, afterTheEnd) >= today)
