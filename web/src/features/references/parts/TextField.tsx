import type { ComponentProps, ReactNode } from 'react'
import { useFormContext, type FieldPath, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { longest, longestIn } from '@/lib/contactRules'
import { publicFormat } from '@/lib/publicFormat'
import { Input, TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { useAmount } from '@/ui/form/useAmount'

/** An answer in words. */
interface AnswerProps<Values extends FieldValues> {
  name: FieldPath<Values>
  label: string
  hint?: ReactNode
}

export function TextField<Values extends FieldValues>({ name, label, hint, ...input }: AnswerProps<Values> & Omit<ComponentProps<'input'>, 'name'>) {
  const { register, getFieldState, formState } = useFormContext<Values>()
  return (
    <Field label={label} hint={hint} error={getFieldState(name, formState).error?.message}>
      {(control) => <Input maxLength={longestIn(input.type)} {...input} {...control} {...register(name)} />}
    </Field>
  )
}

/** The same in several lines. */
export function LongField<Values extends FieldValues>({ name, label, hint, isOptional = false, ...area }: AnswerProps<Values> & { isOptional?: boolean } & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { register, getFieldState, formState } = useFormContext<Values>()
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={getFieldState(name, formState).error?.message}>
      {(control) => <TextArea maxLength={longest.address} {...area} {...control} {...register(name)} />}
    </Field>
  )
}

/** An amount. */
export function AmountField<Values extends FieldValues>({ name, label, hint }: { name: FieldPathByValue<Values, string>; label: string; hint: string }) {
  const { control, error } = useAmount<Values>(name)
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <MoneyInput {...props} {...control} currencySign={publicFormat.currencySign} />}
    </Field>
  )
}
