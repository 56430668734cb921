import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { type } from '@/theme/tokens'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { inputs as texts } from '../messages'
import { sourceText, textOf, type Input } from '../model'
import type { Work } from '../useWorked'
import { UnitInput } from './UnitInput'

const Group = styled('section')({ display: 'flex', flexDirection: 'column', gap: 14 })
const Name = styled('h3')(type.h2)
const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '16px 12px', alignItems: 'end', '& > [data-wide]': { gridColumn: '1 / -1' } })

/** Assumptions that belong together. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <Group aria-labelledby={id}>
      <Name id={id}>{name}</Name>
      <Fields>{children}</Fields>
    </Group>
  )
}

/** Returns the source of the value in a field. */
export function hintOf(name: string, isTyped: boolean, analysis: Analysis | undefined): string | undefined {
  if (isTyped) return texts.changed
  const source = analysis?.sources.find(({ field }) => field === name)?.source
  return source === undefined ? undefined : sourceText(source)
}

interface InputFieldProps {
  input: Input
  work: Work
  /** Its name, where that is not always the same. */
  label?: string | undefined
  /** The hint on what to enter, where nothing is proposed. */
  hint?: string
}

/** One number or amount, with where its proposal is from. */
export function InputField({ input: { name, unit }, work, label = texts.labels[name], hint }: InputFieldProps) {
  const { currencySign } = useFormatter()
  const typed = work.typed[name]
  const value = typed ?? (work.analysis === undefined ? '' : textOf(name, work.analysis.assumptions))
  const set = (text: string | undefined) => work.onType({ [name]: text })
  const control = {
    value,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
    // An emptied value is the server's to propose again.
    onBlur: ({ target }: { target: { value: string } }) => {
      if (target.value.trim() === '') set(undefined)
    },
  }
  return (
    <Field label={label} hint={hint ?? hintOf(name, typed !== undefined, work.analysis)} error={work.mistakes[name]}>
      {(props) =>
        unit === undefined ? (
          <MoneyInput {...props} {...control} currencySign={currencySign} onTidy={(text) => typed !== undefined && set(text)} />
        ) : (
          <UnitInput {...props} {...control} unit={unit} />
        )
      }
    </Field>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  /** The name of each value, in the order in which they are offered. */
  options: Readonly<Record<Value, string>>
  hint?: string | undefined
  error?: string | undefined
  onChoose: (value: Value) => void
}

/** One of a few, each named. */
export function Choice<Value extends string>({ label, value, options, hint, error, onChoose }: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <Select {...props} value={value} onChange={({ target }) => onChoose(target.value as Value)}>
          {Object.entries<string>(options).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
