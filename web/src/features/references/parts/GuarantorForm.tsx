import Button from '@mui/material/Button'
import { useState } from 'react'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { guarantorRelationships } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { publicFormat } from '@/lib/publicFormat'
import { DataNotice } from '@/ui/DataNotice'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { DateParts } from '@/ui/form/DateParts'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { LinkPage } from '@/ui/LinkPage'
import { SignaturePad } from '@/ui/signature/SignaturePad'
import { toasts } from '@/ui/toast/toasts'
import { form as shared, guarantor as texts } from '../messages'
import { blankGuarantor, guarantorBody, guarantorMistakes, guarantorOrder, type GuarantorValues } from '../model'
import { useGiveGuarantor } from '../queries'
import { Decline } from './Decline'
import { Agree, Asked, Form, Section, Send } from './formParts'
import { AmountField, LongField, TextField } from './TextField'
import { useReferenceForm } from './useReferenceForm'

interface GuarantorFormProps {
  token: string
  asked: { tenantName: string; propertyAddress: string; monthlyRent: string | null }
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
  const { register, control, formState, handleSubmit } = form
  const { errors } = formState
  const isSigned = useWatch({ control, name: 'signature' }) !== ''
  const give = useGiveGuarantor(token)
  const { insist, attempt, mistakes, onKeyDown, refuse } = useReferenceForm({ form, order: guarantorOrder, isSigned, failedText: texts.failedText, onGiven })
  const submit = (values: GuarantorValues) => {
    if (values.signature === '') {
      insist()
      return
    }
    give.mutate(guarantorBody(values), {
      onSuccess: () => {
        toasts.success(texts.submitted, shared.thanks)
        onGiven()
      },
      onError: refuse,
    })
  }
  return (
    <LinkPage title={texts.title} tab={attempt > 0 && mistakes.length > 0 ? shared.error(texts.title) : texts.title} lead={texts.lead(asked.tenantName)}>
      <Asked {...asked} />
      <FormProvider {...form}>
        <Form method="post" noValidate onKeyDown={onKeyDown} onSubmit={(event) => void handleSubmit(submit)(event)}>
          <ErrorSummary attempt={attempt} mistakes={mistakes} />
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
          <Controller
            control={control}
            name="signature"
            render={({ field }) => <SignaturePad name="signature" value={field.value} error={errors.signature?.message} onChange={field.onChange} />}
          />
          <Send>
            {!isSigned && <p id="sign-first">{shared.signFirst}</p>}
            <Button type="submit" variant="contained" size="large" loading={give.isPending} disabled={!isSigned} aria-describedby={isSigned ? undefined : 'sign-first'}>
              {texts.submit}
            </Button>
          </Send>
        </Form>
      </FormProvider>
      <Decline kind="guarantor" token={token} words={texts} onDeclined={onDeclined} />
      <DataNotice title={shared.notice} points={texts.noticePoints} />
    </LinkPage>
  )
}
