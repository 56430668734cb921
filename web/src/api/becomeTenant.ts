import { api, client, type Schema } from './client'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

const one = { params: { query: { pageSize: 1 } } }

/** Whether a landlord's account has homes: one of them, or none. */
export const homesQuery = () => api.queryOptions('get', '/api/properties', one, { staleTime: 0 })

/** Whether it has sold any. */
export const soldHomesQuery = () => api.queryOptions('get', '/api/sold-properties', one, { staleTime: 0 })

/** Makes an empty landlord account a tenant's; every session ends. */
export function useBecomeTenant() {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Schema<'BecomeTenantBody'>) => client.POST('/api/account/become-tenant', { body, params: { header: keyFor(body) } }),
  })
}
