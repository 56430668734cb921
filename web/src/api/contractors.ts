import { api } from './client'
import type * as Pending from './pending'

/** Somebody who repairs things. */
export type Contractor = Pending.Contractor

/** A contractor to add. */
export type ContractorBody = Pending.ContractorBody

/** The organisation's directory, by name. */
export const contractorsQuery = () => api.queryOptions('get', '/api/contractors')
