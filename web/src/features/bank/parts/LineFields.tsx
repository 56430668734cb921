import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { BankLine, PartKind } from '@/api/bank'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { FieldError } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { bank as texts, split } from '../messages'
import { candidatesOf, changedDraft, purposesOf, type Draft } from '../model'
import { TenantSelect } from './TenantSelect'

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)',
  gap: 8,
  alignItems: 'start',
  '& > div': { display: 'flex', flexDirection: 'column', gap: 6, minWidth: 0 },
  // A name and a home need all of a phone's width.
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' },
})
const Why = styled('p')({ ...type.small, color: color.muted, marginTop: 4 })

/** Returns the reason for the choice. */
export function reasonOf(line: BankLine, { whose, purpose, parts }: Draft): string {
  if (parts !== null) return ''
  if (purpose === 'nothing') return texts.aside
  const reason = line.proposedSplit.find(({ tenantId }) => tenantId === whose.id)?.reason ?? line.matches.find(({ tenantId }) => tenantId === whose.id)?.reason
  if (reason !== undefined) return typographic(reason)
  return candidatesOf(line).length === 0 && whose.id === null ? texts.nothingLike : ''
}

interface FieldsProps {
  line: BankLine
  draft: Draft
  /** The name of the line, for those who do not see where the fields stand. */
  name: string
  /** True if it was to be confirmed, and something was missing. */
  isMissing: boolean
  onChange: (draft: Draft) => void
}

/** Asks whose a line is and what it was for, with the reason of the proposal. */
export function LineFields({ line, draft, name, isMissing, onChange }: FieldsProps) {
  const change = (changes: Partial<Draft>) => onChange(changedDraft(line, draft, changes))
  const usual = purposesOf(line)[0] ?? ''
  const errorId = `line-${String(line.id)}-error`
  const error = isMissing ? { id: errorId } : undefined
  const reason = reasonOf(line, draft)
  return (
    <div>
      {isMissing && <FieldError id={errorId} text={texts.undecided} />}
      <Pair>
        <div>
          <TenantSelect
            line={line}
            label={`${texts.whose}, ${name}`}
            whose={draft.whose}
            isNobodys={draft.purpose === 'nothing'}
            error={error}
            onChange={({ isNobodys, whose }) => change({ whose, purpose: isNobodys ? 'nothing' : draft.purpose === 'nothing' || draft.purpose === '' ? usual : draft.purpose })}
          />
        </div>
        <div>
          <Select
            aria-label={`${texts.purpose}, ${name}`}
            aria-invalid={isMissing || undefined}
            aria-describedby={error?.id}
            value={draft.purpose}
            onChange={({ target }) => change({ purpose: target.value as PartKind | '' })}
          >
            <option value="">{texts.choosePurpose}</option>
            {purposesOf(line).map((kind) => (
              <option key={kind} value={kind}>
                {texts.purposes[kind]}
              </option>
            ))}
          </Select>
        </div>
      </Pair>
      {reason !== '' && <Why>{reason}</Why>}
    </div>
  )
}

/** Returns the function that sums up a split in one sentence. */
export function useSplitSummary(): (line: BankLine, parts: readonly unknown[]) => string {
  const format = useFormatter()
  return (line, parts) => split.summary(parts.length, format.moneyExact(line.open))
}
