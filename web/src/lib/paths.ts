/** Every path of the application. Components name a screen, never an address. */
export const paths = {
  home: '/',
  portfolio: '/portfolio',
  tenants: '/tenants',
  inviteTenants: '/tenant-application-link',
  applications: '/landlord-applications',
  viewings: '/property-viewings',
  maintenance: '/maintenance',
  propertySearch: '/property-search',
  soldProperties: '/sold-properties',
  settings: '/settings',
  tenantDashboard: '/tenant-dashboard',
  signUp: '/signup',
  verifyEmail: '/verify-email',
  manualVerify: '/manual-verify',
} as const

/** One of the application's paths. */
export type Path = (typeof paths)[keyof typeof paths]

/** The Add New Property dialog has an address, so that Back closes it and a link opens it. */
export const addProperty = `${paths.portfolio}?add=property` as const

/**
 * Where `?next=` may lead: a path of this site. Anything that a browser could read as another host is home.
 */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return paths.home
  const here = 'http://lintel.invalid'
  try {
    const url = new URL(next, here)
    return url.origin === here ? url.pathname + url.search + url.hash : paths.home
  } catch {
    return paths.home
  }
}

/** `path` with `next` in its query, where there is anything to come back to. */
export function withNext(path: Path, next: string): string {
  return next === paths.home ? path : `${path}?next=${encodeURIComponent(next)}`
}
