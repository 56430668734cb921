import { api } from './client'

const fewest = 3

/** The sums of all, and the first few who owe. */
export const arrearsQuery = () => api.queryOptions('get', '/api/arrears', { params: { query: { pageSize: fewest } } })
