import { api, type Schema } from './client'
import type { MaintenanceRequest } from './maintenance'

/** What a tenant sees of their own home. */
export type Portal = Omit<Schema<'TenantPortal'>, 'maintenanceRequests'> & { maintenanceRequests: MaintenanceRequest[] }

/** The tenancy that is linked to the signed-in account. */
export const portalQuery = () => api.queryOptions('get', '/api/tenant-portal')
