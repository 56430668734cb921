import { useFormContext, type FieldPathByValue, type FieldValues, type PathValue } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import type { PropertyValues } from '../model'

/** An amount of the form. */
interface AmountFieldProps<Values extends FieldValues> {
  name: FieldPathByValue<Values, string>
  label: string
  hint?: string
}

export function AmountField<Values extends FieldValues = PropertyValues>({ name, label, hint }: AmountFieldProps<Values>) {
  const { register, setValue, getFieldState, formState } = useFormContext<Values>()
  const { currencySign } = useFormatter()
  return (
    <Field label={label} hint={hint} error={getFieldState(name, formState).error?.message}>
      {(field) => (
        <MoneyInput
          {...field}
          {...register(name)}
          currencySign={currencySign}
          onTidy={(text) => setValue(name, text as PathValue<Values, typeof name>, { shouldDirty: true })}
        />
      )}
    </Field>
  )
}
