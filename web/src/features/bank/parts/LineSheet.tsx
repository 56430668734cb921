import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import type { BankLine } from '@/api/bank'
import { color, type } from '@/theme/tokens'
import { CloseButton, DialogFrame } from '@/ui/dialogParts'
import { bank as texts } from '../messages'
import { changedDraft, type Draft } from '../model'
import { LineFields } from './LineFields'
import { useLineWords } from './LineRow'

const Names = styled('div')({ flex: 1, minWidth: 0, paddingBlock: 6 })
const Title = styled('h2')({ ...type.h2Large, overflowWrap: 'anywhere' })
const Under = styled('p')({ ...type.small, color: color.muted })
const Acts = styled('div')({ display: 'flex', gap: 10, marginTop: 16, '& > *': { flex: 1 } })

interface SheetProps {
  line: BankLine
  draft: Draft
  onChange: (draft: Draft) => void
  onSplit: () => void
  onClose: () => void
}

/** Asks what becomes of a line, at the foot of a phone's screen; it takes effect at once. */
export function LineSheet({ line, draft, onChange, onSplit, onClose }: SheetProps) {
  const id = useId()
  const words = useLineWords()(line)
  return (
    <DialogFrame
      kind="sheet"
      labelledBy={id}
      onClose={onClose}
      head={
        <>
          <Names>
            <Title id={id}>{words.payer}</Title>
            <Under>{[words.amount, words.day, words.reference].filter(Boolean).join(', ')}</Under>
          </Names>
          <CloseButton onClose={onClose} />
        </>
      }
      foot={
        <Button variant="contained" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <LineFields line={line} draft={draft} name={words.name} isMissing={false} onChange={onChange} />
      <Acts>
        <Button onClick={onSplit}>{texts.splitAct}</Button>
        <Button onClick={() => onChange(changedDraft(line, draft, { purpose: 'nothing' }))}>{texts.putAside}</Button>
      </Acts>
    </DialogFrame>
  )
}
