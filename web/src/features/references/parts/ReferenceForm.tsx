import Button from '@mui/material/Button'
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { Controller, FormProvider, useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { DataNotice } from '@/ui/DataNotice'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { LinkPage } from '@/ui/LinkPage'
import { SignaturePad } from '@/ui/signature/SignaturePad'
import { toasts } from '@/ui/toast/toasts'
import { form as texts } from '../messages'
import { Decline } from './Decline'
import { Asked, Form, Send } from './formParts'

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
  asked: ComponentProps<typeof Asked>
  form: UseFormReturn<Values>
  order: readonly FieldPath<Values>[]
  isPending: boolean
  onSend: (values: Values, answer: { onSuccess: () => void; onError: (error: unknown) => void }) => void
  onGiven: () => void
  onDeclined: () => void
  children: ReactNode
}

export function ReferenceForm<Values extends FieldValues>(props: ReferenceFormProps<Values>) {
  const { kind, token, words, asked, form, order, isPending, onSend, onGiven, onDeclined, children } = props
  const [refusals, setRefusals] = useState(0)
  const { control, formState, getFieldState, handleSubmit, setError } = form
  useRecheck(form)
  const signature = 'signature' as FieldPath<Values>
  const isSigned = useWatch({ control, name: signature }) !== ''
  const insist = () => toasts.failure(texts.signatureRequired, texts.signatureRequiredText)
  const refuse = (error: unknown) => {
    if (isRefusal(error, 'REFERENCE_ALREADY_GIVEN')) {
      onGiven()
      return
    }
    for (const [name, text] of Object.entries(fieldErrors(error))) setError(name as FieldPath<Values>, { type: 'server', message: text })
    setRefusals((count) => count + 1)
    toasts.failure(texts.failed, userMessage(error, words.failedText))
  }
  const submit = (values: Values) => {
    if (!isSigned) {
      insist()
      return
    }
    const given = () => {
      toasts.success(words.submitted, texts.thanks)
      onGiven()
    }
    onSend(values, { onSuccess: given, onError: refuse })
  }
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
    <LinkPage title={words.title} tab={attempt > 0 && mistakes.length > 0 ? texts.error(words.title) : words.title} lead={words.lead(asked.tenantName)}>
      <Asked {...asked} />
      <FormProvider {...form}>
        <Form method="post" noValidate onKeyDown={onKeyDown} onSubmit={(event) => void handleSubmit(submit)(event)}>
          <ErrorSummary attempt={attempt} mistakes={mistakes} />
          {children}
          <Controller
            control={control}
            name={signature}
            render={({ field, fieldState }) => <SignaturePad name={signature} value={field.value} error={fieldState.error?.message} onChange={field.onChange} />}
          />
          <Send>
            {!isSigned && <p id="sign-first">{texts.signFirst}</p>}
            <Button type="submit" variant="contained" size="large" loading={isPending} disabled={!isSigned} aria-describedby={isSigned ? undefined : 'sign-first'}>
              {words.submit}
            </Button>
          </Send>
        </Form>
      </FormProvider>
      <Decline kind={kind} token={token} words={words} onDeclined={onDeclined} />
      <DataNotice title={texts.notice} points={words.noticePoints} />
    </LinkPage>
  )
}
