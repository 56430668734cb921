import { queryOptions } from '@tanstack/react-query'
import type { Client } from 'openapi-fetch'
import { client, type Schema } from './client'
import { pageOf } from './pages'
import type { LedgerEntry } from './rent'

/** A tenant of a tenancy: the share and what came are information, for all owe together. */
export interface TenancyPayer {
  tenantId: number
  name: string
  share: string
  charged: string
  paid: string
  leaveDate: string | null
  hasLeft: boolean
}

/** An entry with the tenant whose it is. */
export type TenancyLedgerEntry = LedgerEntry & { tenantId: number; tenantName: string }

/** The rent of a tenancy as of a day. */
export interface TenancyRent {
  tenancyId: number
  propertyId: number
  propertyName: string
  propertyAddress: string
  propertyPostcode: string
  roomNumber: string | null
  leaseStatus: 'Active' | 'Upcoming' | 'Ended'
  balance: string
  /** What of the balance is unpaid rent whose day is over. */
  overdue: string
  oldestUnpaidDue: string | null
  oldestUnpaidAmount: string
  daysInArrears: number
  monthsOfRent: string
  ground8Met: boolean
  ground8: string | null
  asOf: string
  monthlyRent: string
  terms: Schema<'RentTerms'> | null
  tenants: TenancyPayer[]
  charged: string
  received: string
  firstEntryDate: string | null
  nextDueDate: string | null
  nextDueAmount: string | null
  entries: TenancyLedgerEntry[]
}

/** The shares of a rent from a day on. */
export interface SharesBody {
  from: string
  shares: { tenantId: number; share: string }[]
}

interface Reply<Body> {
  200: { content: { 'application/json': Body } }
}
/** The tenancy's calls, until the contract's own types name them. */
interface TenancyPaths {
  '/api/tenancies/{id}/rent': { get: { parameters: { path: { id: number }; query?: { asOf?: string; pageSize?: number; pageToken?: string } }; responses: Reply<TenancyRent> } }
  '/api/tenancies/{id}/shares': { put: { parameters: { path: { id: number }; header?: Record<string, string> }; requestBody: { content: { 'application/json': SharesBody } }; responses: Reply<unknown> } }
}

/** The tenancy's calls. */
export const tenancies = client as unknown as Client<TenancyPaths>

const pageSize = 200

/** A tenancy's rent with all of its entries, the oldest first; of today unless another day is asked for. */
export const tenancyRentQuery = (id: number, asOf?: string) =>
  queryOptions({
    queryKey: ['get', '/api/tenancies/{id}/rent', { params: { path: { id }, query: { asOf } } }],
    queryFn: async ({ signal }): Promise<TenancyRent> => {
      const read = async (pageToken: string | null) => {
        const query = { pageSize, ...(asOf !== undefined && { asOf }), ...(pageToken !== null && { pageToken }) }
        const { data, response } = await tenancies.GET('/api/tenancies/{id}/rent', { params: { path: { id }, query }, signal })
        if (data === undefined) throw new Error('The rent came without its figures.')
        return { data, next: pageOf(data.entries, response.headers).next }
      }
      const first = await read(null)
      const entries = [...first.data.entries]
      for (let { next } = first; next !== null; ) {
        const page = await read(next)
        entries.push(...page.data.entries)
        next = page.next
      }
      return { ...first.data, entries }
    },
  })
