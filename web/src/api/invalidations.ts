import type { Query, QueryClient } from '@tanstack/react-query'
import { isLeaving } from './leaving'
import type { paths } from './schema'

/** A call that reads. */
type Read = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths]

const CERTIFICATES: readonly Read[] = [
  '/api/property-certificates',
  '/api/property-certificates/{id}',
  '/api/compliance/summary',
  '/api/compliance/homes',
  // They say how what each home needs stands.
  '/api/properties',
  '/api/properties/{id}',
]
const INSPECTIONS: readonly Read[] = [
  '/api/property-inspections',
  '/api/property-inspections/{id}',
  '/api/property-inspections/overdue',
  '/api/property-inspections/upcoming',
  '/api/property-inspections/proposals',
  '/api/properties/{id}/inspection-settings',
  // Which tells of the settings.
  '/api/properties/{id}/history',
  '/api/compliance/summary',
]

const VIEWINGS: readonly Read[] = [
  '/api/property-viewings',
  '/api/property-viewings/{id}',
  '/api/property-viewings/analytics',
  '/api/property-viewings/clashes',
  // The messages about them.
  '/api/deliveries',
]
const MAINTENANCE: readonly Read[] = [
  '/api/maintenance-requests',
  '/api/maintenance-requests/{id}',
  '/api/maintenance-requests/{id}/comments',
  '/api/maintenance-requests/analytics',
  // A tenant's counters and requests.
  '/api/tenant-portal',
  // The messages about them.
  '/api/deliveries',
]

const BANK = ['/api/bank-statements', '/api/bank-lines', '/api/bank-accounts', '/api/bank-layouts', '/api/bank-months', '/api/tenancies/{id}/rent'] as unknown as readonly Read[]

const TENANTS: readonly Read[] = [
  '/api/tenants',
  '/api/tenants/{id}',
  '/api/tenants/analytics',
  '/api/tenants-to-call',
  '/api/tenant-portal',
  // The queries of their tenancies.
  '/api/tenants/{id}/ledger',
  '/api/tenants/{id}/rent-rise',
  '/api/tenants/{id}/deposit',
  '/api/tenants/{id}/duties',
  '/api/tenants/{id}/documents',
  '/api/tenants/{id}/notice',
  '/api/tenants/{id}/taken-back',
  '/api/arrears',
  '/api/tenancy-deadlines',
  // The proposals for payments follow from what is owed, and a receipt that is taken back frees its payment.
  ...BANK,
]

/** The reads that show a resource: they are stale once it changed, here or anywhere else. */
export const readsOf: Record<string, readonly Read[]> = {
  properties: [
    '/api/properties',
    '/api/properties/{id}',
    '/api/properties/{id}/history',
    '/api/properties/{id}/taken-back',
    '/api/rooms/{propertyId}',
    '/api/dashboard/analytics',
    '/api/dashboard/series',
    // They name the property, and go with it.
    ...CERTIFICATES,
    ...INSPECTIONS,
    ...TENANTS,
    ...VIEWINGS,
    ...MAINTENANCE,
  ],
  tenants: TENANTS,
  'bank-statements': BANK,
  'tenant-imports': ['/api/tenant-imports/{id}'],
  'property-viewings': VIEWINGS,
  'maintenance-requests': MAINTENANCE,
  // Requests name whom they were given to, and the directory counts them.
  contractors: ['/api/contractors', '/api/maintenance-requests', '/api/maintenance-requests/{id}'],
  invites: ['/api/invites'],
  'tenant-applications': [
    '/api/tenant-applications',
    '/api/tenant-applications/{id}',
    '/api/tenant-applications/{id}/documents/{documentId}/readings',
    '/api/tenant-applications/{id}/agreement',
    '/api/tenant-applications/{id}/agreement/proposal',
    '/api/tenant-applications/{id}/right-to-rent',
    '/api/tenant-applications/{id}/holding-deposit',
    // A holding deposit has its days there.
    '/api/tenancy-deadlines',
    '/api/tenant-applications/analytics',
    '/api/tenant-applications/homes',
    '/api/reference-requests',
    // An upcoming tenancy with an agreement begins in its application.
    '/api/tenants',
    '/api/tenants/{id}',
    '/api/tenants-to-call',
    // The applications counted by link.
    '/api/invites',
    // The messages about them.
    '/api/deliveries',
  ],
  'sold-properties': [
    '/api/sold-properties',
    '/api/sold-properties/{id}',
    '/api/sold-properties/{id}/history',
    '/api/sold-properties/analytics',
  ],
  'property-certificates': CERTIFICATES,
  'property-inspections': INSPECTIONS,
  'property-imports': ['/api/property-imports/{id}'],
  // A listing that somebody watches.
  'investment-properties': ['/api/investment-properties', '/api/investment-properties/{id}'],
  // The listings of an import are found at once.
  'listing-imports': ['/api/listing-imports', '/api/listing-imports/{id}', '/api/investment-properties'],
  'roi-analyses': ['/api/roi-analyses'],
  'saved-searches': ['/api/saved-searches'],
  notifications: ['/api/notifications', '/api/notifications/unread-count'],
  members: ['/api/members'],
  invitations: ['/api/invitations'],
  organisation: ['/api/organisation', '/api/organisations', '/api/organisation/landlord', '/api/organisation/tenant-mails', '/api/auth/me'],
}

/** Marks what shows `resources` as stale. */
export function invalidate(cache: QueryClient, resources: Iterable<string>): Promise<void> {
  const stale = new Set<unknown>([...resources].flatMap((resource) => readsOf[resource] ?? []))
  return staleWhere(cache, ({ queryKey }) => stale.has(queryKey[1]))
}

/** Marks everything as stale. */
export function invalidateAll(cache: QueryClient): Promise<void> {
  return staleWhere(cache, () => true)
}

async function staleWhere(cache: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  await cache.invalidateQueries({ refetchType: 'none', predicate })
  await cache.refetchQueries({ type: 'active', predicate: (query) => predicate(query) && !isLeaving(cache, query) })
}
