import { api, type Schema } from './client'

/** A rule of one or more nations for a time. */
export type Rule = Schema<'Rule'>

/** The rules by topic, and the nations that the organisation has homes in. */
export type RuleList = Schema<'RuleList'>

/** Every rule that Lintel applies. */
export const rulesQuery = () => api.queryOptions('get', '/api/rules')
