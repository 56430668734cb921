import { api, type Schema } from './client'

/** What a tenant sees of their own home. */
export type Portal = Schema<'TenantPortal'>

/** The tenancy that is linked to the signed-in account. */
export const portalQuery = () => api.queryOptions('get', '/api/tenant-portal')
