import { api, type Schema } from './client'

/** A day by which something has to be done for a tenancy. */
export type Deadline = Schema<'Deadline'>

/** Queries the open deadlines that are late or due within 60 days, the next first. */
export const deadlinesQuery = () => api.queryOptions('get', '/api/tenancy-deadlines')
