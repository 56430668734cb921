import { matchPath } from 'react-router'
import type { Role } from '@/api/account'
import { paths, type Path } from '@/lib/paths'

const everyone = ['Landlord', 'Tenant', 'Employer', 'Guarantor'] as const

/** The screens behind the sign-in that exist, and who may open them (docs/reference/decisions.md 1). */
export const screens = [
  { path: paths.home, roles: everyone },
  { path: paths.portfolio, roles: ['Landlord'] },
  { path: paths.compliance, roles: ['Landlord'] },
  { path: paths.property, roles: ['Landlord'] },
  { path: paths.tenants, roles: ['Landlord'] },
  { path: paths.tenant, roles: ['Landlord'] },
  { path: paths.tenancy, roles: ['Landlord'] },
  { path: paths.bank, roles: ['Landlord'] },
  { path: paths.bankColumns, roles: ['Landlord'] },
  { path: paths.inviteTenants, roles: ['Landlord'] },
  { path: paths.applications, roles: ['Landlord'] },
  { path: paths.application, roles: ['Landlord'] },
  { path: paths.applicationAgreement, roles: ['Landlord'] },
  { path: paths.newAgreement, roles: ['Landlord'] },
  { path: paths.viewings, roles: ['Landlord'] },
  { path: paths.maintenance, roles: ['Landlord'] },
  { path: paths.maintenanceRequest, roles: ['Landlord'] },
  { path: paths.contractors, roles: ['Landlord'] },
  { path: paths.propertySearch, roles: ['Landlord'] },
  { path: paths.listingImports, roles: ['Landlord'] },
  { path: paths.listing, roles: ['Landlord'] },
  { path: paths.analyses, roles: ['Landlord'] },
  { path: paths.soldProperties, roles: ['Landlord'] },
  { path: paths.soldProperty, roles: ['Landlord'] },
  { path: paths.tenantDashboard, roles: ['Tenant'] },
  { path: paths.tenantRequest, roles: ['Tenant'] },
  { path: paths.tenantApply, roles: ['Tenant'] },
  { path: paths.tenantStatus, roles: ['Tenant'] },
  { path: paths.tenantAgreement, roles: ['Tenant', 'Guarantor'] },
  { path: paths.rules, roles: ['Landlord'] },
  { path: paths.settings, roles: everyone },
  { path: paths.settingsProfile, roles: everyone },
  { path: paths.settingsNotifications, roles: everyone },
  { path: paths.settingsProperty, roles: everyone },
  { path: paths.settingsSecurity, roles: everyone },
  { path: paths.settingsDeleteAccount, roles: everyone },
  { path: paths.settingsMembers, roles: ['Landlord'] },
  { path: paths.settingsApiKeys, roles: ['Landlord'] },
] as const satisfies readonly { path: Path; roles: readonly Role[] }[]

/** Returns whether there is a screen at `path` and this role may open it. */
export function mayOpen(path: string, role: Role): boolean {
  return screens.some((screen) => matchPath(screen.path, path) !== null && (screen.roles as readonly Role[]).includes(role))
}
