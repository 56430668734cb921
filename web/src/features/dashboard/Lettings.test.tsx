import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { common } from '@/lib/messages'
import { anUrgentSummary } from '@/test/complianceFactories'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { arrearsList, someArrearsOf } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { lettings } from './lettings.messages'
import { attention } from './messages'

const user = aUser()
const today = londonDay(new Date())
const deadline = { kind: 'depositProtection', dueDate: addDays(today, 3), tenantId: 5, applicationId: null, propertyId: 42, tenantName: 'James Adeyemi', propertyName: 'Linden Avenue' }
const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))

it('shows the arrears, who has owed longest, and the rent of this month', async () => {
  const list = arrearsList([someArrearsOf(), someArrearsOf({ tenantId: 6, tenantName: 'Rhys Llewellyn', propertyName: 'Ashmead House', roomNumber: '5', balance: '495.00', daysInArrears: 19 })], {
    receivedThisMonth: '14000.00',
    dueThisMonth: '16640.00',
  })
  answer('get', '/api/arrears', () => HttpResponse.json(list))
  renderApp('/', { user })
  const card = await region(lettings.arrears)
  expect(card.getByText(lettings.owed('£1,235'))).toBeVisible()
  expect(card.getByText(/by 2 tenants\. £14,000 received of £16,640 due so far this month\./)).toBeVisible()
  expect(card.getByRole('link', { name: 'James Adeyemi' })).toHaveAttribute('href', '/tenants/5')
  expect(card.getByText('Room 5, Ashmead House')).toBeVisible()
  expect(card.getByRole('link', { name: common.viewAll })).toHaveAttribute('href', '/tenants?show=arrears')
})

it('says that nobody owes rent only where some is charged', async () => {
  const { cache } = renderApp('/', { user })
  expect(await screen.findByText(attention.allClear)).toBeVisible()
  expect(screen.queryByRole('region', { name: lettings.arrears })).toBeNull()
  answer('get', '/api/arrears', () => HttpResponse.json(arrearsList([], { dueThisMonth: '595.00', receivedThisMonth: '595.00' })))
  await cache.invalidateQueries()
  expect(await screen.findByText(/Nobody owes rent\./)).toBeVisible()
})

it('has the deadlines of tenancies in the urgent panel, whose texts stay', async () => {
  answer('get', '/api/tenancy-deadlines', () => HttpResponse.json([{ ...deadline, dueDate: addDays(today, -2), kind: 'rightToRent' }, deadline, { ...deadline, tenantId: 9 }]))
  answer('get', '/api/compliance/summary', () => HttpResponse.json(anUrgentSummary()))
  renderApp('/', { user })
  const panel = await region(new RegExp(`^${attention.urgent}`))
  expect(panel.getByRole('heading', { name: attention.expired })).toBeVisible()
  const card = within(panel.getByRole('region', { name: lettings.deadlines }))
  expect(card.getByText(/2 days late, Linden Avenue/)).toBeVisible()
  expect(card.getByText(/in 3 days, Linden Avenue/)).toBeVisible()
  expect(card.getByText(attention.more(1))).toBeVisible()
})

it('groups a deadline shared by many tenancies, behind single ones', async () => {
  const sheet = { ...deadline, kind: 'informationSheet', dueDate: '2026-05-31' }
  answer('get', '/api/tenancy-deadlines', () => HttpResponse.json([sheet, { ...sheet, tenantId: 6 }, { ...sheet, tenantId: 7 }, deadline]))
  renderApp('/', { user })
  const card = await region(lettings.deadlines)
  const items = card.getAllByRole('listitem')
  expect(items).toHaveLength(2)
  expect(items[0]).toHaveTextContent(lettings.kinds.depositProtection)
  expect(items[1]).toHaveTextContent(lettings.kinds.informationSheet)
  expect(items[1]).toHaveTextContent(lettings.andOthers(2))
})

it('leads from a holding deposit to its application', async () => {
  answer('get', '/api/tenancy-deadlines', () => HttpResponse.json([{ ...deadline, kind: 'holdingDepositReturn', tenantId: null, applicationId: 41, tenantName: 'Tom Hargreaves' }]))
  renderApp('/', { user })
  const card = await region(lettings.deadlines)
  expect(card.getByRole('link', { name: 'Tom Hargreaves' })).toHaveAttribute('href', '/landlord-applications/41')
})

it('does not say that nothing is urgent while a deadline is near', async () => {
  answer('get', '/api/tenancy-deadlines', () => HttpResponse.json([deadline]))
  renderApp('/', { user })
  expect(await screen.findByRole('region', { name: lettings.deadlines })).toBeVisible()
  expect(screen.getByRole('heading', { name: attention.urgent })).toBeVisible()
  expect(screen.queryByText(attention.allClear)).toBeNull()
})

it('says what could not be loaded, beside what could', async () => {
  answer('get', '/api/arrears', () => problem(403, { detail: 'No.' }))
  answer('get', '/api/tenancy-deadlines', () => problem(403, { detail: 'No.' }))
  renderApp('/', { user })
  expect(await screen.findByText(common.couldNotLoad(lettings.arrears))).toBeVisible()
  expect(screen.getByText(common.couldNotLoad(lettings.deadlines))).toBeVisible()
  expect(screen.getByText(attention.allClear)).toBeVisible()
})
