import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from 'openapi-fetch'
import { client } from './client'
import { pageOf } from './pages'
import { sendFile, type OnProgress } from './upload'

/** What a column of a bank's file holds. */
export type ColumnMeaning = 'date' | 'moneyIn' | 'moneyOut' | 'amount' | 'flag' | 'payer' | 'reference' | 'text' | 'balance' | 'account' | 'currency' | 'state' | 'ignore'

/** How a file is to be read. */
export interface BankLayout {
  columns: ColumnMeaning[]
  dayOrder: 'dayFirst' | 'monthFirst' | null
  sign: 'minusIsOut' | 'plusIsOut' | null
  outWords: string[]
}

/** What proves which lines went out. */
export type BankProof = 'balance' | 'columns' | 'flag' | 'sign' | 'standard'

/** What a file still has to be told before it can be read. */
export type BankMissing = 'date' | 'amount' | 'direction' | 'dayOrder' | 'text' | 'leaveOut'

/** A line of a file that is none of a payment. */
export interface UnreadLine {
  line: number
  why: string
  text: string
}

/** A line that would be read. */
export interface PreviewedPayment {
  date: string
  amount: string
  payer: string | null
  reference: string | null
  balance: string | null
}

/** What a file says, and what is not known of it yet. */
export interface BankFilePreview {
  shape: string
  format: string
  message: string
  header: string[]
  columns: { meaning: ColumnMeaning; evidence: string }[]
  rows: { line: number; cells: string[]; kind: 'title' | 'header' | 'payment' | 'note' | 'unreadable'; why: string | null }[]
  lines: number
  unreadable: UnreadLine[]
  unreadableCount: number
  missing: BankMissing[]
  flagWords: string[]
  proof: BankProof | null
  layout: BankLayout
  preview: PreviewedPayment[]
  layoutName: string | null
}

/** A bank's file that was read. */
export interface BankStatement {
  id: number
  fileName: string
  format: string
  layoutName: string | null
  bankAccountId: number | null
  accountName: string | null
  lines: number
  knownLines: number
  openLines: number
  moneyOutLines: number
  knownMoneyOutLines: number
  openMoneyOutLines: number
  leftOut: UnreadLine[]
  wrongWay: number
  proof: BankProof | null
  fromDate: string | null
  toDate: string | null
  createdAt: string
}

/** An account whose lines were read. */
export interface BankAccount {
  id: number
  name: string
  ending: string | null
}

/** A layout that was named once. */
export interface StoredLayout {
  id: number
  name: string
  header: string[]
  usedAt: string
}

/** How a line stands. */
export type BankLineState = 'open' | 'received' | 'ignored' | 'refunded' | 'depositReturned'

/** What a part of a line is for. */
export type PartKind = 'rent' | 'refund' | 'depositReturn' | 'nothing'

/** Somebody whose a line may be. */
export interface BankMatch {
  tenantId: number
  tenantName: string
  propertyName: string
  reason: string
  sure: boolean
  /** What the tenancy owes; below 0 where more came than was due. */
  owed: string
}

/** A part of a line as it was decided. */
export interface BankLinePart {
  kind: PartKind
  amount: string
  tenantId: number | null
  tenantName: string | null
  entryId: number | null
  chargeId: number | null
}

/** A part of a line as it is proposed. */
export interface ProposedPart {
  tenantId: number | null
  tenantName: string | null
  propertyName: string | null
  amount: string
  reason: string
  kind: PartKind
}

/** Money that came or went. */
export interface BankLine {
  id: number
  statementId: number
  bankAccountId: number | null
  date: string
  /** With a minus where it went out. */
  amount: string
  /** What is still to give out, without a sign. */
  open: string
  balance: string | null
  payer: string | null
  reference: string | null
  state: BankLineState
  tenantId: number | null
  entryId: number | null
  parts: BankLinePart[]
  warning: string | null
  matches: BankMatch[]
  proposedSplit: ProposedPart[]
  splitSure: boolean
}

/** A part of a line as it is decided. */
export interface PartDecision {
  kind: PartKind
  tenantId: number | null
  amount: string
  chargeId: number | null
}

/** What becomes of a line: somebody's, in parts, or nothing. */
export interface BankLineDecision {
  lineId: number
  tenantId: number | null
  kind?: PartKind
  parts?: PartDecision[]
  /** Whether lines like it are not to be proposed the same split. */
  forget?: boolean
}

/** What became of lines. */
export interface DecidedLines {
  received: number
  ignored: number
  refunded: number
  returned: number
}

/** A month of an account. */
export interface BankMonth {
  opening: string | null
  moneyIn: string
  moneyOut: string
  closing: string | null
  linesIn: number
  decidedIn: number
  linesOut: number
  decidedOut: number
  proved: boolean
}

/** Which lines a list holds. */
export interface BankLineFilter {
  state?: 'open'
  decided?: true
  statementId?: number
  way?: 'in' | 'out'
  bankAccountId?: number
  /** A day of the month. */
  month?: string
}

/** What goes beside a file. */
export interface FileFields {
  layout?: BankLayout
  layoutName?: string
  leaveOut?: boolean
  bankAccountId?: number
  accountName?: string
}

interface Reply<Body> {
  200: { content: { 'application/json': Body } }
}
interface Read<Query, Body> {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never }
  responses: Reply<Body>
}
interface Write<Body, Answer> {
  parameters: { query?: never; header?: Record<string, string>; path?: never; cookie?: never }
  requestBody: { content: { 'application/json': Body } }
  responses: Reply<Answer>
}
/** The bank's calls, until the contract's own types name them. */
interface BankPaths {
  '/api/bank-accounts': { get: Read<never, BankAccount[]> }
  '/api/bank-layouts': { get: Read<never, StoredLayout[]> }
  '/api/bank-layouts/{id}': { delete: { parameters: { path: { id: number } }; responses: { 204: { content?: never } } } }
  '/api/bank-statements': { get: Read<never, BankStatement[]> }
  '/api/bank-lines': { get: Read<BankLineFilter & { pageSize: number; pageToken?: string }, BankLine[]> }
  '/api/bank-lines/decisions': { post: Write<{ decisions: BankLineDecision[] }, DecidedLines> }
  '/api/bank-lines/undo': { post: Write<{ lineIds: number[] }, { undone: number }> }
  '/api/bank-months': { get: Read<{ month: string; bankAccountId?: number }, BankMonth> }
}

/** The bank's calls. */
export const bank = client as unknown as Client<BankPaths>

/** The files that were read, the newest first. */
export const bankStatementsQuery = () =>
  queryOptions({ queryKey: ['get', '/api/bank-statements'], queryFn: async ({ signal }) => (await bank.GET('/api/bank-statements', { signal })).data ?? [] })

/** The accounts that files were read of. */
export const bankAccountsQuery = () =>
  queryOptions({ queryKey: ['get', '/api/bank-accounts'], queryFn: async ({ signal }) => (await bank.GET('/api/bank-accounts', { signal })).data ?? [] })

/** The layouts that were named once. */
export const bankLayoutsQuery = () =>
  queryOptions({ queryKey: ['get', '/api/bank-layouts'], queryFn: async ({ signal }) => (await bank.GET('/api/bank-layouts', { signal })).data ?? [] })

/** What came and went in a month. */
export const bankMonthQuery = (query: { month: string; bankAccountId?: number }) =>
  queryOptions({
    queryKey: ['get', '/api/bank-months', { params: { query } }],
    queryFn: async ({ signal }) => {
      const { data } = await bank.GET('/api/bank-months', { params: { query }, signal })
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
      const { data, response } = await bank.GET('/api/bank-lines', { params: { query }, signal })
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
