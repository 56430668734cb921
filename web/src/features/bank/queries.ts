import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  bankAccountsQuery,
  bankLayoutsQuery,
  bankLinesQuery,
  bankMonthQuery,
  bankStatementsQuery,
  previewBankFile,
  sendBankStatement,
  type BankLineDecision,
  type BankLineFilter,
  type BankStatement,
  type DecidedLines,
  type FileFields,
} from '@/api/bank'
import { api, client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { ledgerQuery } from '@/api/rent'
import type { OnProgress } from '@/api/upload'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { uuid } from '@/lib/trace'
import { partsOf } from './model'

/** The files that were read. */
export const useBankStatements = () => useQuery(bankStatementsQuery())

/** The accounts that files were read of. */
export const useBankAccounts = () => useQuery(bankAccountsQuery())

/** The layouts that were named once. */
export const useBankLayouts = () => useQuery(bankLayoutsQuery())

/** A month's figures, once there is a month. */
export const useBankMonth = (month: string | undefined, accountId: number | undefined) =>
  useQuery({ ...bankMonthQuery({ month: `${month ?? ''}-01`, ...(accountId !== undefined && { bankAccountId: accountId }) }), enabled: month !== undefined, placeholderData: keepPreviousData })

/** The lines page by page; the list before stays until the new one is there. */
export const useBankLines = (filter: BankLineFilter) => useInfiniteQuery({ ...bankLinesQuery(filter), placeholderData: keepPreviousData })

/** The tenants whose name, address or home holds what was typed. */
export const useTenantSearch = (search: string) =>
  useQuery({ ...api.queryOptions('get', '/api/tenants', { params: { query: { search, pageSize: 20 } } }), enabled: search.length > 1, placeholderData: keepPreviousData })

/** Returns the unpaid charges of a tenant beside the rent, once there is a tenant. */
export const useOpenCharges = (tenantId: number | null) =>
  useQuery({
    ...ledgerQuery(tenantId ?? 0),
    enabled: tenantId !== null,
    select: ({ entries }) => entries.filter(({ kind, periodStart, status, reversedBy }) => kind === 'charge' && periodStart === null && reversedBy === null && status !== 'Paid' && status !== 'Waived'),
  })

/** Returns the reading of a file with what is known of it; the previous answer stays until the next. */
export const usePreview = (file: File, fields: FileFields) =>
  useQuery({
    // A file alone is no key: all of them read as an empty object.
    queryKey: ['bank-file-preview', file.name, file.size, file.lastModified, file, fields],
    queryFn: ({ signal }) => previewBankFile(file, fields, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** Has a file read. */
export function useReadFile() {
  const cache = useQueryClient()
  return async (file: File, fields: FileFields, onProgress: OnProgress, signal: AbortSignal): Promise<BankStatement> => {
    const read = await sendBankStatement(file, fields, uuid(), onProgress, signal)
    void invalidate(cache, ['bank-statements'])
    return read
  }
}

/** Decides lines, in parts that the server takes; what was decided before a failure stays decided. */
export function useDecide() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ decisions, emailTenants }: { decisions: readonly BankLineDecision[]; emailTenants?: boolean }): Promise<DecidedLines> => {
      const done = { received: 0, ignored: 0, refunded: 0, returned: 0 }
      for (const part of partsOf(decisions)) {
        const body = { decisions: part, ...(emailTenants !== undefined && { emailTenants }) }
        const { data } = await client.POST('/api/bank-lines/decisions', { params: { header: keyFor(body) }, body })
        for (const what of ['received', 'ignored', 'refunded', 'returned'] as const) done[what] += data?.[what] ?? 0
      }
      return done
    },
    onSettled: () => invalidate(cache, ['bank-statements', 'tenants']),
  })
}

/** Takes back what became of lines: they are to decide again. */
export function useUndo() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (ids: readonly number[]): Promise<number> => {
      let undone = 0
      for (const lineIds of partsOf(ids)) {
        const body = { lineIds }
        const { data } = await client.POST('/api/bank-lines/undo', { params: { header: keyFor(body) }, body })
        undone += data?.undone ?? 0
      }
      return undone
    },
    onSettled: () => invalidate(cache, ['bank-statements', 'tenants']),
  })
}

/** Forgets a layout. */
export function useForgetLayout() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.DELETE('/api/bank-layouts/{id}', { params: { path: { id } } }),
    onSuccess: () => invalidate(cache, ['bank-statements']),
  })
}
