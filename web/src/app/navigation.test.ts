import { expect, test } from 'vitest'
import { navigation } from '@/lib/messages'
import { landlordItems, navigationOf } from './navigation'

/** docs/reference/screens/shell.md S1 2.2, in its order. */
const specified: [string, string][] = [
  ['Dashboard', '/'],
  ['Portfolio', '/portfolio'],
  ['Tenants', '/tenants'],
  ['Invite Tenants', '/tenant-application-link'],
  ['Applications', '/landlord-applications'],
  ['Property Viewings', '/property-viewings'],
  ['Maintenance', '/maintenance'],
  ['Property Search', '/property-search'],
  ['Sold Properties', '/sold-properties'],
  ['Settings', '/settings'],
]

test('the table holds the ten items in the order of the specification', () => {
  expect(landlordItems.map(({ name, path }) => [name, path])).toEqual(specified)
})

test('five of them are tabs', () => {
  const tabs = landlordItems.filter(({ isTab }) => isTab).map(({ name }) => name)
  expect(tabs).toEqual(['Dashboard', 'Portfolio', 'Tenants', 'Maintenance', 'Settings'])
})

test('a landlord is led to all of them', () => {
  expect(navigationOf('Landlord')).toEqual(landlordItems)
})

test('a tenant is led to the portal and to their application', () => {
  expect(navigationOf('Tenant').map(({ name, path }) => [name, path])).toEqual([
    [navigation.tenantPortal, '/'],
    [navigation.applicationStatus, '/tenant-status'],
    [navigation.settings, '/settings'],
  ])
})

test.each([
  ['Employer', navigation.referenceRequests],
  ['Guarantor', navigation.referenceRequests],
] as const)('%s has a navigation of their own', (role, start) => {
  expect(navigationOf(role).map(({ name, path }) => [name, path])).toEqual([
    [start, '/'],
    [navigation.settings, '/settings'],
  ])
})
