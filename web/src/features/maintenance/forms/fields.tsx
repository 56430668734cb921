import type { ReactNode } from 'react'
import { useFormContext, type FieldPathByValue } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { categories, longestTitle } from '@/lib/maintenance'
import { Input, TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { useAmount } from '@/ui/form/useAmount'
import { form as texts } from '../form.messages'
import type { CostValues, RequestValues } from './values'

/** Asks for the problem: of a landlord's request and a tenant's report. */
export function ProblemFields({ between }: { /** The content after the words of the problem, before its description. */ between?: ReactNode }) {
  const { register, formState } = useFormContext<Pick<RequestValues, 'category' | 'title' | 'description'>>()
  const { errors } = formState
  return (
    <>
      <Field label={texts.category} error={errors.category?.message}>
        {(props) => (
          <Select {...props} {...register('category')}>
            <option value="">{texts.chooseCategory}</option>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.title} hint={texts.titleHint} error={errors.title?.message}>
        {(props) => <Input {...props} {...register('title')} autoComplete="off" maxLength={longestTitle} />}
      </Field>
      {between}
      <Field label={texts.description} hint={texts.descriptionHint} error={errors.description?.message}>
        {(props) => <TextArea {...props} {...register('description')} maxLength={4000} />}
      </Field>
    </>
  )
}

/** An amount of a cost. */
export function AmountField({ name, label, isOptional = false }: { name: FieldPathByValue<Pick<CostValues, 'amount'>, string>; label: string; isOptional?: boolean }) {
  const { control, error } = useAmount<Pick<CostValues, 'amount'>>(name)
  const { currencySign } = useFormatter()
  return (
    <Field label={label} error={error} isOptional={isOptional}>
      {(props) => <MoneyInput {...props} {...control} currencySign={currencySign} />}
    </Field>
  )
}
