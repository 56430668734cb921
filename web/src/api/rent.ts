import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'

/** The kind of an entry in a ledger. */
export type EntryKind = Schema<'LedgerEntryKind'>

/** The reason for which an entry is taken back. */
export type ReversalReason = Schema<'ReversalReason'>

/** An entry of a ledger, which is never changed. */
export type LedgerEntry = Schema<'LedgerEntry'>

/** The period in which rent is due. */
export type RentPeriod = Schema<'RentPeriod'>

/** The method by which the rent of a part of a period is worked out. */
export type ProRata = Schema<'ProRata'>

/** Rent that is to be charged. */
export type RentTermsBody = Schema<'RentBody'>

/** A change of the rent that is to be recorded. */
export type RentChangeBody = Schema<'RentChangeBody'>

/** A tenant's ledger as of a day, the oldest entry first. */
export type Ledger = Schema<'Ledger'>

/** An entry to write. */
export type NewEntry = Schema<'LedgerEntryBody'>

/** The arrears of one tenant. */
export type TenantArrears = Schema<'TenantArrears'>

/** The tenants who owe, the oldest arrears first, with the sums of all. */
export type ArrearsList = Schema<'ArrearsList'>

/** A tenant's ledger; of today unless another day is asked for. */
export const ledgerQuery = (id: number, asOf?: string) =>
  api.queryOptions('get', '/api/tenants/{id}/ledger', { params: { path: { id }, query: asOf === undefined ? {} : { asOf } } })

/** Queries when a rise can begin whose notice is served on a day. */
export const rentRiseQuery = (id: number, served: string) => api.queryOptions('get', '/api/tenants/{id}/rent-rise', { params: { path: { id }, query: { served } } })

const pageSize = 100

/** The orders that people choose besides the oldest first. */
export type ArrearsSort = Exclude<Schema<'ArrearsSort'>, 'oldest'>

/** Queries the tenants who owed something on a day, page by page. */
export const arrearsPagesQuery = (asOf: string | undefined, sort?: ArrearsSort) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes rent finds it.
    queryKey: ['get', '/api/arrears', { params: { query: { asOf, sort } } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(asOf !== undefined && { asOf }), ...(sort !== undefined && { sort }), pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/arrears', { params: { query }, signal })
      if (data === undefined) throw new Error('The arrears came without their rows.')
      return { ...pageOf(data.tenants, response.headers), totalOwed: data.totalOwed, tenantsInArrears: data.tenantsInArrears }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** A statement of a ledger as a file, and the server's name for it. */
export async function readStatement(id: number, format: 'pdf' | 'csv', to?: string): Promise<{ content: Blob; name: string }> {
  const query = { format, ...(to !== undefined && { to }) }
  const { data, response } = await client.GET('/api/tenants/{id}/statement', { params: { path: { id }, query }, parseAs: 'blob' })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { content: data as unknown as Blob, name: name ?? `rent-statement.${format}` }
}
