import { api, type Schema } from './client'

/** A day by which something has to be done for a tenancy. */
export type Deadline = Schema<'Deadline'>

/** What is open and due within 60 days or late, the next first. */
export const deadlinesQuery = () => api.queryOptions('get', '/api/tenancy-deadlines')
