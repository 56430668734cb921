import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aPortal, aTenant } from '@/test/tenantFactories'
import { portal } from './messages'

const user = aUserWith('Tenant')
const call = '/api/tenant-portal'

it.each([
  [1440, 'Tenant Portal'],
  [360, 'My Portal'],
])('shows at %i px the home, its rent, and no requests yet', async (width, title) => {
  setViewport({ width })
  answer('get', call, () => HttpResponse.json(aPortal()))
  renderApp('/tenant-dashboard', { user })
  expect(await screen.findByText('Ashmead House')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.getByText('Room 3')).toBeVisible()
  expect(screen.getByText('£560')).toBeVisible()
  expect(screen.getByRole('link', { name: '07700 900337' })).toHaveAttribute('href', 'tel:07700900337')
  expect(screen.getByText('No maintenance requests yet')).toBeVisible()
  const figures = within(screen.getByRole('region', { name: portal.figures }))
  expect(figures.getByText('Open Issues')).toBeVisible()
  expect(figures.getByText('Total Requests')).toBeVisible()
  expect(figures.getAllByText('0')).toHaveLength(2)
  // The kind of home is for wide screens.
  expect(screen.queryByText('HMO') !== null).toBe(width > 768)
})

it('says what is not available, and whose share it is', async () => {
  const tenant = aTenant({ rentAmount: '700.00', tenancyRent: '1400.00', leaveDate: '2027-01-31' })
  answer('get', call, () => HttpResponse.json(aPortal({ tenant, room: null })))
  const { cache } = renderApp('/', { user })
  expect(await screen.findByText(portal.share('£1,400'))).toBeVisible()
  expect(screen.getByText(portal.leaves('31 January 2027'))).toBeVisible()
  answer('get', call, () => HttpResponse.json(aPortal({ property: { ...aPortal().property, propertyType: null } })))
  await cache.invalidateQueries()
  expect(await screen.findByText('Property information not available')).toBeVisible()
})

it('denies access without a tenancy, and offers to try again when something else is wrong', async () => {
  answer('get', call, () => problem(404, { reason: 'TENANCY_NOT_LINKED' }))
  const { cache } = renderApp('/', { user })
  expect(await screen.findByText('Access Denied')).toBeVisible()
  expect(screen.getByText(/Unable to load tenant information/)).toBeVisible()
  expect(screen.getByText(new RegExp(user.email))).toBeVisible()
  answer('get', call, () => problem(403, { detail: 'No.' }))
  await cache.invalidateQueries()
  expect(await screen.findByText(common.couldNotLoad(portal.what))).toBeVisible()
})
