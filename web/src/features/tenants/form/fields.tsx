import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useFormContext, type FieldPathByValue, type UseFormReturn } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { media, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { useAmount } from '@/ui/form/useAmount'
import { form as texts } from '../form.messages'
import type { TenantValues } from './values'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Legend = styled('legend')({ ...type.h2, padding: 0, marginBottom: 14 })
const Columns = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '16px 12px', alignItems: 'start', [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' } })

/** Fields that belong together, under a heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group>
      <Legend>{title}</Legend>
      {children}
    </Group>
  )
}

/** The form of any tenant: a new one has more fields than these. */
const useTenantForm = (): UseFormReturn<TenantValues> => useFormContext<TenantValues>()

/** Asks for the person, and their contact details. */
export function PersonFields() {
  const { register, formState } = useTenantForm()
  const { errors } = formState
  return (
    <FieldGroup title={texts.person}>
      <Field label={texts.name} error={errors.name?.message}>
        {(field) => <Input {...field} {...register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <Columns>
        <Field label={texts.email} hint={texts.emailHint} error={errors.email?.message}>
          {(field) => <Input {...field} {...register('email')} type="email" autoComplete="off" maxLength={254} />}
        </Field>
        <Field label={texts.phone} error={errors.phone?.message}>
          {(field) => <Input {...field} {...register('phone')} type="tel" autoComplete="off" maxLength={40} />}
        </Field>
      </Columns>
      <Columns>
        <Field label={texts.address} isOptional error={errors.address?.message}>
          {(field) => <Input {...field} {...register('address')} autoComplete="off" maxLength={300} />}
        </Field>
        <Field label={texts.employment} isOptional error={errors.employmentStatus?.message}>
          {(field) => (
            <Select {...field} {...register('employmentStatus')}>
              <option value="">{texts.notSaid}</option>
              {Object.entries(texts.employments).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </Columns>
    </FieldGroup>
  )
}

/** The days, the rent and the deposit of a tenancy. */
export function TermFields({ isShared }: { isShared: boolean }) {
  const format = useFormatter()
  const { register, formState, trigger } = useTenantForm()
  const { errors, isSubmitted } = formState
  // A day is one answer of three fields: what is missing of it goes with whichever was filled in last.
  const recheck = () => {
    if (isSubmitted) void trigger(['leaseStart', 'leaseEnd'])
  }
  return (
    <FieldGroup title={isShared ? texts.termsShared : texts.terms}>
      <DateParts
        legend={texts.start}
        order={format.dateOrder}
        isOptional={false}
        error={errors.leaseStart?.message}
        register={(part) => register(`leaseStart.${part}`, { onChange: recheck })}
      />
      <DateParts
        legend={texts.end}
        order={format.dateOrder}
        hint={texts.endHint}
        error={errors.leaseEnd?.message}
        register={(part) => register(`leaseEnd.${part}`, { onChange: recheck })}
      />
      <Columns>
        <AmountField name="tenancyRent" label={isShared ? texts.rentShared : texts.rent} />
        <AmountField name="depositAmount" label={texts.deposit} isOptional />
      </Columns>
    </FieldGroup>
  )
}

/** An amount of the form. */
interface AmountFieldProps {
  name: FieldPathByValue<TenantValues, string>
  label: string
  hint?: string
  isOptional?: boolean
}

export function AmountField({ name, label, hint, isOptional = false }: AmountFieldProps) {
  const { control, error } = useAmount<TenantValues>(name)
  const { currencySign } = useFormatter()
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(field) => <MoneyInput {...field} {...control} currencySign={currencySign} />}
    </Field>
  )
}
