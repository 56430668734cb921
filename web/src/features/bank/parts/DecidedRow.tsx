import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { BankLine, PartKind } from '@/api/bank'
import { useMayWrite } from '@/api/session'
import { tenantPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Notice } from '@/ui/Notice'
import { RowMenu } from '@/ui/RowMenu'
import { bank as texts } from '../messages'
import { Item, useLineWords } from './LineRow'

const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr) auto 36px',
  gap: '4px 16px',
  alignItems: 'center',
  padding: '11px 20px',
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr) auto 44px', padding: '12px 16px', '& > [data-what]': { gridColumn: '1 / -1', gridRow: 2 } },
})
const Name = styled('p')({ fontWeight: 560, overflowWrap: 'anywhere' })
const Under = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Amount = styled('p')({ textAlign: 'right', fontWeight: 580, whiteSpace: 'nowrap' })
const Way = styled(Link)({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })

const kinds: Record<Exclude<BankLine['state'], 'open'>, PartKind> = { received: 'rent', refunded: 'refund', depositReturned: 'depositReturn', ignored: 'nothing' }

/** A line that is decided: what it became, and the way back. */
export function DecidedRow({ line, onUndo }: { line: BankLine; onUndo: () => void }) {
  const format = useFormatter()
  const mayWrite = useMayWrite()
  const words = useLineWords()(line)
  const { state, parts, tenantId } = line
  if (state === 'open') return null
  return (
    <Item>
      <Row>
        <div>
          <Name>{words.payer}</Name>
          <Under>{[words.day, words.reference].filter(Boolean).join(', ')}</Under>
        </div>
        <div data-what>
          {parts.length === 0 && <p>{texts.decidedAs[kinds[state]]}</p>}
          {parts.map(({ kind, amount, tenantName }, index) => (
            <p key={index}>{texts.decidedPart(texts.decidedAs[kind], format.moneyExact(amount), tenantName)}</p>
          ))}
          {tenantId !== null && (
            <Way to={tenantPath(tenantId)} aria-label={`${texts.openTenant}, ${words.name}`}>
              {texts.openTenant}
            </Way>
          )}
        </div>
        <Amount>{words.amount}</Amount>
        {mayWrite ? <RowMenu label={texts.menuOf(words.name)} acts={[{ name: texts.undoFull, onSelect: onUndo }]} /> : <span />}
      </Row>
      {line.warning !== null && (
        <div style={{ padding: '0 20px 12px' }}>
          <Notice tone="danger" title={texts.warning} text={line.warning} action={mayWrite && <Button onClick={onUndo}>{texts.undo}</Button>} />
        </div>
      )}
    </Item>
  )
}
