import { styled } from '@mui/material/styles'
import { useDeferredValue } from 'react'
import { useFormatter } from '@/api/account'
import type { BankLine } from '@/api/bank'
import { useMayWrite } from '@/api/session'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { FieldError } from '@/ui/form/Field'
import { Picker } from '@/ui/form/Picker'
import { Select } from '@/ui/form/Select'
import { bank as texts } from '../messages'
import { isDecided, type Choice, type Draft } from '../model'
import { useTenantSearch } from '../queries'
import { Payment, Row } from './Payment'

const Tick = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  cursor: 'pointer',
  '& input': { flex: 'none', width: 18, height: 18, margin: 0, accentColor: color.accent },
  [media.mobile]: { minHeight: 44 },
})
const Whose = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6, minWidth: 0 })
const Why = styled('p')({ ...type.small, color: color.muted })

interface LineProps {
  line: BankLine
  draft: Draft
  /** Whether it was to be confirmed, and nobody was chosen. */
  isMissing: boolean
  onChange: (draft: Draft) => void
}

/** A payment to decide: whose it is, with the reason of the proposal. */
export function OpenLine({ line, draft, isMissing, onChange }: LineProps) {
  const format = useFormatter()
  const mayWrite = useMayWrite()
  const name = texts.line(format.moneyExact(line.amount), format.date(line.date), line.payer ?? '')
  const chosen = line.matches.find(({ tenantId }) => String(tenantId) === draft.choice)
  if (!mayWrite) {
    return (
      <Row>
        <Payment line={line} />
        {chosen !== undefined && <Why>{typographic(chosen.reason)}</Why>}
      </Row>
    )
  }
  const choose = (choice: Choice) => {
    const changed = { ...draft, choice }
    onChange({ ...changed, isTicked: isDecided(changed) })
  }
  const errorId = `line-${String(line.id)}-error`
  return (
    <Row>
      <Tick>
        <input type="checkbox" aria-label={texts.confirmLine(name)} checked={draft.isTicked} onChange={({ target }) => onChange({ ...draft, isTicked: target.checked })} />
        <Payment line={line} />
      </Tick>
      <Whose>
        {isMissing && <FieldError id={errorId} text={texts.undecided} />}
        <Select
          aria-label={`${texts.whose}, ${name}`}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
          value={draft.choice}
          onChange={({ target }) => choose(target.value as Choice)}
        >
          <option value="">{texts.choice}</option>
          {line.matches.map(({ tenantId, tenantName, propertyName }) => (
            <option key={tenantId} value={tenantId}>
              {texts.match(tenantName, propertyName)}
            </option>
          ))}
          <option value="another">{texts.another}</option>
          <option value="ignore">{texts.notRent}</option>
        </Select>
        {draft.choice === 'another' && (
          <AnyTenant
            of={name}
            value={draft.other}
            onChange={(other) => {
              const changed = { ...draft, other }
              onChange({ ...changed, isTicked: isDecided(changed) })
            }}
          />
        )}
        {chosen !== undefined && <Why>{typographic(chosen.reason)}</Why>}
      </Whose>
    </Row>
  )
}

/** Somebody who was not proposed, by name. */
function AnyTenant({ of, value, onChange }: { of: string; value: Draft['other']; onChange: (other: Draft['other']) => void }) {
  const { data } = useTenantSearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map(({ id, name, propertyName, roomNumber }) => ({ id, label: `${name}, ${propertyName}${roomNumber === null ? '' : `, ${roomNumber}`}` })) ?? []
  return <Picker label={`${texts.anotherName}, ${of}`} placeholder={texts.anotherHint} value={value} found={found} onChange={onChange} />
}
