import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Role } from '@/api/account'
import { tokenStore } from '@/api/token'
import { dashboard } from '@/features/dashboard/messages'
import { portfolio } from '@/features/portfolio/messages'
import { login } from '@/features/auth/login.messages'
import { signUp } from '@/features/auth/signUp.messages'
import { manualVerify } from '@/features/auth/verify.messages'
import { portal } from '@/features/portal/messages'
import { references } from '@/features/references/messages'
import { errorPages, product } from '@/lib/messages'
import { aToken, aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { mayOpen, screens } from './screens'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a stranger', () => {
  test.each(['/', '/portfolio', '/settings', '/nothing-here', '/tenant-dashboard'])('sees login at %s', async (path) => {
    const app = renderApp(path)
    await heading(login.title)
    expect(app.address()).toBe(path)
    expect(document.title).toBe(product.title)
  })

  test('may sign up and type a code', async () => {
    const app = renderApp('/signup')
    await heading(signUp.title)
    await app.visit('/manual-verify')
    await heading(manualVerify.title)
  })

  test('comes back to the address after login', async () => {
    const { user, address } = renderApp('/portfolio?add=property')
    await user.type(await screen.findByLabelText(login.email), 'helen@okaforlettings.example')
    await user.type(screen.getByLabelText(login.password), 'a long password')
    await user.click(screen.getByRole('button', { name: login.submit }))
    // Behind the dialog that the address opens.
    expect(await screen.findByRole('heading', { level: 1, name: portfolio.title, hidden: true })).toBeVisible()
    expect(address()).toBe('/portfolio?add=property')
  })

  test('starts at home after login at an address that is not theirs', async () => {
    const { user, address } = renderApp('/nothing-here')
    await user.type(await screen.findByLabelText(login.email), 'helen@okaforlettings.example')
    await user.type(screen.getByLabelText(login.password), 'a long password')
    await user.click(screen.getByRole('button', { name: login.submit }))
    await heading(dashboard.title)
    expect(address()).toBe('/')
  })
})

describe('a role', () => {
  const starts: [Role, string][] = [
    ['Landlord', dashboard.title],
    ['Tenant', portal.title],
    ['Employer', references.title],
    ['Guarantor', references.title],
  ]

  test.each(starts)('%s starts with %s', async (role, title) => {
    renderApp('/', { user: aUserWith(role) })
    await heading(title)
  })

  test.each<[Role, string]>([
    ['Tenant', '/portfolio'],
    ['Employer', '/portfolio'],
    ['Guarantor', '/tenant-dashboard'],
    ['Landlord', '/tenant-dashboard'],
    ['Landlord', '/nothing-here'],
    ['Landlord', '/tenant-dashboard/requests/7'],
    ['Tenant', '/property-viewings'],
    ['Tenant', '/maintenance/7'],
    ['Tenant', '/tenants'],
  ])('%s finds nothing at %s', async (role, path) => {
    renderApp(path, { user: aUserWith(role) })
    await heading(errorPages.notFoundTitle)
  })

  const roles = ['Landlord', 'Tenant', 'Employer', 'Guarantor'] as const
  /** docs/reference/decisions.md 1, as far as its screens exist: who may open what; for all others there is nothing at that address. */
  const table: [string, readonly Role[]][] = [
    ['/', roles],
    ['/portfolio', ['Landlord']],
    ['/portfolio/42', ['Landlord']],
    ['/portfolio/compliance', ['Landlord']],
    ['/tenants', ['Landlord']],
    ['/tenants/5', ['Landlord']],
    ['/tenants/tenancies/3', ['Landlord']],
    ['/portfolio/bank', ['Landlord']],
    ['/portfolio/bank/columns', ['Landlord']],
    ['/tenant-application-link', ['Landlord']],
    ['/landlord-applications', ['Landlord']],
    ['/landlord-applications/9', ['Landlord']],
    ['/landlord-applications/9/agreement', ['Landlord']],
    ['/landlord-applications/9/agreement/new', ['Landlord']],
    ['/property-viewings', ['Landlord']],
    ['/maintenance', ['Landlord']],
    ['/maintenance/7', ['Landlord']],
    ['/maintenance/contractors', ['Landlord']],
    ['/property-search', ['Landlord']],
    ['/property-search/imports', ['Landlord']],
    ['/property-search/9', ['Landlord']],
    ['/property-search/analyses', ['Landlord']],
    ['/sold-properties', ['Landlord']],
    ['/sold-properties/7', ['Landlord']],
    ['/tenant-dashboard', ['Tenant']],
    ['/tenant-dashboard/requests/7', ['Tenant']],
    ['/tenant-apply', ['Tenant']],
    ['/tenant-status', ['Tenant']],
    ['/tenant-status/agreement', ['Tenant', 'Guarantor']],
    ['/rules', ['Landlord']],
    ['/settings', roles],
    ['/settings/profile', roles],
    ['/settings/notifications', roles],
    ['/settings/property', roles],
    ['/settings/security', roles],
    ['/settings/delete-account', roles],
    ['/settings/members', ['Landlord']],
    ['/settings/api-keys', ['Landlord']],
    ['/manual-verify', []],
    ['/forgot-password', []],
    ['/account-deleted', []],
  ]

  test.each(roles)('%s may open what the table says and nothing else', (role) => {
    const open = table.filter(([path]) => mayOpen(path, role)).map(([path]) => path)
    expect(open).toEqual(table.filter(([, allowed]) => allowed.includes(role)).map(([path]) => path))
  })

  test('every screen stands in the table', () => {
    const example = (path: string) => path.replace(':propertyId', '42').replace(':soldPropertyId', '7').replace(':tenantId', '5').replace(':tenancyId', '3').replace(':applicationId', '9').replace(':requestId', '7').replace(':listingId', '9')
    expect(screens.map(({ path }) => example(path)).filter((path) => !table.some(([known]) => known === path))).toEqual([])
  })

  test('a tenant without a tenancy reads so in the words of the specification', async () => {
    renderApp('/tenant-dashboard', { user: aUserWith('Tenant') })
    expect(await screen.findByText('Access Denied')).toBeVisible()
    expect(screen.getByText(/Unable to load tenant information/)).toBeVisible()
  })

  test('an employer has an empty list of requests', async () => {
    renderApp('/', { user: aUserWith('Employer') })
    expect(await screen.findByText(references.empty)).toBeVisible()
  })
})

test('sign-up leads who is signed in home', async () => {
  const { address } = renderApp('/signup', { user: aUser() })
  await heading(dashboard.title)
  expect(address()).toBe('/')
})

test('while the stored token is checked, the page says so', async () => {
  renderApp('/', { user: aUser() })
  expect(screen.getByText('Loading...')).toBeVisible()
  await heading(dashboard.title)
})

test('a token that is not accepted is removed, and login is shown', async () => {
  tokenStore.set(aToken())
  answer('get', '/api/auth/me', () => problem(401, { reason: 'TOKEN_INVALID' }))
  answer('post', '/api/auth/refresh', () => problem(401, { reason: 'SESSION_ENDED' }))
  renderApp('/')
  await heading(login.title)
  await waitFor(() => expect(tokenStore.get()).toBeNull())
})

describe('the application’s status', () => {
  test('is the tenant’s own within the frame', async () => {
    answer('get', '/api/tenant-applications', () => HttpResponse.json([]))
    renderApp('/tenant-status', { user: aUserWith('Tenant') })
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
    await heading('Application Status')
  })

  test('opens with the private link, and the secret leaves the address', async () => {
    answer('get', '/api/tenant-status/secret', () => problem(404, { reason: 'LINK_INVALID' }))
    const { address } = renderApp('/tenant-status?token=secret')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(address()).toBe('/tenant-status')
  })

  test('is login’s for a stranger without one', async () => {
    renderApp('/tenant-status')
    await heading(login.title)
  })
})
