import {
  Building2,
  CalendarDays,
  CircleUserRound,
  FileText,
  Inbox,
  LayoutDashboard,
  Link2,
  PoundSterling,
  Search,
  Settings,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { Role } from '@/api/account'
import { navigation as names } from '@/lib/messages'
import { paths, type Path } from '@/lib/paths'
import { mayOpen } from './screens'

/** A way to a screen. */
export interface NavigationItem {
  path: Path
  name: string
  icon: LucideIcon
  /** True for a tab at the bottom of mobile screens. */
  isTab?: true
}

/** The landlord's ten items in their order. */
export const landlordItems: readonly NavigationItem[] = [
  { path: paths.home, name: names.dashboard, icon: LayoutDashboard, isTab: true },
  { path: paths.portfolio, name: names.portfolio, icon: Building2, isTab: true },
  { path: paths.tenants, name: names.tenants, icon: Users, isTab: true },
  { path: paths.inviteTenants, name: names.inviteTenants, icon: Link2 },
  { path: paths.applications, name: names.applications, icon: FileText },
  { path: paths.viewings, name: names.viewings, icon: CalendarDays },
  { path: paths.maintenance, name: names.maintenance, icon: Wrench, isTab: true },
  { path: paths.propertySearch, name: names.propertySearch, icon: Search },
  { path: paths.soldProperties, name: names.soldProperties, icon: PoundSterling },
  { path: paths.settings, name: names.settings, icon: Settings, isTab: true },
]

const settings: NavigationItem = { path: paths.settings, name: names.settings, icon: Settings, isTab: true }
const references: readonly NavigationItem[] = [{ path: paths.home, name: names.referenceRequests, icon: Inbox, isTab: true }, settings]

const items: Record<Role, readonly NavigationItem[]> = {
  Landlord: landlordItems,
  Tenant: [
    { path: paths.home, name: names.tenantPortal, icon: CircleUserRound, isTab: true },
    { path: paths.tenantStatus, name: names.applicationStatus, icon: FileText, isTab: true },
    settings,
  ],
  Employer: references,
  Guarantor: references,
}

/** Returns the navigation of a role: an item appears when its screen exists. */
export function navigationOf(role: Role): readonly NavigationItem[] {
  return items[role].filter(({ path }) => mayOpen(path, role))
}
