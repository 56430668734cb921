import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { useFormatter } from '@/api/account'
import type { BankLine } from '@/api/bank'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { common } from '@/lib/messages'
import { parseMoney, sum } from '@/lib/money'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Check } from '@/ui/form/Check'
import { Select } from '@/ui/form/Select'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { bank as texts } from '../messages'
import { decisionOf, isDecided, isProposed, keptDraft, type Draft } from '../model'
import { useDecide, useUndo } from '../queries'
import { DecidedRow } from './DecidedRow'
import { lineColumns, LineRow, useLineWords } from './LineRow'

const LineSheet = lazy(async () => ({ default: (await import('./LineSheet')).LineSheet }))
const SplitDialog = lazy(async () => ({ default: (await import('./SplitDialog')).SplitDialog }))

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 16px', padding: '8px 20px', borderBottom: `1px solid ${color.line}`, [media.mobile]: { paddingInline: 16 } })
const Names = styled('div')({ ...type.small, ...lineColumns, padding: '9px 20px', color: color.muted, backgroundColor: color.sunken, borderBottom: `1px solid ${color.line}`, '& > [data-right]': { textAlign: 'right' } })
const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: '12px 20px',
  '& > p': { flex: '1 1 200px' },
  '& > div': { flex: 'none' },
  borderTop: `1px solid ${color.line}`,
  // On phones the bar stands on the tabs.
  [media.mobile]: { position: 'sticky', bottom: 60, paddingInline: 16, backgroundColor: color.surface, borderRadius: '0 0 10px 10px', zIndex: 1 },
})
const Quiet = styled('p')({ ...type.small, color: color.muted })
const Two = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)', gap: 8 })

/** Lines of the bank, those to decide with what is proposed, and how the others were decided. */
export function Lines({ lines }: { lines: readonly BankLine[] }) {
  const isMobile = useIsMobile()
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const [isChecked, setChecked] = useState(false)
  const [receipts, setReceipts] = useState<Receipts>('asSet')
  const [opened, setOpened] = useState<{ id: number; what: 'line' | 'split' }>()
  const list = useRef<HTMLUListElement>(null)
  const decide = useDecide()
  const undo = useUndo()
  const words = useLineWords()
  const draft = (line: BankLine) => keptDraft(drafts.get(line.id), line)
  const set = (line: BankLine, changed: Draft) => setDrafts((before) => new Map(before).set(line.id, changed))
  const open = lines.filter(({ state }) => state === 'open')
  const ticked = open.filter((line) => draft(line).isTicked)
  const confirm = () => {
    if (ticked.length === 0) return
    setChecked(true)
    const decisions = ticked.map((line) => decisionOf(line, draft(line))).filter((each) => each !== null)
    if (decisions.length < ticked.length) return
    decide.mutate({ decisions, ...(receipts !== 'asSet' && { emailTenants: receipts === 'all' }) }, {
      onSuccess: (counts) => {
        setChecked(false)
        setReceipts('asSet')
        const ids = decisions.map(({ lineId }) => lineId)
        // A line that comes back, once what was recorded is taken back, is proposed anew.
        setDrafts((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
        toasts.success(texts.confirmed(ids.length), texts.confirmedText(counts), { name: texts.undo, onUndo: () => takeBack(ids) })
      },
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.failed)),
    })
  }
  const takeBack = (ids: readonly number[]) =>
    undo.mutate(ids, {
      onSuccess: (undone) => toasts.success(texts.undone(undone), texts.undoneText),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.undoFailed)),
    })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm()
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('[data-line]') ?? [])]
    const at = boxes.indexOf(event.target as HTMLInputElement)
    const next = at === -1 ? undefined : event.key === 'ArrowDown' ? boxes[at + 1] : event.key === 'ArrowUp' ? boxes[at - 1] : undefined
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  const openLine = opened === undefined ? undefined : open.find(({ id }) => id === opened.id)
  return (
    <>
      {lines.length > 0 && (
        <Card aria-label={texts.lines}>
          {open.length > 0 && <HeadBox open={open} draft={draft} onTick={(isTicked) => open.filter(isProposed).forEach((line) => set(line, { ...draft(line), isTicked }))} />}
          {!isMobile && open.length > 0 && (
            <Names aria-hidden="true">
              <span />
              <span data-date>{texts.columns.date}</span>
              <span>{texts.columns.who}</span>
              <span data-in data-right>
                {texts.columns.moneyIn}
              </span>
              <span data-right>{texts.columns.moneyOut}</span>
              <Two>
                <span>{texts.columns.whose}</span>
                <span>{texts.columns.purpose}</span>
              </Two>
            </Names>
          )}
          {/* The keys are those of the boxes in it. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <ul ref={list} aria-label={texts.lines} onKeyDown={keys}>
            {lines.map((line) =>
              line.state === 'open' ? (
                <LineRow
                  key={line.id}
                  line={line}
                  draft={draft(line)}
                  isMissing={isChecked && draft(line).isTicked && !isDecided(line, draft(line))}
                  onChange={(changed) => set(line, changed)}
                  onOpen={(what) => setOpened({ id: line.id, what })}
                  onUndo={() => takeBack([line.id])}
                />
              ) : (
                <DecidedRow key={line.id} line={line} onUndo={() => takeBack([line.id])} />
              ),
            )}
          </ul>
          {open.length > 0 && (
            <Writers>
              <ConfirmBar ticked={ticked} receipts={receipts} isPending={decide.isPending} onReceipts={setReceipts} onConfirm={confirm} />
            </Writers>
          )}
        </Card>
      )}
      <Suspense>
        {openLine !== undefined && opened?.what === 'line' && (
          <LineSheet line={openLine} draft={draft(openLine)} onChange={(changed) => set(openLine, changed)} onSplit={() => setOpened({ id: openLine.id, what: 'split' })} onClose={() => setOpened(undefined)} />
        )}
        {openLine !== undefined && opened?.what === 'split' && (
          <SplitDialog
            line={openLine}
            draft={draft(openLine)}
            name={words(openLine).name}
            onSave={(changed) => {
              set(openLine, changed)
              setOpened(undefined)
            }}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Ticks every full proposal at once, or none. */
function HeadBox({ open, draft, onTick }: { open: readonly BankLine[]; draft: (line: BankLine) => Draft; onTick: (isTicked: boolean) => void }) {
  const proposed = open.filter(isProposed)
  const ticked = proposed.filter((line) => draft(line).isTicked).length
  const without = open.length - proposed.length
  const isAll = ticked === proposed.length
  const fill = (box: HTMLInputElement | null) => {
    if (box !== null) box.indeterminate = ticked > 0 && !isAll
  }
  return (
    <Head>
      {proposed.length === 0 ? (
        <Quiet sx={{ paddingBlock: '8px' }}>{texts.noProposal}</Quiet>
      ) : (
        <Writers>
          <Check>
            <input ref={fill} type="checkbox" checked={isAll} onChange={() => onTick(!isAll)} />
            {texts.head(ticked, proposed.length)}
          </Check>
        </Writers>
      )}
      {proposed.length > 0 && without > 0 && <Quiet>{texts.without(without)}</Quiet>}
    </Head>
  )
}

/** The payments that are told by email: as the switch says and of the last 7 days, all, or none. */
type Receipts = keyof typeof texts.receiptsBy

interface ConfirmBarProps {
  ticked: readonly BankLine[]
  receipts: Receipts
  isPending: boolean
  onReceipts: (receipts: Receipts) => void
  onConfirm: () => void
}

function ConfirmBar({ ticked, receipts, isPending, onReceipts, onConfirm }: ConfirmBarProps) {
  const format = useFormatter()
  const amounts = ticked.map(({ amount }) => parseMoney(amount) ?? 0n)
  const [moneyIn, moneyOut] = [sum(amounts.filter((amount) => amount > 0n)), sum(amounts.filter((amount) => amount < 0n))]
  const sums = [...(moneyIn > 0n ? [texts.sumIn(format.moneyExact(moneyIn))] : []), ...(moneyOut < 0n ? [texts.sumOut(format.moneyExact(-moneyOut))] : [])].join(', ')
  return (
    <Foot>
      <Quiet id="bank-ticked" role="status">
        {ticked.length === 0 ? texts.nothingTicked : texts.ticked(ticked.length, sums)}
      </Quiet>
      {moneyIn > 0n && (
        <Select aria-label={texts.receipts} value={receipts} onChange={({ target: { value } }) => onReceipts(value as Receipts)}>
          {Object.entries(texts.receiptsBy).map(([by, text]) => (
            <option key={by} value={by}>
              {text}
            </option>
          ))}
        </Select>
      )}
      <Button variant="contained" disabled={ticked.length === 0} aria-describedby="bank-ticked" loading={isPending} onClick={onConfirm}>
        {texts.confirm(ticked.length)}
      </Button>
    </Foot>
  )
}
