import { api, type Schema } from './client'

/** Duties towards a tenant with a last day, besides the deposit. */
export type Duties = Schema<'Duties'>

/** A paper that the law has tenants given in writing: owed, or given. */
export type OwedPaper = Schema<'OwedPaper'>

/** The paper's kind. */
export type Paper = OwedPaper['paper']

/** A tenant's request for a pet. */
export type PetRequest = Schema<'PetRequest'>

/** Everything that is recorded of a request for a pet: all of it, each time. */
export interface PetRequestBody {
  pet: string
  requestDate: string
  informationDate?: string
  answer?: 'consented' | 'refused'
  answerDate?: string
  reason?: string
}

/** The duties towards a tenant. */
export const dutiesQuery = (id: number) => api.queryOptions('get', '/api/tenants/{id}/duties', { params: { path: { id } } })
