import { useFormContext, type FieldPathByValue, type FieldValues, type PathValue } from 'react-hook-form'
import { parseMoney } from '@/lib/money'

/**
 * Binds a MoneyInput to its form. Text that is not an amount, such as `150k`, gets its error when the field is left; the error goes
 * as soon as the text is an amount.
 */
export function useAmount<Values extends FieldValues>(name: FieldPathByValue<Values, string>) {
  const { register, setValue, trigger, getFieldState, formState } = useFormContext<Values>()
  const error = getFieldState(name, formState).error?.message
  const check = () => void trigger(name)
  const control = {
    ...register(name, {
      ...(error !== undefined && { onChange: check }),
      onBlur: ({ target }: { target: { value: string } }) => {
        if (target.value.trim() !== '' && parseMoney(target.value) === null) check()
      },
    }),
    onTidy: (text: string) => setValue(name, text as PathValue<Values, typeof name>, { shouldDirty: true }),
  }
  return { control, error }
}
