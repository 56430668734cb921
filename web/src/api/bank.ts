import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client, type Schema } from './client'
import { pageOf } from './pages'
import { sendFile, type OnProgress } from './upload'

/** The meaning of a column in a bank's file. */
export type ColumnMeaning = 'date' | 'moneyIn' | 'moneyOut' | 'amount' | 'flag' | 'payer' | 'reference' | 'text' | 'balance' | 'account' | 'currency' | 'state' | 'ignore'

/** The layout by which a file is read. */
export type BankLayout = Omit<Schema<'BankLayout'>, 'columns' | 'dayOrder' | 'sign'> & {
  columns: ColumnMeaning[]
  dayOrder: 'dayFirst' | 'monthFirst' | null
  sign: 'minusIsOut' | 'plusIsOut' | null
}

/** The evidence of which lines went out. */
export type BankProof = 'balance' | 'columns' | 'flag' | 'sign' | 'standard'

/** The facts that a file lacks before it can be read. */
export type BankMissing = 'date' | 'amount' | 'direction' | 'dayOrder' | 'text' | 'leaveOut'

/** A line that would be read. */
export type PreviewedPayment = Schema<'BankFilePayment'>

/** The contents of a file, and what is not known of it yet. */
export type BankFilePreview = Omit<Schema<'BankFilePreview'>, 'layout' | 'columns' | 'missing' | 'proof'> & {
  layout: BankLayout
  columns: { meaning: ColumnMeaning; evidence: string }[]
  missing: BankMissing[]
  proof: BankProof | null
}

/** A bank's file that was read. */
export type BankStatement = Omit<Schema<'BankStatement'>, 'proof'> & { proof: BankProof | null }

/** An account whose lines were read. */
export type BankAccount = Schema<'BankAccount'>

/** The purpose of a part of a line. */
export type PartKind = Schema<'BankLinePartKind'>

/** Money that came or went. */
export type BankLine = Schema<'BankLine'>

/** A part of a line as it is decided. */
export type PartDecision = Schema<'BankLinePartBody'>

/** The decision on a line: somebody's, in parts, or nothing. */
export type BankLineDecision = Schema<'BankLineDecisionBody'>

/** The result of deciding lines. */
export type DecidedLines = Schema<'BankLinesDecided'>

/** A month of an account. */
export type BankMonth = Schema<'BankMonth'>

/** The filter of a list of lines. */
export interface BankLineFilter {
  state?: 'open'
  decided?: true
  statementId?: number
  way?: 'in' | 'out'
  bankAccountId?: number
  /** A day of the month. */
  month?: string
}

/** The fields that are sent with a file. */
export interface FileFields {
  layout?: BankLayout
  layoutName?: string
  leaveOut?: boolean
  bankAccountId?: number
  accountName?: string
}

/** The files that were read, the newest first. */
export const bankStatementsQuery = () =>
  queryOptions({ queryKey: ['get', '/api/bank-statements'], queryFn: async ({ signal }) => ((await client.GET('/api/bank-statements', { signal })).data ?? []) as BankStatement[] })

/** The accounts that files were read of. */
export const bankAccountsQuery = () =>
  queryOptions({ queryKey: ['get', '/api/bank-accounts'], queryFn: async ({ signal }) => (await client.GET('/api/bank-accounts', { signal })).data ?? [] })

/** The layouts that were named once. */
export const bankLayoutsQuery = () =>
  queryOptions({ queryKey: ['get', '/api/bank-layouts'], queryFn: async ({ signal }) => (await client.GET('/api/bank-layouts', { signal })).data ?? [] })

/** Queries the payments in and out of a month. */
export const bankMonthQuery = (query: { month: string; bankAccountId?: number }) =>
  queryOptions({
    queryKey: ['get', '/api/bank-months', { params: { query } }],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET('/api/bank-months', { params: { query }, signal })
      if (data === undefined) throw new Error('The month came without its figures.')
      return data
    },
  })

const pageSize = 50

/** The lines of files, page by page. */
export const bankLinesQuery = (filter: BankLineFilter) =>
  infiniteQueryOptions({
    // The call's own key, as the typed client makes them: what changes lines finds it.
    queryKey: ['get', '/api/bank-lines', { params: { query: filter } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/bank-lines', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

function formOf({ layout, layoutName, leaveOut, bankAccountId, accountName }: FileFields): Record<string, string> {
  return {
    ...(layout !== undefined && { layout: JSON.stringify(layout) }),
    ...(layoutName !== undefined && { layoutName }),
    ...(leaveOut === true && { leaveOut: 'true' }),
    ...(bankAccountId !== undefined && { bankAccountId: String(bankAccountId) }),
    ...(accountName !== undefined && { accountName }),
  }
}

/** Has a file read. */
export async function sendBankStatement(file: File, fields: FileFields, key: string, onProgress: OnProgress, signal: AbortSignal): Promise<BankStatement> {
  return (await sendFile('/api/bank-statements', file, onProgress, signal, { 'idempotency-key': key }, formOf(fields))) as BankStatement
}

/** Asks how a file would be read; nothing of it is kept. */
export async function previewBankFile(file: File, fields: FileFields, signal: AbortSignal): Promise<BankFilePreview> {
  return (await sendFile('/api/bank-statements/preview', file, () => undefined, signal, {}, formOf(fields))) as BankFilePreview
}
