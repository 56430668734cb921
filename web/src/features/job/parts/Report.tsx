import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import type { Work } from '@/api/jobs'
import { publicFormat } from '@/lib/publicFormat'
import { color, media, type } from '@/theme/tokens'
import { Input, TextArea } from '@/ui/form/controls'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Pair } from '@/ui/form/Pair'
import { RadioCards } from '@/ui/form/RadioCards'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { useAmount } from '@/ui/form/useAmount'
import { useRecheck } from '@/ui/form/useRecheck'
import { KeptNotice } from '@/ui/KeptNotice'
import { Panel } from '@/ui/Panel'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useKeptForm } from '@/ui/useKeptForm'
import { useSendLater } from '@/ui/useSendLater'
import { job as texts } from '../messages'
import { controlOf, newReport, reportBody, reportMistakes, reportOrder, type ReportValues } from '../model'
import { useFinish } from '../queries'
import { Files } from './Files'
import { TimeFields } from './TimeFields'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20, padding: '16px 20px 18px', [media.mobile]: { paddingInline: 16 } })
const Small = styled('p')({ ...type.small, color: color.muted })

const choices = [
  { value: 'yes', label: texts.finished, hint: texts.finishedHint, icon: CircleCheck },
  { value: 'no', label: texts.again, hint: texts.againHint, icon: RotateCcw },
] as const

/** Asks what was done: the report, photos, the invoice, and whether somebody has to come again. */
export function Report({ token, work }: { token: string; work: Work }) {
  const [opened] = useState(() => new Date())
  const form = useForm<ReportValues>({ defaultValues: newReport, resolver: resolverOf((values) => reportMistakes(values, opened)), shouldFocusError: false })
  useRecheck(form)
  const { register, control, setError, getFieldState, formState } = form
  // The end of the secret tells jobs of one tab apart.
  const kept = useKeptForm(form, `job ${token.slice(-8)}`, { staysWhenLeft: true })
  const finish = useFinish(token)
  const finished = useWatch({ control, name: 'finished' })
  const send = async (values: ReportValues) => {
    await finish.mutateAsync(reportBody(values))
    kept.forget()
    toasts.success(texts.saved, values.finished === 'yes' ? texts.doneToast : texts.againToast)
  }
  const later = useSendLater(form, send, (error) => {
    for (const [field, message] of Object.entries(fieldErrors(error))) {
      const name = controlOf(reportOrder, field)
      if (name !== undefined) setError(name, { type: 'server', message })
    }
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  })
  return (
    <Panel title={texts.whenDone}>
      <FormProvider {...form}>
        <Form method="post" noValidate onSubmit={(event) => void form.handleSubmit(later.start)(event)}>
          <KeptNotice kept={kept} isDirty={formState.isDirty} />
          <ErrorSummary attempt={formState.submitCount} mistakes={listMistakes(reportOrder, (name) => getFieldState(name, formState).error?.message)} />
          <Field label={texts.report} error={formState.errors.report?.message}>
            {(props) => <TextArea {...props} {...register('report')} maxLength={4000} />}
          </Field>
          <Files token={token} work={work} mayRemove />
          <Pair>
            <Total />
            <Field label={texts.number} isOptional error={formState.errors.number?.message}>
              {(props) => <Input {...props} {...register('number')} autoComplete="off" maxLength={60} />}
            </Field>
          </Pair>
          <RadioCards legend={texts.isFinished} choices={choices} isStacked {...register('finished')} />
          {finished === 'no' && <TimeFields order={publicFormat.dateOrder} isOptional />}
          <SendLaterNotice later={later} />
          <Button type="submit" variant="contained" size="large" loading={later.isSending}>
            {submitName(finished === 'yes' ? texts.submit : texts.submitAgain, later)}
          </Button>
          <Small>{texts.kept}</Small>
        </Form>
      </FormProvider>
    </Panel>
  )
}

function Total() {
  const { control, error } = useAmount<ReportValues>('total')
  return (
    <Field label={texts.total} isOptional error={error}>
      {(props) => <MoneyInput {...props} {...control} currencySign={publicFormat.currencySign} />}
    </Field>
  )
}
