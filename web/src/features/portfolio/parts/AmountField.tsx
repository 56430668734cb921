import { useFormContext, type FieldPathByValue } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import type { PropertyValues } from '../model'

/** An amount of the form. */
interface AmountFieldProps {
  name: FieldPathByValue<PropertyValues, string>
  label: string
  hint?: string
}

export function AmountField({ name, label, hint }: AmountFieldProps) {
  const { register, setValue, getFieldState, formState } = useFormContext<PropertyValues>()
  const { currencySign } = useFormatter()
  return (
    <Field label={label} hint={hint} error={getFieldState(name, formState).error?.message}>
      {(field) => (
        <MoneyInput
          {...field}
          {...register(name)}
          currencySign={currencySign}
          onTidy={(text) => setValue(name, text, { shouldDirty: true })}
        />
      )}
    </Field>
  )
}
