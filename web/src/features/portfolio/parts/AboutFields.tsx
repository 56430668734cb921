import { useFormContext, useWatch } from 'react-hook-form'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { addForm } from '../form.messages'
import { mostBathrooms, type PropertyValues } from '../model'
import { Columns, Section } from './layout'
import { NationField } from './NationField'
import { useProposedNation } from './useProposedNation'

/** The types and statuses to choose from. */
interface AboutFieldsProps {
  types: readonly string[]
  statuses: readonly string[]
}

/** Asks for the name, type and address. A shared house's bedrooms and status follow from its rooms. */
export function AboutFields({ types, statuses }: AboutFieldsProps) {
  const { register, formState, control } = useFormContext<PropertyValues>()
  const { errors } = formState
  const isShared = useWatch({ control, name: 'propertyType' }) === 'HMO'
  const proposal = useProposedNation()
  return (
    <Section title={addForm.about}>
      <Field label={addForm.name} hint={addForm.nameHint} error={errors.name?.message}>
        {(field) => <Input {...field} {...register('name')} autoComplete="off" maxLength={200} />}
      </Field>
      <Field label={addForm.address} hint={addForm.addressHint} error={errors.address?.message}>
        {(field) => <Input {...field} {...register('address')} autoComplete="off" maxLength={300} />}
      </Field>
      <Columns>
        <Field label={addForm.postcode} error={errors.postcode?.message ?? proposal?.reason ?? undefined}>
          {(field) => <Input {...field} {...register('postcode')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />}
        </Field>
        <NationField proposal={proposal} />
        <Field label={addForm.size} isOptional error={errors.size?.message}>
          {(field) => <Input {...field} {...register('size')} autoComplete="off" maxLength={50} />}
        </Field>
        <Field label={addForm.type} error={errors.propertyType?.message}>
          {(field) => (
            <Select {...field} {...register('propertyType')}>
              <option value="">{addForm.choose}</option>
              {types.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </Select>
          )}
        </Field>
        {!isShared && (
          <Field label={addForm.status} error={errors.status?.message}>
            {(field) => (
              <Select {...field} {...register('status')}>
                {statuses.map((status) => (
                  <option key={status}>{status}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {!isShared && (
          <Field label={addForm.bedrooms} error={errors.bedrooms?.message}>
            {(field) => <Input {...field} {...register('bedrooms')} inputMode="numeric" autoComplete="off" maxLength={3} />}
          </Field>
        )}
        <Field label={addForm.bathrooms} error={errors.bathrooms?.message}>
          {(field) => (
            <Select {...field} {...register('bathrooms')}>
              {Array.from({ length: mostBathrooms }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index + 1 === mostBathrooms ? addForm.tenOrMore : index + 1}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </Columns>
    </Section>
  )
}
