import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { arrearsList, someArrearsOf } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { common } from '@/lib/messages'
import { tenants as texts } from './messages'

const user = aUser()
const call = '/api/arrears'
const late = someArrearsOf({ tenantId: 1, tenantName: 'Rhys Llewellyn', propertyName: 'Ashmead House', roomNumber: '5', ground8Met: true, monthsOfRent: '3.10' })
const recent = someArrearsOf({ tenantId: 2, tenantName: 'Gareth Sinclair', balance: '495.00', oldestUnpaidDue: '2026-11-01', daysInArrears: 19 })

/** Somebody who lives in a room and owes something, somebody up to date, and somebody whose rent is not charged. */
function people() {
  const current = [
    aTenant({ id: 1, tenancyId: 1, propertyId: 12, propertyName: 'Ashmead House', roomNumber: '5', name: 'Rhys Llewellyn', balance: '740.00', oldestUnpaidDue: '2026-10-01', daysInArrears: 50 }),
    aTenant({ id: 3, tenancyId: 3, propertyId: 13, propertyName: 'Forest House', roomNumber: '1', name: 'Callum Reid', balance: '0.00' }),
    aTenant({ id: 4, tenancyId: 4, name: 'Sofia Marques', balance: '-20.50' }),
    aTenant({ id: 5 }),
  ]
  const gone = [aTenant({ id: 8, tenancyId: 8, name: 'Nathan Pryce', leaseStatus: 'Ended', leaveDate: '2026-06-30', balance: '212.40' })]
  const asked = answer('get', '/api/tenants', () => HttpResponse.json(asked.queries.at(-1)?.leaseStatus === 'Ended' ? gone : current))
}

it('leads from the red line under the income to those who owe longest', async () => {
  people()
  answer('get', call, () => HttpResponse.json(arrearsList([late, recent])))
  const app = renderApp('/tenants', { user })
  await app.user.click(await screen.findByRole('link', { name: new RegExp(texts.arrearsOf('£1,235', 2)) }))
  expect(app.address()).toBe('/tenants?show=arrears')
  const table = within(await screen.findByRole('table', { name: texts.inArrears }))
  expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Rhys Llewellyn', 'Gareth Sinclair'])
  expect(table.getByRole('row', { name: /Rhys Llewellyn.*50 days, since 01\/10\/2026.*3\.10.*Ground 8 reached.*£740\.00/ })).toBeVisible()
  expect(table.getByRole('row', { name: /^Owed on .* £1,235\.00$/ })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'In arrears 2' })).toBeChecked()
})

it('is as of any day, which the address keeps', async () => {
  const asked = answer('get', call, () => HttpResponse.json(arrearsList(asked.queries.at(-1)?.asOf === undefined ? [late] : [])))
  const app = renderApp('/tenants?show=arrears', { user })
  await screen.findByRole('table', { name: texts.inArrears })
  const day = screen.getByLabelText(texts.asOf)
  await app.user.clear(day)
  await app.user.type(day, '2026-09-30')
  await app.user.tab()
  expect(await screen.findByText(texts.noArrears('30 September 2026'))).toBeVisible()
  expect(app.address()).toBe('/tenants?show=arrears&asOf=2026-09-30')
})

it('stands beside every tenant, and under the total', async () => {
  people()
  renderApp('/tenants', { user })
  const table = within(await screen.findByRole('table', { name: texts.active }))
  expect(table.getByRole('row', { name: /Rhys Llewellyn.*£740 in arrears.*50 days, since 01\/10\/2026/ })).toBeVisible()
  expect(table.getByRole('row', { name: /Callum Reid.*Up to date/ })).toBeVisible()
  expect(table.getByRole('row', { name: /Sofia Marques.*£20\.50 in credit/ })).toBeVisible()
  expect(table.getByRole('row', { name: /James Adeyemi.*Not charged/ })).toBeVisible()
  expect(table.getByRole('row', { name: /^Total of 4 tenants £740 in arrears/ })).toBeVisible()
  expect(await screen.findByText('£212.40 owed')).toBeVisible()
})

it('is a card on phones, where groups without arrears start folded', async () => {
  setViewport({ width: 360 })
  people()
  answer('get', call, () => HttpResponse.json(arrearsList([late])))
  const app = renderApp('/tenants', { user })
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('£740 in arrears')).toBeVisible()
  const calm = screen.getByRole('button', { name: 'Forest House' })
  expect(calm).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByText(new RegExp(texts.allUpToDate))).toBeVisible()
  await app.user.click(calm)
  expect(screen.getByRole('link', { name: 'Callum Reid' })).toBeVisible()
  await app.user.click(screen.getByRole('radio', { name: 'In arrears 1' }))
  const list = within(await screen.findByRole('list', { name: texts.inArrears }))
  expect(list.getByText('Ground 8 reached')).toBeVisible()
})

it('says what could not be loaded', async () => {
  answer('get', call, () => problem(403, { detail: 'No.' }))
  renderApp('/tenants?show=arrears', { user })
  expect(await screen.findByText(common.couldNotLoad(texts.inArrears))).toBeVisible()
})
