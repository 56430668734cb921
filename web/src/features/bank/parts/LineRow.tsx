import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ChevronRight, ChevronUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFormatter } from '@/api/account'
import type { BankLine } from '@/api/bank'
import { useMayWrite } from '@/api/session'
import { color, media, radius, type } from '@/theme/tokens'
import { Notice } from '@/ui/Notice'
import { RowMenu, type RowAct } from '@/ui/RowMenu'
import { useIsMobile } from '@/ui/useIsMobile'
import { bank as texts, split } from '../messages'
import { changedDraft, isOut, splitOf, type Draft } from '../model'
import { LineFields, reasonOf, useSplitSummary } from './LineFields'
import { SplitEditor } from './SplitEditor'

/** The columns of the list; the date stands under the payer where there is less room. */
export const lineColumns = {
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr) 96px minmax(0, 1.5fr) 36px',
  columnGap: 14,
  '& [data-date], & [data-in]': { display: 'none' },
  '@media (min-width: 1200px)': {
    gridTemplateColumns: '18px 82px minmax(0, 1fr) 92px 96px minmax(0, 1.55fr) 36px',
    '& [data-date], & [data-in]': { display: 'block' },
    '& [data-small-date]': { display: 'none' },
  },
} as const

export const Item = styled('li')({ ...type.body, '& + &': { borderTop: `1px solid ${color.line}` } })
const Row = styled('div')({ ...lineColumns, alignItems: 'center', padding: '11px 20px' })
const Tick = styled('input')({ flex: 'none', width: 18, height: 18, margin: 0, accentColor: color.accent, cursor: 'pointer' })
const Who = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' })
const Name = styled('p')({ fontWeight: 560 })
const Under = styled('p')({ ...type.small, color: color.muted })
const Amount = styled('p')({ textAlign: 'right', fontWeight: 580, whiteSpace: 'nowrap' })
const Sunken = styled('div')({ padding: '14px 20px', borderTop: `1px solid ${color.line}`, backgroundColor: color.sunken })
const Warned = styled('div')({ padding: '0 20px 12px', [media.mobile]: { padding: '0 16px 12px' } })

const Card = styled('div')({ display: 'grid', gridTemplateColumns: '18px minmax(0, 1fr) auto', gap: '2px 12px', alignItems: 'baseline', padding: '14px 16px' })
const Choice = styled(ButtonBase)({
  gridColumn: '2 / -1',
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 10,
  minHeight: 46,
  marginTop: 8,
  padding: '8px 12px',
  textAlign: 'left',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  '&:hover': { backgroundColor: color.hover },
  '& > svg': { flex: 'none', color: color.muted },
})

/** A line of the bank as it is written: day, who, what they wrote. */
export function useLineWords() {
  const format = useFormatter()
  return (line: BankLine) => ({
    name: texts.line(format.moneyExact(line.amount), format.date(line.date), line.payer ?? ''),
    day: format.date(line.date),
    payer: line.payer === null || line.payer === '' ? texts.unknownPayer : line.payer,
    amount: format.moneyExact(line.amount),
    reference: line.reference ?? '',
  })
}

interface LineProps {
  line: BankLine
  draft: Draft
  isMissing: boolean
  onChange: (draft: Draft) => void
  /** Opens the line's sheet or its split, on phones. */
  onOpen: (what: 'line' | 'split') => void
  onUndo: () => void
}

/** A line to decide. */
export function LineRow(props: LineProps) {
  const isMobile = useIsMobile()
  const { line, onUndo } = props
  const mayWrite = useMayWrite()
  return (
    <Item>
      {isMobile ? <Phone {...props} /> : <Desk {...props} />}
      {line.warning !== null && (
        <Warned>
          <Notice tone="danger" title={texts.warning} text={line.warning} action={mayWrite && line.state !== 'open' && <Button onClick={onUndo}>{texts.undo}</Button>} />
        </Warned>
      )}
    </Item>
  )
}

/** Returns the entries of a line's menu. */
function actsOf({ line, draft, onChange }: Pick<LineProps, 'line' | 'draft' | 'onChange'>, onSplit: () => void): RowAct[] {
  return [
    draft.parts === null ? { name: texts.splitAct, onSelect: onSplit } : { name: split.whole, onSelect: () => onChange(changedDraft(line, draft, { parts: null })) },
    { name: texts.putAside, onSelect: () => onChange(changedDraft(line, draft, { parts: null, purpose: 'nothing' })) },
  ]
}

function Desk({ line, draft, isMissing, onChange }: LineProps) {
  const words = useLineWords()(line)
  const summary = useSplitSummary()
  const mayWrite = useMayWrite()
  const change = (changes: Partial<Draft>) => onChange(changedDraft(line, draft, changes))
  const splitNow = () => change({ parts: splitOf(line, draft) })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 's' && draft.parts === null) splitNow()
  }
  return (
    <>
      <Row>
        {mayWrite ? (
          <Tick
            type="checkbox"
            data-line
            aria-label={texts.tickLine(words.name)}
            checked={draft.isTicked}
            onKeyDown={keys}
            onChange={({ target }) => onChange({ ...draft, isTicked: target.checked })}
          />
        ) : (
          <span />
        )}
        <span data-date>{words.day}</span>
        <Who>
          <Name>{words.payer}</Name>
          <Under>
            <span data-small-date>
              {words.day}
              {words.reference !== '' && ', '}
            </span>
            {words.reference}
          </Under>
        </Who>
        <Amount data-in>{!isOut(line) && words.amount}</Amount>
        <Amount>{isOut(line) ? words.amount : <span data-small-date>{words.amount}</span>}</Amount>
        {draft.parts !== null ? (
          <Under sx={type.body}>{summary(line, draft.parts)}</Under>
        ) : mayWrite ? (
          <LineFields line={line} draft={draft} name={words.name} isMissing={isMissing} onChange={onChange} />
        ) : (
          <ReadOnly line={line} draft={draft} />
        )}
        {mayWrite ? <RowMenu label={texts.menuOf(words.name)} acts={actsOf({ line, draft, onChange }, splitNow)} /> : <span />}
      </Row>
      {draft.parts !== null && mayWrite && (
        <Sunken>
          <SplitEditor line={line} draft={draft} name={words.name} onChange={change} />
          <Button variant="text" onClick={() => change({ parts: null })} startIcon={<ChevronUp size={16} strokeWidth={1.75} />} sx={{ marginLeft: '-8px' }}>
            {split.whole}
          </Button>
        </Sunken>
      )}
    </>
  )
}

function ReadOnly({ line, draft }: Pick<LineProps, 'line' | 'draft'>) {
  return (
    <div>
      <p>{draft.whose.label}</p>
      <Under>{reasonOf(line, draft)}</Under>
    </div>
  )
}

function Phone({ line, draft, onChange, onOpen }: LineProps) {
  const words = useLineWords()(line)
  const summary = useSplitSummary()
  const mayWrite = useMayWrite()
  const isSplit = draft.parts !== null
  const title = draft.parts !== null ? summary(line, draft.parts) : draft.purpose === 'nothing' ? texts.noTenant : draft.whose.label || texts.chooseTenant
  const reason = draft.parts !== null ? draft.parts.map(({ whose }) => whose.label.split(',')[0]).join(', ') : [draft.purpose === '' ? '' : `${texts.purposes[draft.purpose]}.`, reasonOf(line, draft)].filter(Boolean).join(' ')
  return (
    <Card>
      {mayWrite ? (
        <Tick type="checkbox" data-line aria-label={texts.tickLine(words.name)} checked={draft.isTicked} onChange={({ target }) => onChange({ ...draft, isTicked: target.checked })} sx={{ alignSelf: 'center' }} />
      ) : (
        <span />
      )}
      <Name sx={{ overflowWrap: 'anywhere' }}>{words.payer}</Name>
      <Amount>{words.amount}</Amount>
      <span />
      <Under sx={{ overflowWrap: 'anywhere' }}>{[words.day, words.reference].filter(Boolean).join(', ')}</Under>
      <Under sx={{ textAlign: 'right' }}>{isOut(line) ? texts.out : texts.in}</Under>
      {mayWrite ? (
        <Choice aria-haspopup="dialog" aria-label={`${title}, ${words.name}`} onClick={() => onOpen(isSplit ? 'split' : 'line')} sx={draft.whose.id === null && draft.purpose === '' && !isSplit ? { borderColor: color.lineStrong, color: color.faint } : {}}>
          <span style={{ minWidth: 0 }}>
            <span style={{ ...type.body, display: 'block', fontWeight: 560, overflowWrap: 'anywhere' }}>{title}</span>
            {reason !== '' && <span style={{ ...type.small, display: 'block', color: color.muted }}>{reason}</span>}
          </span>
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </Choice>
      ) : (
        <div style={{ gridColumn: '2 / -1' }}>
          <ReadOnly line={line} draft={draft} />
        </div>
      )}
    </Card>
  )
}
