import { api, client, type Schema } from './client'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

const one = { params: { query: { pageSize: 1 } } }

/** Queries the homes of a landlord's account: one of them, or none. */
export const homesQuery = () => api.queryOptions('get', '/api/properties', one, { staleTime: 0 })

/** Queries its sold homes: one of them, or none. */
export const soldHomesQuery = () => api.queryOptions('get', '/api/sold-properties', one, { staleTime: 0 })

/** Makes an empty landlord account a tenant's; every session ends. */
export function useBecomeTenant() {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'BecomeTenantBody'>) => client.POST('/api/account/become-tenant', { body, params: { header: keyFor(body) } }),
  })
}
