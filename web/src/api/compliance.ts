import { api, type Schema } from './client'

export type Certificate = Schema<'Certificate'>
export type Inspection = Schema<'Inspection'>
export type ComplianceSummary = Schema<'ComplianceSummary'>

/** Queries what needs attention now, counted by the server; never the sum of a list. */
export const summaryQuery = () => api.queryOptions('get', '/api/compliance/summary')
