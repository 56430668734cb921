import { useController, useFormContext, useWatch } from 'react-hook-form'
import { nations } from '@/api/nations'
import type { Schema } from '@/api/client'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import type { PropertyValues } from '../model'
import { nationTexts as texts } from '../nation.messages'
import { districtOf } from '../nations'

/** The nation of a home: proposed from its postcode, open to change, and asked for where homes of the district are in two. */
export function NationField({ proposal }: { proposal: Schema<'NationProposal'> | undefined }) {
  const { control, formState } = useFormContext<PropertyValues>()
  const { field: nation } = useController({ control, name: 'nation' })
  const postcode = useWatch({ control, name: 'postcode' })
  const { nation: proposed, otherNation: other } = proposal ?? { nation: null, otherNation: null }
  const isAsked = proposed !== null && other !== null
  return (
    <Field
      label={texts.label}
      hint={isAsked ? texts.question(districtOf(postcode), proposed, other) : texts.hint}
      error={formState.errors.nation?.message}
    >
      {(field) => (
        <Select {...field} {...nation}>
          {(!isAsked || nation.value === '') && <option value="">{isAsked ? texts.notSaid(proposed) : texts.byPostcode(proposed)}</option>}
          {nations.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
