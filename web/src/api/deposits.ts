import { api, type Schema } from './client'

/** The scheme that protects a deposit. */
export type DepositScheme = Schema<'DepositScheme'>

/** The deposit of a tenancy. */
export type Deposit = Schema<'Deposit'>

/** The record of a deposit; fields that are left out stay as they are. */
export type DepositBody = Schema<'DepositBody'>

/** The return of a deposit. */
export type DepositReturnBody = Schema<'DepositReturnBody'>

/** The party that gives notice. */
export type NoticeGiver = Schema<'NoticeGiver'>

/** The deposit of a tenant's tenancy; `null` where none was agreed or recorded. */
export const depositQuery = (id: number) => api.queryOptions('get', '/api/tenants/{id}/deposit', { params: { path: { id } } })

/** A notice whose last day is worked out. */
export interface Notice {
  giver: NoticeGiver
  /** The code of the landlord's reason; without one the reasons alone are answered. */
  ground?: string
  given: string
  /** The day of the statement, asked for by some reasons. */
  statementDate?: string
  signingDate?: string
}

/** The earliest last day that a notice leads to. */
export const noticeQuery = (id: number, notice: Notice) => api.queryOptions('get', '/api/tenants/{id}/notice', { params: { path: { id }, query: notice } })
