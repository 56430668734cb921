import { useFormContext, type FieldPathByValue, type FieldValues, type PathValue } from 'react-hook-form'
import { parseMoney } from '@/lib/money'

/**
 * What a MoneyInput needs of its form. What is no amount, `150k` say, is said when the field is left, as nothing can be computed
 * from it; the mistake goes as soon as it is put right.
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
