import { api, type Schema } from './client'

/** A request for a reference to the signed-in address. */
export type ReferenceRequest = Schema<'ReferenceRequest'>

/** The requests to the signed-in employer or guarantor. */
export const referenceRequestsQuery = () => api.queryOptions('get', '/api/reference-requests')

/** What a guarantor's link shows. */
export const guarantorLinkQuery = (token: string) =>
  api.queryOptions('get', '/api/guarantor-verify/{token}', { params: { path: { token } } }, { staleTime: Infinity })

/** What an employer's link shows. */
export const employerLinkQuery = (token: string) =>
  api.queryOptions('get', '/api/employer-verify/{token}', { params: { path: { token } } }, { staleTime: Infinity })
