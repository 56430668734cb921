import { type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { useAmount } from '@/ui/form/useAmount'

/** An amount of the form around it. */
interface AmountInputProps<Values extends FieldValues> {
  name: FieldPathByValue<Values, string>
  label: string
  isOptional?: boolean
}

export function AmountInput<Values extends FieldValues>({ name, label, isOptional = false }: AmountInputProps<Values>) {
  const { control, error } = useAmount<Values>(name)
  const { currencySign } = useFormatter()
  return (
    <Field label={label} error={error} isOptional={isOptional}>
      {(field) => <MoneyInput {...field} {...control} currencySign={currencySign} />}
    </Field>
  )
}
