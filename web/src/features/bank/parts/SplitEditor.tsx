import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { Check as CheckMark, Plus, X } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { BankLine } from '@/api/bank'
import { typographic } from '@/lib/format'
import { parseMoney, toAmount } from '@/lib/money'
import { color, media, radius, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { FieldError } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { bank as texts, split } from '../messages'
import { candidatesOf, isGivenOut, isOut, leftOf, partFault, withPart, type Draft, type Part } from '../model'
import { useOpenCharges } from '../queries'
import { TenantSelect } from './TenantSelect'

const List = styled('ol')({ display: 'flex', flexDirection: 'column', gap: 8, [media.mobile]: { gap: 0 } })
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.7fr) minmax(0, 128px) minmax(0, 1.1fr) minmax(0, 1.6fr) 36px',
  gap: 8,
  alignItems: 'start',
  '& > div': { display: 'flex', flexDirection: 'column', gap: 6, minWidth: 0 },
  [media.mobile]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gridTemplateAreas: '"whose remove" "amount purpose" "why why"',
    padding: '14px 0',
    borderTop: `1px solid ${color.line}`,
    '& > [data-whose]': { gridColumn: '1 / -1', paddingRight: 52 },
    '& > [data-why]': { gridColumn: '1 / -1' },
  },
  position: 'relative',
})
const Why = styled('p')({ ...type.small, color: color.muted, paddingTop: 9, [media.mobile]: { paddingTop: 0 } })
const Remove = styled(ButtonBase)({
  width: 36,
  height: 36,
  borderRadius: radius.control,
  color: color.muted,
  '&:hover': { backgroundColor: color.hover },
  [media.mobile]: { position: 'absolute', right: 0, top: 14, width: 44, height: 46 },
})
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 16px', marginTop: 8 })
const State = styled('p')({ ...type.body, marginLeft: 'auto', '& svg': { verticalAlign: '-2px', marginRight: 5 }, [media.mobile]: { marginLeft: 0, flexBasis: '100%' } })

interface EditorProps {
  line: BankLine
  draft: Draft
  /** The name of the line. */
  name: string
  onChange: (changes: Partial<Draft>) => void
}

/** A payment in parts: each to a tenant's rent, to a charge of theirs, or to nothing, until all of it is given out. */
export function SplitEditor({ line, draft, name, onChange }: EditorProps) {
  const parts = draft.parts ?? []
  const set = (changed: readonly Part[]) => onChange({ parts: changed })
  return (
    <>
      <List aria-label={`${split.title}, ${name}`}>
        {parts.map((part, index) => (
          <PartRow
            key={part.key}
            line={line}
            part={part}
            number={index + 1}
            onChange={(changed) => set(parts.map((each) => (each.key === part.key ? changed : each)))}
            onRemove={parts.length === 1 ? undefined : () => set(parts.filter((each) => each.key !== part.key))}
          />
        ))}
      </List>
      <Foot>
        <Button variant="text" onClick={() => set(withPart(line, parts))} startIcon={<Plus size={16} strokeWidth={1.75} />} sx={{ marginLeft: '-8px' }}>
          {split.add}
        </Button>
        <Check>
          <input type="checkbox" checked={draft.isProposedAgain} onChange={({ target }) => onChange({ isProposedAgain: target.checked })} />
          {line.reference === null || line.reference === '' ? split.againUnnamed : split.again(line.reference)}
        </Check>
        <SplitRemainder line={line} parts={parts} onRest={set} />
      </Foot>
    </>
  )
}

/** Shows how much is given out, and offers to give out the rest. */
function SplitRemainder({ line, parts, onRest }: { line: BankLine; parts: readonly Part[]; onRest: (parts: readonly Part[]) => void }) {
  const format = useFormatter()
  const left = leftOf(line, parts)
  const all = format.moneyExact(line.open)
  if (isGivenOut(line, parts)) {
    return (
      <State role="status" sx={{ color: color.success, fontWeight: 560 }}>
        <CheckMark size={15} strokeWidth={2} aria-hidden="true" />
        {split.of(all, all)}
      </State>
    )
  }
  if (left === 0n) {
    return (
      // On a phone the foot of the dialog says so.
      <State role="status" sx={{ color: color.muted, [media.mobile]: { display: 'none' } }}>
        {split.chooseFirst}
      </State>
    )
  }
  const last = [...parts].reverse().find(({ whose }) => whose.id !== null)
  const rest = last === undefined ? 0n : (parseMoney(last.amount) ?? 0n) + left
  return (
    <State as="div" role="status">
      <FieldError id={`line-${String(line.id)}-given`} text={left > 0n ? split.left(format.moneyExact(left), all) : split.over(format.moneyExact(-left))} />
      {last !== undefined && rest > 0n && (
        <Button size="small" onClick={() => onRest(parts.map((part) => (part.key === last.key ? { ...part, amount: toAmount(rest) } : part)))} sx={{ marginTop: '6px' }}>
          {split.rest(last.whose.label.split(/[ ,]/)[0] ?? '')}
        </Button>
      )}
    </State>
  )
}

interface PartProps {
  line: BankLine
  part: Part
  number: number
  onChange: (part: Part) => void
  onRemove: (() => void) | undefined
}

function PartRow({ line, part, number, onChange, onRemove }: PartProps) {
  const format = useFormatter()
  const { data: charges = [] } = useOpenCharges(part.kind === 'nothing' || isOut(line) ? null : part.whose.id)
  const fault = partFault(part)
  const label = split.part(number)
  const owed = candidatesOf(line).find(({ id }) => id === part.whose.id)?.owed ?? null
  const after = owed === null ? null : owed - (parseMoney(part.amount) ?? 0n)
  const why = part.reason !== '' ? typographic(part.reason) : part.kind === 'rent' && owed !== null && after !== null && owed > 0n && after > 0n ? split.partOf(format.moneyExact(owed), format.moneyExact(after)) : ''
  return (
    <Row>
      <div data-whose>
        <TenantSelect
          line={line}
          label={`${split.whose}, ${label}`}
          whose={part.whose}
          isNobodys={part.kind === 'nothing'}
          onChange={({ whose, isNobodys }) =>
            onChange({ ...part, whose, reason: '', chargeId: null, kind: isNobodys ? 'nothing' : part.kind === 'nothing' ? (isOut(line) ? 'refund' : 'rent') : part.kind })
          }
        />
      </div>
      <div>
        <MoneyInput
          aria-label={`${split.amount}, ${label}`}
          aria-invalid={(fault === 'amount' && part.amount !== '') || undefined}
          currencySign={format.currencySign}
          value={part.amount}
          onChange={({ target }) => onChange({ ...part, amount: target.value, reason: '' })}
          onTidy={(amount) => onChange({ ...part, amount })}
        />
      </div>
      <div>
        <Select
          aria-label={`${split.purpose}, ${label}`}
          value={part.chargeId === null ? part.kind : `charge-${String(part.chargeId)}`}
          onChange={({ target: { value } }) => {
            const charge = charges.find(({ id }) => `charge-${String(id)}` === value)
            onChange(charge === undefined ? { ...part, kind: value as Part['kind'], chargeId: null } : { ...part, kind: 'rent', chargeId: charge.id })
          }}
        >
          {(isOut(line) ? (['refund', 'depositReturn', 'nothing'] as const) : (['rent', 'nothing'] as const))
            .filter((kind) => kind !== 'depositReturn' || part.kind === kind || line.proposedSplit.some((each) => each.kind === kind))
            .map((kind) => (
              <option key={kind} value={kind}>
                {texts.purposes[kind]}
              </option>
            ))}
          {charges.map((charge) => (
            <option key={charge.id} value={`charge-${String(charge.id)}`}>
              {split.charge(charge.reference ?? '', format.moneyExact(charge.amount))}
            </option>
          ))}
        </Select>
      </div>
      <div data-why>{why !== '' && <Why>{why}</Why>}</div>
      {onRemove !== undefined && (
        <Remove aria-label={split.remove(number)} onClick={onRemove}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </Remove>
      )}
    </Row>
  )
}
