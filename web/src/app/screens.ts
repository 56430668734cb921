import type { Role } from '@/api/account'
import { paths, type Path } from '@/lib/paths'

/** The screens behind the sign-in that exist, and who may open them (3-decisions section 1). */
export const screens = [
  { path: paths.home, roles: ['Landlord', 'Tenant', 'Employer', 'Guarantor'] },
  { path: paths.portfolio, roles: ['Landlord'] },
  { path: paths.tenantDashboard, roles: ['Tenant'] },
] as const satisfies readonly { path: Path; roles: readonly Role[] }[]

/** Whether there is a screen at `path` and this role may open it. */
export function mayOpen(path: string, role: Role): boolean {
  return screens.some((screen) => screen.path === path && (screen.roles as readonly Role[]).includes(role))
}
