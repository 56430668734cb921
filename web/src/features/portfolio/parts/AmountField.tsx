import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { useAmount } from '@/ui/form/useAmount'
import type { PropertyValues } from '../model'

/** An amount of the form. */
interface AmountFieldProps<Values extends FieldValues> {
  name: FieldPathByValue<Values, string>
  label: string
  hint?: string | undefined
}

export function AmountField<Values extends FieldValues = PropertyValues>({ name, label, hint }: AmountFieldProps<Values>) {
  const { control, error } = useAmount<Values>(name)
  const { currencySign } = useFormatter()
  return (
    <Field label={label} hint={hint} error={error}>
      {(field) => <MoneyInput {...field} {...control} currencySign={currencySign} />}
    </Field>
  )
}
