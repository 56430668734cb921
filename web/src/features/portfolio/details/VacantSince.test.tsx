import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { details } from './messages'

it('a vacant room says since when, as the server lists former tenants', async () => {
  const room = (id: number, isOccupied: boolean) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '610.00', askingRent: '610.00', isOccupied })
  const house = aProperty({ id: 12, propertyType: 'HMO', roomsConfigured: true, rooms: [room(1, false), room(2, true)] })
  answer('get', '/api/properties', () => HttpResponse.json([house]))
  answer('get', '/api/properties/12', () => HttpResponse.json(house))
  const left = (id: number, roomNumber: string, leaveDate: string) => aTenant({ id, propertyId: 12, roomNumber, leaseStatus: 'Ended', leaveDate })
  const people = answer('get', '/api/tenants', () =>
    HttpResponse.json(people.queries.at(-1)?.leaseStatus === 'Ended' ? [left(3, '2', '2026-11-01'), left(2, '1', '2026-10-31'), left(1, '1', '2020-01-01')] : []),
  )
  renderApp('/portfolio/12', { user: aUser() })
  const table = within(await screen.findByRole('table'))
  expect(await table.findByText(details.vacantSince('31/10/2026'))).toBeVisible()
  expect(table.queryByText(details.vacantSince('01/11/2026'))).toBeNull()
})
