import { api, type Schema } from './client'

/** A property of the portfolio. */
export type Property = Schema<'Property'>

/** The sums over the portfolio. */
export type Analytics = Schema<'DashboardAnalytics'>

/** The whole portfolio. */
export const propertiesQuery = () => api.queryOptions('get', '/api/properties')

/** The sums over the portfolio. */
export const analyticsQuery = () => api.queryOptions('get', '/api/dashboard/analytics')
