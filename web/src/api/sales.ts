import { api, type Schema } from './client'

/** A property that was sold, and what came of it. */
export type SoldProperty = Schema<'SoldProperty'>

/** The sums and means over everything that was sold. */
export type SaleAnalytics = Schema<'SaleAnalytics'>

/** A sale as it is sent, or any part of it. */
export type SaleBody = Schema<'SaleBody'>

/** The order of the list of sold properties. */
interface SaleOrder {
  sort: 'saleDate' | 'profit' | 'return'
  direction: 'desc' | 'asc'
}

/** Queries the sold properties in this order. */
export const soldPropertiesQuery = (query: SaleOrder) => api.queryOptions('get', '/api/sold-properties', { params: { query } })

/** The sums and means over everything that was sold. */
export const saleAnalyticsQuery = () => api.queryOptions('get', '/api/sold-properties/analytics')

/** One sale. */
export const soldPropertyQuery = (id: number) => api.queryOptions('get', '/api/sold-properties/{id}', { params: { path: { id } } })
