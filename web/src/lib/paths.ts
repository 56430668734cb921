/** Every path of the application. Components name a screen, never an address. */
export const paths = {
  home: '/',
  portfolio: '/portfolio',
  property: '/portfolio/:propertyId',
  compliance: '/portfolio/compliance',
  bank: '/portfolio/bank',
  bankColumns: '/portfolio/bank/columns',
  /** The former place of the bank. */
  oldBank: '/tenants/bank',
  tenants: '/tenants',
  tenant: '/tenants/:tenantId',
  tenancy: '/tenants/tenancies/:tenancyId',
  inviteTenants: '/tenant-application-link',
  applications: '/landlord-applications',
  application: '/landlord-applications/:applicationId',
  applicationAgreement: '/landlord-applications/:applicationId/agreement',
  newAgreement: '/landlord-applications/:applicationId/agreement/new',
  viewings: '/property-viewings',
  viewing: '/viewings/:token',
  job: '/job/:token',
  maintenance: '/maintenance',
  maintenanceRequest: '/maintenance/:requestId',
  contractors: '/maintenance/contractors',
  propertySearch: '/property-search',
  listing: '/property-search/:listingId',
  listingImports: '/property-search/imports',
  analyses: '/property-search/analyses',
  soldProperties: '/sold-properties',
  soldProperty: '/sold-properties/:soldPropertyId',
  rules: '/rules',
  settings: '/settings',
  settingsProfile: '/settings/profile',
  settingsNotifications: '/settings/notifications',
  settingsProperty: '/settings/property',
  settingsSecurity: '/settings/security',
  settingsDeleteAccount: '/settings/delete-account',
  settingsMembers: '/settings/members',
  settingsApiKeys: '/settings/api-keys',
  tenantDashboard: '/tenant-dashboard',
  tenantRequest: '/tenant-dashboard/requests/:requestId',
  tenantApply: '/tenant-apply',
  tenantStatus: '/tenant-status',
  tenantAgreement: '/tenant-status/agreement',
  tenantSignup: '/tenant-signup',
  guarantorVerify: '/guarantor-verify/:token',
  employerVerify: '/employer-verify/:token',
  agreement: '/agreement',
  portalInvitation: '/portal-invitation',
  signUp: '/signup',
  verifyEmail: '/verify-email',
  manualVerify: '/manual-verify',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvite: '/accept-invite',
  confirmEmail: '/confirm-email',
  accountDeleted: '/account-deleted',
  unsubscribe: '/unsubscribe',
} as const

/** One of the application's paths. */
export type Path = (typeof paths)[keyof typeof paths]

/** The Add New Property dialog has an address, so that Back closes it and a link opens it. */
export const addProperty = `${paths.portfolio}?add=property` as const

/** The address where the organisation is renamed. */
export const renameOrganisation = `${paths.settingsMembers}?rename=organisation` as const

/** The address where the landlord's details are given. */
export const landlordDetails = `${paths.settingsMembers}?landlord=details` as const

/** Returns the address of one property's details. */
export const propertyPath = (id: number) => paths.property.replace(':propertyId', String(id))

/** Returns the address of one tenant's details. */
export const tenantPath = (id: number) => paths.tenant.replace(':tenantId', String(id))

/** Returns the address of the rent of one tenancy. */
export const tenancyPath = (id: number) => paths.tenancy.replace(':tenancyId', String(id))

/** Returns the address of one application's details. */
export const applicationPath = (id: number) => paths.application.replace(':applicationId', String(id))

/** Returns the address of its agreement. */
export const agreementPath = (id: number) => paths.applicationAgreement.replace(':applicationId', String(id))

/** Returns the address where a new one is made. */
export const newAgreementPath = (id: number) => paths.newAgreement.replace(':applicationId', String(id))

/** Returns the address where an applicant reads and signs their own. */
export const tenantAgreementPath = (id: number) => `${paths.tenantAgreement}?application=${String(id)}`

/** Returns the address where a link to apply is made, for a home that is chosen already. */
export const invitePath = (propertyId: number) => `${paths.inviteTenants}?property=${String(propertyId)}`

/** Returns the address where one maintenance request is worked on. */
export const requestPath = (id: number) => paths.maintenanceRequest.replace(':requestId', String(id))

/** Returns the address where a tenant follows one of their own. */
export const tenantRequestPath = (id: number) => paths.tenantRequest.replace(':requestId', String(id))

/** Returns the address of one home for sale. */
export const listingPath = (id: number) => paths.listing.replace(':listingId', String(id))

/** Returns the address where its return is worked out, on the same page. */
export const roiPath = (id: number) => `${listingPath(id)}#roi`

/** The person whom a link to apply is for, as a page that leads to it knows them. */
export interface InviteState {
  roomNumber: string | null
  name: string
  email: string
}

/** Returns the address of one sale's details. */
export const soldPropertyPath = (id: number) => paths.soldProperty.replace(':soldPropertyId', String(id))

/**
 * Returns where `?next=` may lead: a path of this site. Anything that a browser could read as another host is home, also
 * once its dots are resolved: `/.//host` is `//host`.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/')) return paths.home
  const here = 'http://lintel.invalid'
  try {
    const url = new URL(next, here)
    const path = url.pathname + url.search + url.hash
    return url.origin === here && onlyPath.test(path) && onlyPath.test(next) ? path : paths.home
  } catch {
    return paths.home
  }
}

const onlyPath = /^\/(?![/\\])/

/** Returns the address where an invited person makes a tenant's account, and goes on at `next` afterwards. */
export const tenantSignUp = (next: Path): string => `${paths.signUp}?role=Tenant&next=${encodeURIComponent(next)}`

/** `path` with `next` in its query, where there is anything to come back to. */
export function withNext(path: Path, next: string): string {
  return next === paths.home ? path : `${path}?next=${encodeURIComponent(next)}`
}
