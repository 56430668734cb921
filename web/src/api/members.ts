import { api } from './client'

/** Who belongs to the organisation. */
export const membersQuery = () => api.queryOptions('get', '/api/members')
