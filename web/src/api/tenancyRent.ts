import { queryOptions } from '@tanstack/react-query'
import { client, type Schema } from './client'
import { pageOf } from './pages'

/** A tenant of a tenancy: the share and what came are information, for all owe together. */
export type TenancyPayer = Schema<'TenancyPayer'>

/** An entry with the tenant whose it is. */
export type TenancyLedgerEntry = Schema<'TenancyLedgerEntry'>

/** The rent of a tenancy as of a day. */
export type TenancyRent = Schema<'TenancyRent'>

/** The shares of a rent from a day on. */
export type SharesBody = Schema<'SharesBody'>

const pageSize = 200

/** A tenancy's rent with all of its entries, the oldest first; of today unless another day is asked for. */
export const tenancyRentQuery = (id: number, asOf?: string) =>
  queryOptions({
    queryKey: ['get', '/api/tenancies/{id}/rent', { params: { path: { id }, query: { asOf } } }],
    queryFn: async ({ signal }): Promise<TenancyRent> => {
      const read = async (pageToken: string | null) => {
        const query = { pageSize, ...(asOf !== undefined && { asOf }), ...(pageToken !== null && { pageToken }) }
        const { data, response } = await client.GET('/api/tenancies/{id}/rent', { params: { path: { id }, query }, signal })
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
