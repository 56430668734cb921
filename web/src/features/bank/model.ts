import type { BankLine, BankLineDecision, BankLineState } from '@/api/bank'
import { idOf } from '@/lib/query'

/** What was done to a line on the page: whether it is ticked, and whose it is. */
export interface Draft {
  isTicked: boolean
  choice: Choice
  /** Who was found by name. */
  other: { id: number | null; label: string }
}

/** The id of a tenant that was proposed, another one, nobody, or nothing yet. */
export type Choice = `${number}` | 'another' | 'ignore' | ''

/** A line as it is proposed: ticked where the match is sure. */
export function draftOf({ matches }: Pick<BankLine, 'matches'>): Draft {
  const [first] = matches
  return { isTicked: first?.sure ?? false, choice: first === undefined ? '' : `${first.tenantId}`, other: { id: null, label: '' } }
}

/**
 * What was done to a line, as long as it still holds: where whoever was chosen is no longer proposed, the line has to be looked at
 * again.
 */
export function keptDraft(draft: Draft | undefined, line: Pick<BankLine, 'matches'>): Draft {
  if (draft === undefined) return draftOf(line)
  const isThere = ['', 'another', 'ignore'].includes(draft.choice) || line.matches.some(({ tenantId }) => String(tenantId) === draft.choice)
  return isThere ? draft : { ...draftOf(line), isTicked: false }
}

/** What becomes of a line; `null` as long as nothing is chosen. */
export function decisionOf(lineId: number, { choice, other }: Draft): BankLineDecision | null {
  if (choice === '') return null
  if (choice === 'ignore') return { lineId, tenantId: null }
  const tenantId = choice === 'another' ? other.id : Number(choice)
  return tenantId === null ? null : { lineId, tenantId }
}

/** Whether a draft says what becomes of its line. */
export const isDecided = (draft: Draft): boolean => decisionOf(0, draft) !== null

/** What the address says about the list. */
export function readList(query: URLSearchParams): { state: BankLineState; statementId: number | undefined } {
  const state = query.get('show')
  return { state: state === 'received' || state === 'ignored' ? state : 'open', statementId: idOf(query.get('file')) }
}

/** The server takes so many decisions at once. */
const mostDecisions = 200

/** Decisions in parts that the server takes. */
export function partsOf(decisions: readonly BankLineDecision[]): BankLineDecision[][] {
  return Array.from({ length: Math.ceil(decisions.length / mostDecisions) }, (_, index) => decisions.slice(index * mostDecisions, (index + 1) * mostDecisions))
}
