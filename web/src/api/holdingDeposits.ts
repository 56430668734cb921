import { api, type Schema } from './client'

/** The holding deposit of an application, and the rule there. */
export type HoldingDeposit = Schema<'HoldingDeposit'>

/** The outcome of a holding deposit. */
export type HoldingOutcome = NonNullable<HoldingDeposit['outcome']>

/** Everything that is recorded of a holding deposit: all of it, each time. */
export type HoldingDepositBody = Schema<'HoldingDepositBody'>

/** The holding deposit of an application; without an amount where none was recorded. */
export const holdingDepositQuery = (id: number) => api.queryOptions('get', '/api/tenant-applications/{id}/holding-deposit', { params: { path: { id } } })
