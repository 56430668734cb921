import { useFormContext } from 'react-hook-form'
import { applicantRelationships } from '@/lib/applications'
import { publicFormat } from '@/lib/publicFormat'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { Pair } from '@/ui/form/Pair'
import { signup as texts } from '../messages'
import type { Answers } from '../model'
import { CheckAnswers } from './CheckAnswers'
import type { StepProps } from './step'
import { TextField } from './TextField'

/** Step 4: who guarantees, when to move in, and everything once more before it is sent. */
export function GuarantorStep({ homes, onChange }: StepProps) {
  const { register, formState } = useFormContext<Answers>()
  const { errors } = formState
  return (
    <>
      <Pair>
        <TextField name="guarantorName" label={texts.guarantorName} autoComplete="off" />
        <Field label={texts.guarantorRelationship} error={errors.guarantorRelationship?.message}>
          {(control) => <ChoiceSelect {...control} {...register('guarantorRelationship')} names={applicantRelationships} placeholder={texts.choose} />}
        </Field>
        <TextField name="guarantorPhone" label={texts.guarantorPhone} type="tel" autoComplete="off" />
        <TextField name="guarantorEmail" label={texts.guarantorEmail} type="email" autoComplete="off" />
      </Pair>
      <DateParts
        legend={texts.moveInDate}
        order={publicFormat.dateOrder}
        isOptional={false}
        error={errors.moveInDate?.message}
        register={(part) => register(`moveInDate.${part}`)}
      />
      <Field label={texts.notes} hint={texts.notesHint} isOptional error={errors.additionalNotes?.message}>
        {(control) => <TextArea {...control} {...register('additionalNotes')} maxLength={2000} />}
      </Field>
      <CheckAnswers homes={homes} onChange={onChange} />
    </>
  )
}
