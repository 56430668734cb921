import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import type { BankLine } from '@/api/bank'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Obstacle } from '@/ui/dialogParts'
import { PlainDialog } from '@/ui/PlainDialog'
import { useDiscard } from '@/ui/useDiscard'
import { bank as texts, split } from '../messages'
import { changedDraft, isGivenOut, isOut, leftOf, splitOf, type Draft } from '../model'
import { SplitEditor } from './SplitEditor'

const Payment = styled(Card)({ ...type.body, display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2px 12px', padding: '12px 16px', marginBottom: 16, '& p': { ...type.small, color: color.muted, flexBasis: '100%' } })
const Strong = styled('span')({ fontWeight: 580, overflowWrap: 'anywhere' })

/** The split of a payment as a dialog: nothing of it holds before it is saved. */
export function SplitDialog({ line, draft, name, onSave, onClose }: { line: BankLine; draft: Draft; name: string; onSave: (draft: Draft) => void; onClose: () => void }) {
  const format = useFormatter()
  const [now, setNow] = useState<Draft>(() => ({ ...draft, parts: splitOf(line, draft) }))
  const [first] = useState(now)
  const { ask, guard } = useDiscard(() => now !== first)
  const parts = now.parts ?? []
  const isWhole = isGivenOut(line, parts)
  const close = () => ask(onClose)
  const words = [format.date(line.date), line.reference].filter((word) => word !== null && word !== '')
  return (
    <>
      <PlainDialog
        title={split.title}
        subject={split.subject(isOut(line) ? 'out' : 'in', format.date(line.date))}
        onClose={close}
        foot={
          <>
            {!isWhole && <Obstacle id="split-obstacle">{leftOf(line, parts) === 0n ? split.chooseFirst : split.giveFirst(format.moneyExact(line.open))}</Obstacle>}
            <Button onClick={close}>{common.cancel}</Button>
            <Button variant="contained" disabled={!isWhole} aria-describedby={isWhole ? undefined : 'split-obstacle'} onClick={() => onSave(changedDraft(line, now, {}))}>
              {split.save}
            </Button>
          </>
        }
      >
        <Payment aria-label={name}>
          <Strong>{line.payer ?? texts.unknownPayer}</Strong>
          <Strong>{format.moneyExact(line.open)}</Strong>
          <p>{words.join(', ')}</p>
        </Payment>
        <SplitEditor line={line} draft={now} name={name} onChange={(changes) => setNow((before) => ({ ...before, ...changes }))} />
      </PlainDialog>
      {guard}
    </>
  )
}
