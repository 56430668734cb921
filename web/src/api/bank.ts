import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client, type Schema } from './client'
import { pageOf } from './pages'
import { sendFile, type OnProgress } from './upload'

/** A bank's file that was read. */
export type BankStatement = Schema<'BankStatement'>

/** How a line stands. */
export type BankLineState = 'open' | 'received' | 'ignored'

/** Money that came. */
export type BankLine = Schema<'BankLine'>

/** What becomes of a line: somebody's receipt, or nothing. */
export interface BankLineDecision {
  lineId: number
  tenantId: number | null
}

/** What became of lines. */
export type DecidedLines = Schema<'BankLinesDecided'>

/** Which lines a list holds. */
export interface BankLineFilter {
  state: BankLineState
  statementId?: number
}

/** The files that were read, the newest first. */
export const bankStatementsQuery = () => api.queryOptions('get', '/api/bank-statements')

const pageSize = 100

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

/** Has a file read. */
export async function sendBankStatement(file: File, key: string, onProgress: OnProgress, signal: AbortSignal): Promise<BankStatement> {
  return (await sendFile('/api/bank-statements', file, onProgress, signal, { 'idempotency-key': key })) as BankStatement
}
