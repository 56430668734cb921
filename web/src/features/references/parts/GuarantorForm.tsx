import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { guarantorRelationships } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { publicFormat } from '@/lib/publicFormat'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { form as shared, guarantor as texts } from '../messages'
import { blankGuarantor, guarantorBody, guarantorMistakes, guarantorOrder, type GuarantorValues } from '../model'
import { useGiveGuarantor } from '../queries'
import { Agree, Section, type RequestSummaryProps } from './formParts'
import { ReferenceForm } from './ReferenceForm'
import { AmountField, LongField, TextField } from './TextField'

interface GuarantorFormProps {
  token: string
  asked: RequestSummaryProps
  onGiven: () => void
  onDeclined: () => void
}

/** The guarantor's form: who asks, the answers, what is agreed, and the signature. */
export function GuarantorForm({ token, asked, onGiven, onDeclined }: GuarantorFormProps) {
  const [today] = useState(() => londonDay(new Date()))
  const form = useForm<GuarantorValues>({
    defaultValues: blankGuarantor,
    resolver: resolverOf((values) => guarantorMistakes(values, today)),
    shouldFocusError: false,
  })
  const { register, formState } = form
  const { errors } = formState
  const give = useGiveGuarantor(token)
  return (
    <ReferenceForm
      kind="guarantor"
      token={token}
      words={texts}
      asked={asked}
      form={form}
      order={guarantorOrder}
      onSend={(values) => give.mutateAsync(guarantorBody(values))}
      onGiven={onGiven}
      onDeclined={onDeclined}
    >
      <Section title={texts.aboutYou}>
        <TextField<GuarantorValues> name="fullName" label={texts.fullName} autoComplete="name" />
        <TextField<GuarantorValues> name="email" label={texts.email} type="email" autoComplete="email" />
        <TextField<GuarantorValues> name="phone" label={texts.phone} type="tel" autoComplete="tel" />
        <LongField<GuarantorValues> name="address" label={texts.address} autoComplete="street-address" />
        <DateParts
          legend={texts.dateOfBirth}
          order={publicFormat.dateOrder}
          isOptional={false}
          error={errors.dateOfBirth?.message}
          register={(part) => register(`dateOfBirth.${part}`)}
        />
        <Field label={texts.relationship} error={errors.relationship?.message}>
          {(props) => <ChoiceSelect {...props} {...register('relationship')} names={guarantorRelationships} placeholder={shared.choose} />}
        </Field>
      </Section>
      <Section title={texts.work}>
        <TextField<GuarantorValues> name="occupation" label={texts.occupation} autoComplete="organization-title" />
        <TextField<GuarantorValues> name="employerName" label={texts.employerName} hint={texts.employerHint} autoComplete="organization" />
        <AmountField<GuarantorValues> name="annualIncome" label={texts.annualIncome} hint={texts.incomeHint} />
      </Section>
      <Section title={texts.agreeTo}>
        <Agree points={texts.points} words={texts.agree} error={errors.agreedToGuarantee?.message} control={register('agreedToGuarantee')} />
      </Section>
    </ReferenceForm>
  )
}
