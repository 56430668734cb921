import Button from '@mui/material/Button'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { contractTypes, employmentTypes } from '@/lib/applications'
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
import { employer as texts, form as shared } from '../messages'
import { blankEmployer, employerBody, employerMistakes, employerOrder, type EmployerValues } from '../model'
import { useGiveEmployer } from '../queries'
import { Decline } from './Decline'
import { Agree, Asked, Form, Section, Send } from './formParts'
import { AmountField, LongField, TextField } from './TextField'
import { useReferenceForm } from './useReferenceForm'

interface EmployerFormProps {
  token: string
  asked: { tenantName: string; propertyAddress: string; monthlyRent: string | null; tenantEmail: string | null }
  onGiven: () => void
  onDeclined: () => void
}

/** The employer's form: who asks, the employment, what is confirmed, and the signature. */
export function EmployerForm({ token, asked, onGiven, onDeclined }: EmployerFormProps) {
  const form = useForm<EmployerValues>({ defaultValues: blankEmployer, resolver: resolverOf(employerMistakes), shouldFocusError: false })
  const { register, control, formState, handleSubmit } = form
  const { errors } = formState
  const isSigned = useWatch({ control, name: 'signature' }) !== ''
  const give = useGiveEmployer(token)
  const { insist, attempt, mistakes, onKeyDown, refuse } = useReferenceForm({ form, order: employerOrder, isSigned, failedText: texts.failedText, onGiven })
  const submit = (values: EmployerValues) => {
    if (values.signature === '') {
      insist()
      return
    }
    give.mutate(employerBody(values), {
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
          <Section title={texts.company}>
            <TextField<EmployerValues> name="companyName" label={texts.companyName} autoComplete="organization" />
            <TextField<EmployerValues> name="contactName" label={texts.contactName} autoComplete="name" />
            <TextField<EmployerValues> name="position" label={texts.position} autoComplete="organization-title" />
            <TextField<EmployerValues> name="email" label={texts.email} type="email" autoComplete="email" />
            <TextField<EmployerValues> name="phone" label={texts.phone} type="tel" autoComplete="tel" />
            <LongField<EmployerValues> name="companyAddress" label={texts.companyAddress} autoComplete="street-address" />
          </Section>
          <Section title={texts.employment}>
            <TextField<EmployerValues> name="employeePosition" label={texts.employeePosition} autoComplete="off" />
            <DateParts
              legend={texts.startDate}
              order={publicFormat.dateOrder}
              isOptional={false}
              error={errors.employmentStartDate?.message}
              register={(part) => register(`employmentStartDate.${part}`)}
            />
            <Field label={texts.employmentType} error={errors.employmentType?.message}>
              {(props) => <ChoiceSelect {...props} {...register('employmentType')} names={employmentTypes} placeholder={shared.choose} />}
            </Field>
            <Field label={texts.contractType} error={errors.contractType?.message}>
              {(props) => <ChoiceSelect {...props} {...register('contractType')} names={contractTypes} placeholder={shared.choose} />}
            </Field>
            <AmountField<EmployerValues> name="annualSalary" label={texts.annualSalary} hint={texts.salaryHint} />
            <LongField<EmployerValues> name="additionalComments" label={texts.comments} isOptional maxLength={2000} />
          </Section>
          <Section title={texts.agreeTo}>
            <Agree points={texts.points} words={texts.confirm} error={errors.confirmedDetails?.message} control={register('confirmedDetails')} />
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
      <Decline kind="employer" token={token} words={texts} onDeclined={onDeclined} />
      <DataNotice title={shared.notice} points={texts.noticePoints} />
    </LinkPage>
  )
}
