import { api } from './client'

/** Queries the members of the organisation. */
export const membersQuery = () => api.queryOptions('get', '/api/members')
