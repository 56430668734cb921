import { useFormContext, useWatch } from 'react-hook-form'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { addForm } from '../form.messages'
import type { PropertyValues } from '../model'
import { AmountField } from './AmountField'
import { Columns, Section } from './layout'

/** The lease of a flat. */
export function LeaseFields() {
  const { register, formState, control } = useFormContext<PropertyValues>()
  if (useWatch({ control, name: 'propertyType' }) !== 'Flat') return null
  return (
    <Section title={addForm.lease}>
      <Field label={addForm.leaseYears} isOptional error={formState.errors.leaseYearsRemaining?.message}>
        {(field) => (
          <Input {...field} {...register('leaseYearsRemaining')} inputMode="numeric" autoComplete="off" maxLength={4} sx={{ maxWidth: 140 }} />
        )}
      </Field>
      <Columns>
        <AmountField name="serviceCharge" label={addForm.serviceCharge} />
        <AmountField name="groundRent" label={addForm.groundRent} />
      </Columns>
    </Section>
  )
}
