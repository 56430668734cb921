import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bankLinesQuery, bankStatementsQuery, sendBankStatement, type BankLineDecision, type BankLineFilter, type BankStatement, type DecidedLines } from '@/api/bank'
import { api, client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import type { OnProgress } from '@/api/upload'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { uuid } from '@/lib/trace'
import { partsOf } from './model'

/** The files that were read. */
export const useBankStatements = () => useQuery(bankStatementsQuery())

/** The lines page by page; the list before stays until the new one is there. */
export const useBankLines = (filter: BankLineFilter) => useInfiniteQuery({ ...bankLinesQuery(filter), placeholderData: keepPreviousData })

/** The tenants whose name, address or home holds what was typed. */
export const useTenantSearch = (search: string) =>
  useQuery({ ...api.queryOptions('get', '/api/tenants', { params: { query: { search, pageSize: 20 } } }), enabled: search.length > 1, placeholderData: keepPreviousData })

/** Has a file read. */
export function useReadFile() {
  const cache = useQueryClient()
  return async (file: File, onProgress: OnProgress, signal: AbortSignal): Promise<BankStatement> => {
    const read = await sendBankStatement(file, uuid(), onProgress, signal)
    void invalidate(cache, ['bank-statements'])
    return read
  }
}

/** Decides lines, in parts that the server takes; what was decided before a failure stays decided. */
export function useDecide() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (decisions: readonly BankLineDecision[]): Promise<DecidedLines> => {
      const done = { received: 0, ignored: 0 }
      for (const part of partsOf(decisions)) {
        const body = { decisions: part }
        const { data } = await client.POST('/api/bank-lines/decisions', { params: { header: keyFor(body) }, body })
        done.received += data?.received ?? 0
        done.ignored += data?.ignored ?? 0
      }
      return done
    },
    onSettled: () => invalidate(cache, ['bank-statements', 'tenants']),
  })
}
