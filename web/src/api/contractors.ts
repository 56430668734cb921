import { api, type Schema } from './client'

/** Somebody who repairs things. */
export type Contractor = Schema<'Contractor'>

/** A contractor to add. */
export type ContractorBody = Schema<'ContractorBody'>

/** The organisation's directory, by name. */
export const contractorsQuery = () => api.queryOptions('get', '/api/contractors')
