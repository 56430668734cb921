import Button from '@mui/material/Button'
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { Controller, FormProvider, useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { DataNotice } from '@/ui/DataNotice'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { KeptNotice } from '@/ui/KeptNotice'
import { LinkPage } from '@/ui/LinkPage'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { SignaturePad } from '@/ui/signature/SignaturePad'
import { toasts } from '@/ui/toast/toasts'
import { useKeptForm } from '@/ui/useKeptForm'
import { useSendLater } from '@/ui/useSendLater'
import { form as texts } from '../messages'
import { Decline } from './Decline'
import { RequestSummary, Form, Send } from './formParts'

/** A referee's form: who asks, the parts with its fields, the signature that it insists on, and the way out. */
interface ReferenceFormProps<Values extends FieldValues> {
  kind: 'guarantor' | 'employer'
  token: string
  words: ComponentProps<typeof Decline>['words'] & {
    title: string
    lead: (tenantName: string) => string
    submit: string
    submitted: string
    failedText: string
    noticePoints: readonly string[]
  }
  asked: ComponentProps<typeof RequestSummary>
  form: UseFormReturn<Values>
  order: readonly FieldPath<Values>[]
  onSend: (values: Values) => Promise<unknown>
  onGiven: () => void
  onDeclined: () => void
  children: ReactNode
}

export function ReferenceForm<Values extends FieldValues>(props: ReferenceFormProps<Values>) {
  const { kind, token, words, asked, form, order, onSend, onGiven, onDeclined, children } = props
  const [refusals, setRefusals] = useState(0)
  const { control, formState, getFieldState, handleSubmit, setError } = form
  useRecheck(form)
  const signature = 'signature' as FieldPath<Values>
  // The link's first letters tell it from others in this tab; the whole of it is a secret.
  const kept = useKeptForm(form, `${kind} ${token.slice(0, 8)}`, { leaveOut: [signature], staysWhenLeft: true })
  const isSigned = useWatch({ control, name: signature }) !== ''
  const over = (end: () => void) => {
    kept.forget()
    end()
  }
  const insist = () => toasts.failure(texts.signatureRequired, texts.signatureRequiredText)
  const refuse = (error: unknown) => {
    if (isRefusal(error, 'REFERENCE_ALREADY_GIVEN')) {
      over(onGiven)
      return
    }
    for (const [name, text] of Object.entries(fieldErrors(error))) setError(name as FieldPath<Values>, { type: 'server', message: text })
    setRefusals((count) => count + 1)
    toasts.failure(texts.failed, userMessage(error, words.failedText))
  }
  const send = async (values: Values) => {
    await onSend(values)
    toasts.success(words.submitted, texts.thanks)
    over(onGiven)
  }
  const later = useSendLater(form, send, refuse)
  const submit = (values: Values) => (isSigned ? later.start(values) : insist())
  // Enter in a field submits a form, but not while its button is off.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isSigned || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    insist()
  }
  /** The list of mistakes takes the focus anew for each of these. */
  const attempt = formState.submitCount + refusals
  const mistakes = listMistakes(order, (name) => getFieldState(name, formState).error?.message)
  return (
    <LinkPage title={words.title} tab={attempt > 0 && mistakes.length > 0 ? texts.error(words.title) : words.title} lead={words.lead(asked.tenantName)} landlord={asked.landlord}>
      <RequestSummary {...asked} />
      <FormProvider {...form}>
        <Form method="post" noValidate onKeyDown={onKeyDown} onSubmit={(event) => void handleSubmit(submit)(event)}>
          <KeptNotice kept={kept} isDirty={formState.isDirty} />
          <ErrorSummary attempt={attempt} mistakes={mistakes} />
          {children}
          <Controller
            control={control}
            name={signature}
            render={({ field, fieldState }) => <SignaturePad name={signature} value={field.value} error={fieldState.error?.message} onChange={field.onChange} />}
          />
          <SendLaterNotice later={later} />
          <Send>
            {!isSigned && <p id="sign-first">{texts.signFirst}</p>}
            <Button type="submit" variant="contained" size="large" loading={later.isSending} disabled={!isSigned} aria-describedby={isSigned ? undefined : 'sign-first'}>
              {submitName(words.submit, later)}
            </Button>
          </Send>
        </Form>
      </FormProvider>
      <Decline kind={kind} token={token} words={words} onDeclined={() => over(onDeclined)} />
      <DataNotice title={texts.notice} points={words.noticePoints} />
    </LinkPage>
  )
}
