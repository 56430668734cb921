import { useFormContext, useWatch, type FieldPathByValue } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { TypedDay } from '@/lib/civilDate'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { details } from '../details/messages'
import type { PropertyValues } from '../model'
import { AmountField } from '../parts/AmountField'
import { Columns, Section } from '../parts/layout'
import { editForm } from './messages'

function TextField({ name, label, hint }: { name: FieldPathByValue<PropertyValues, string>; label: string; hint?: string }) {
  const { register, getFieldState, formState } = useFormContext<PropertyValues>()
  return (
    <Field label={label} hint={hint} isOptional error={getFieldState(name, formState).error?.message}>
      {(field) => <Input {...field} {...register(name)} autoComplete="off" maxLength={name.endsWith('Reference') ? 100 : 200} />}
    </Field>
  )
}

function DateField({ name, legend }: { name: 'fixedTermEndDate' | 'insuranceRenewalDate'; legend: string }) {
  const { register, formState } = useFormContext<PropertyValues>()
  const { dateOrder } = useFormatter()
  const error = formState.errors[name]?.message
  return (
    <DateParts
      legend={legend}
      order={dateOrder}
      error={error}
      register={(part: keyof TypedDay) => register(`${name}.${part}`)}
    />
  )
}

/** Asks for the monthly costs of running a shared house. */
export function CostFields() {
  const { control } = useFormContext<PropertyValues>()
  if (useWatch({ control, name: 'propertyType' }) !== 'HMO') return null
  return (
    <Section title={editForm.costs}>
      <Columns>
        <AmountField name="hmoUtilities" label={details.utilities} />
        <AmountField name="hmoTvLicence" label={details.tvLicence} />
        <AmountField name="hmoCouncilTax" label={details.councilTax} />
        <AmountField name="hmoWater" label={details.water} />
        <AmountField name="hmoCleaningFees" label={details.cleaning} />
      </Columns>
    </Section>
  )
}

/** The loan on it. */
export function MortgageFields() {
  const { register, formState } = useFormContext<PropertyValues>()
  return (
    <Section title={editForm.mortgage}>
      <Columns>
        <TextField name="mortgageCompany" label={editForm.lender} />
        <TextField name="mortgageReference" label={editForm.reference} />
      </Columns>
      <TextField name="mortgageContact" label={editForm.contact} hint={editForm.contactHint} />
      <Columns>
        <Field label={editForm.mortgageType} isOptional error={formState.errors.mortgageType?.message}>
          {(field) => (
            <Select {...field} {...register('mortgageType')}>
              <option value="">{editForm.choose}</option>
              <option>Repayment</option>
              <option>Interest Only</option>
            </Select>
          )}
        </Field>
        <Field label={editForm.rate} isOptional error={formState.errors.interestRate?.message}>
          {(field) => <Input {...field} {...register('interestRate')} inputMode="decimal" autoComplete="off" maxLength={6} />}
        </Field>
        <AmountField name="amountBorrowed" label={details.borrowed} />
        <AmountField name="outstandingBalance" label={details.outstanding} />
        <AmountField name="monthlyMortgagePayment" label={details.monthlyPayment} />
      </Columns>
      <DateField name="fixedTermEndDate" legend={details.fixedTermEnds} />
    </Section>
  )
}

/** Asks for the facts that decide which certificates the property needs. */
export function FactFields() {
  const { register, control, formState } = useFormContext<PropertyValues>()
  const { errors } = formState
  const isShared = useWatch({ control, name: 'propertyType' }) === 'HMO'
  return (
    <Section title={editForm.facts}>
      <Hint>{editForm.factsHint}</Hint>
      <Columns>
        <Choice name="gas" label={editForm.gas} options={yesNo} />
        <Choice name="furnishing" label={editForm.furnishing} options={editForm.furnishings} />
        {!isShared && <Choice name="shared" label={editForm.shared} options={yesNo} />}
        <Choice name="licensingArea" label={editForm.licensingArea} options={editForm.areas} />
        <Field label={editForm.storeys} isOptional error={errors.storeys?.message}>
          {(field) => <Input {...field} {...register('storeys')} inputMode="numeric" autoComplete="off" maxLength={2} />}
        </Field>
        <Field label={editForm.mostResidents} isOptional error={errors.mostResidents?.message}>
          {(field) => <Input {...field} {...register('mostResidents')} inputMode="numeric" autoComplete="off" maxLength={3} />}
        </Field>
      </Columns>
    </Section>
  )
}

const yesNo = { yes: editForm.yes, no: editForm.no }

function Choice({ name, label, options }: { name: 'gas' | 'furnishing' | 'shared' | 'licensingArea'; label: string; options: Readonly<Record<string, string>> }) {
  const { register, formState } = useFormContext<PropertyValues>()
  return (
    <Field label={label} error={formState.errors[name]?.message}>
      {(field) => (
        <Select {...field} {...register(name)}>
          <option value="">{editForm.notKnown}</option>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Its insurance. */
export function InsuranceFields() {
  return (
    <Section title={editForm.insurance}>
      <Columns>
        <TextField name="insuranceCompany" label={editForm.insurer} />
        <TextField name="insuranceReference" label={editForm.reference} />
        <TextField name="insuranceType" label={editForm.insuranceType} />
        <AmountField name="insuranceAmount" label={details.premium} />
      </Columns>
      <DateField name="insuranceRenewalDate" legend={details.renewal} />
    </Section>
  )
}
