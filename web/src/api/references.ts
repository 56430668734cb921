import { api, type Schema } from './client'

/** A request for a reference to the signed-in address. */
export type ReferenceRequest = Schema<'ReferenceRequest'>

/** The requests to the signed-in employer or guarantor. */
export const referenceRequestsQuery = () => api.queryOptions('get', '/api/reference-requests')

/** Queries the contents of a guarantor's link. */
export const guarantorLinkQuery = (token: string) =>
  api.queryOptions('get', '/api/guarantor-verify/{token}', { params: { path: { token } } }, { staleTime: Infinity })

/** Queries the contents of an employer's link. */
export const employerLinkQuery = (token: string) =>
  api.queryOptions('get', '/api/employer-verify/{token}', { params: { path: { token } } }, { staleTime: Infinity })
