import { useForm } from 'react-hook-form'
import { contractTypes, employmentTypes } from '@/lib/applications'
import { publicFormat } from '@/lib/publicFormat'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { employer as texts, form as shared } from '../messages'
import { blankEmployer, employerBody, employerMistakes, employerOrder, type EmployerValues } from '../model'
import { useGiveEmployer } from '../queries'
import { Agree, Section, type RequestSummaryProps } from './formParts'
import { ReferenceForm } from './ReferenceForm'
import { AmountField, LongField, TextField } from './TextField'

interface EmployerFormProps {
  token: string
  asked: RequestSummaryProps
  onGiven: () => void
  onDeclined: () => void
}

/** The employer's form: who asks, the employment, what is confirmed, and the signature. */
export function EmployerForm({ token, asked, onGiven, onDeclined }: EmployerFormProps) {
  const form = useForm<EmployerValues>({ defaultValues: blankEmployer, resolver: resolverOf(employerMistakes), shouldFocusError: false })
  const { register, formState } = form
  const { errors } = formState
  const give = useGiveEmployer(token)
  return (
    <ReferenceForm
      kind="employer"
      token={token}
      words={texts}
      asked={asked}
      form={form}
      order={employerOrder}
      onSend={(values) => give.mutateAsync(employerBody(values))}
      onGiven={onGiven}
      onDeclined={onDeclined}
    >
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
    </ReferenceForm>
  )
}
