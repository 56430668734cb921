import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useFormatter } from '@/api/account'
import type { OpenHome } from '@/api/applications'
import { fieldErrors, userMessage } from '@/api/errors'
import { employmentStatuses } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { longestIn } from '@/lib/contactRules'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { media, type } from '@/theme/tokens'
import { DataNotice } from '@/ui/DataNotice'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { Field } from '@/ui/form/Field'
import { HomeChoice } from '@/ui/form/HomeChoice'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Pair } from '@/ui/form/Pair'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { useAmount } from '@/ui/form/useAmount'
import { useRecheck } from '@/ui/form/useRecheck'
import { KeptNotice } from '@/ui/KeptNotice'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { useKeptForm } from '@/ui/useKeptForm'
import { useSendLater } from '@/ui/useSendLater'
import { apply as texts } from './messages'
import { answerMistakes, applicationBody, firstAnswers, onlyRoom, order, type Answers, type LinkedHome } from './model'
import { useApply } from './queries'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 28, maxWidth: 640 })
const Part = styled('section')({ display: 'flex', flexDirection: 'column', gap: 20 })
const Title = styled('h2')(type.h2Large)
const Buttons = styled('div')({ display: 'flex', gap: 10, [media.mobile]: { '& > *': { flex: 1 } } })

interface ApplyFormProps {
  homes: readonly OpenHome[]
  /** The initial choice. */
  wanted: LinkedHome
  person: { name: string; email: string; phone: string | null }
}

/** The simple form: who applies, for which home, and who is asked about them. */
export function ApplyForm({ homes, wanted, person }: ApplyFormProps) {
  const navigate = useNavigate()
  const [today] = useState(() => londonDay(new Date()))
  const [refusals, setRefusals] = useState(0)
  const form = useForm<Answers>({
    defaultValues: firstAnswers(person, homes, wanted),
    resolver: resolverOf((values) => answerMistakes(values, homes, today)),
    shouldFocusError: false,
  })
  const { formState, getFieldState, handleSubmit, setError } = form
  // Read while drawing, or the form does not keep count of it.
  const { isDirty, submitCount } = formState
  const send = useApply()
  useRecheck(form)
  const kept = useKeptForm(form, 'application', { staysWhenLeft: true })
  const submit = async (values: Answers) => {
    const application = await send.mutateAsync(applicationBody(values, homes))
    kept.forget()
    toasts.success(texts.submitted, texts.submittedText)
    const search = application === undefined ? '' : `?application=${application.id}`
    void navigate({ pathname: paths.tenantStatus, search }, { replace: true })
  }
  const later = useSendLater(form, submit, (error) => {
    for (const [name, text] of Object.entries(fieldErrors(error))) setError(name as keyof Answers, { type: 'server', message: text })
    setRefusals((count) => count + 1)
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  })
  return (
    <FormProvider {...form}>
      <UnsavedGuard isDirty={() => later.isWaiting} />
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(later.start)(event)}>
        <KeptNotice kept={kept} isDirty={isDirty} />
        <ErrorSummary attempt={submitCount + refusals} mistakes={listMistakes(order, (name) => getFieldState(name, formState).error?.message)} />
        <PersonFields />
        <Section title={texts.home}>
          <Home homes={homes} />
        </Section>
        <Section title={texts.references}>
          <Text name="guarantorEmail" label={texts.guarantorEmail} hint={texts.guarantorHint} type="email" autoComplete="off" />
          <Text name="employerEmail" label={texts.employerEmail} hint={texts.employerHint} isOptional type="email" autoComplete="off" />
        </Section>
        <SendLaterNotice later={later} />
        <Buttons>
          <Button onClick={() => void navigate(paths.home)}>{common.cancel}</Button>
          <Button type="submit" variant="contained" loading={later.isSending}>
            {submitName(texts.submit, later)}
          </Button>
        </Buttons>
      </Form>
      <DataNotice title={texts.notice} points={texts.noticePoints} />
    </FormProvider>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Part aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Part>
  )
}

function PersonFields() {
  const format = useFormatter()
  const { register, formState } = useFormContext<Answers>()
  const { control, error } = useAmount<Answers>('monthlyIncome')
  return (
    <Section title={texts.about}>
      <Text name="tenantName" label={texts.name} autoComplete="name" />
      <Pair>
        <Text name="email" label={texts.email} type="email" autoComplete="email" />
        <Text name="phone" label={texts.phone} type="tel" autoComplete="tel" />
      </Pair>
      <DateParts
        legend={texts.dateOfBirth}
        order={format.dateOrder}
        isOptional={false}
        error={formState.errors.dateOfBirth?.message}
        register={(part) => register(`dateOfBirth.${part}`)}
      />
      <Pair>
        <Text name="nationality" label={texts.nationality} />
        <Field label={texts.employmentStatus} error={formState.errors.employmentStatus?.message}>
          {(props) => <ChoiceSelect {...props} {...register('employmentStatus')} names={employmentStatuses} placeholder={texts.choose} />}
        </Field>
      </Pair>
      <Field label={texts.monthlyIncome} hint={texts.incomeHint} error={error}>
        {(props) => <MoneyInput {...props} {...control} currencySign={format.currencySign} />}
      </Field>
    </Section>
  )
}

function Home({ homes }: { homes: readonly OpenHome[] }) {
  const format = useFormatter()
  const { register, control, formState, setValue } = useFormContext<Answers>()
  const [propertyId, roomId] = useWatch({ control, name: ['propertyId', 'roomId'] })
  const other = ({ target }: { target: { value: string } }) => setValue('roomId', onlyRoom(homes.find(({ id }) => String(id) === target.value) ?? { rooms: [] }))
  return (
    <HomeChoice
      homes={homes}
      propertyId={propertyId}
      roomId={roomId}
      propertyError={formState.errors.propertyId?.message}
      roomError={formState.errors.roomId?.message}
      format={format}
      property={register('propertyId', { onChange: other })}
      room={register('roomId')}
    />
  )
}

interface TextProps extends ComponentProps<'input'> {
  name: Exclude<keyof Answers, 'dateOfBirth'>
  label: string
  hint?: string
  isOptional?: boolean
}

function Text({ name, label, hint, isOptional = false, ...input }: TextProps) {
  const { register, formState } = useFormContext<Answers>()
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={formState.errors[name]?.message}>
      {(control) => <Input maxLength={longestIn(input.type)} {...input} {...control} {...register(name)} />}
    </Field>
  )
}
