import { useDeferredValue } from 'react'
import type { BankLine } from '@/api/bank'
import { Picker } from '@/ui/form/Picker'
import { Select } from '@/ui/form/Select'
import { bank as texts } from '../messages'
import { candidatesOf, nobody, type TenantChoice } from '../model'
import { useTenantSearch } from '../queries'

interface TenantProps {
  line: BankLine
  label: string
  whose: TenantChoice
  /** True if nobody's is a choice, and chosen. */
  isNobodys?: boolean | undefined
  error?: { id: string } | undefined
  onChange: (changes: { whose: TenantChoice; isNobodys: boolean }) => void
}

/** Asks whose money is: somebody who was proposed, anybody else by name, or nobody's. */
export function TenantSelect({ line, label, whose, isNobodys, error, onChange }: TenantProps) {
  const isAnother = whose.isTyped === true
  const candidates = candidatesOf(line)
  const isKnown = whose.id === null || isAnother || candidates.some(({ id }) => id === whose.id)
  const choose = (value: string) => {
    const found = candidates.find(({ id }) => String(id) === value)
    const another = value === 'another' ? { ...nobody, isTyped: true } : nobody
    onChange({ whose: found === undefined ? another : { id: found.id, label: found.label }, isNobodys: value === 'none' })
  }
  return (
    <>
      <Select
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error?.id}
        value={isNobodys === true ? 'none' : isAnother ? 'another' : (whose.id ?? '')}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{texts.chooseTenant}</option>
        {!isKnown && <option value={whose.id ?? ''}>{whose.label}</option>}
        {candidates.map(({ id, label: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="another">{texts.another}</option>
        {isNobodys !== undefined && <option value="none">{texts.noTenant}</option>}
      </Select>
      {isAnother && <AnyTenant label={`${texts.anotherName}, ${label}`} value={whose} onChange={(found) => onChange({ whose: { ...found, isTyped: true }, isNobodys: false })} />}
    </>
  )
}

/** Somebody who was not proposed, by name. */
function AnyTenant({ label, value, onChange }: { label: string; value: TenantChoice; onChange: (whose: TenantChoice) => void }) {
  const { data } = useTenantSearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map(({ id, name, propertyName, roomNumber }) => ({ id, label: `${name}, ${propertyName}${roomNumber === null ? '' : `, ${roomNumber}`}` })) ?? []
  return <Picker label={label} placeholder={texts.anotherHint} value={value} found={found} onChange={onChange} />
}
