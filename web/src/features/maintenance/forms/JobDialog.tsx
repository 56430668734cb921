import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { noDay, typeDay } from '@/lib/civilDate'
import { Check } from '@/ui/form/Check'
import { Input, TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, FieldError, Hint } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Pair } from '@/ui/form/Pair'
import { resolverOf } from '@/ui/form/rules'
import { TimeInput } from '@/ui/form/TimeInput'
import { useAmount } from '@/ui/form/useAmount'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { job as texts } from '../job.messages'
import { useOfferJob } from '../jobQueries'
import { jobBody, jobMistakes, jobOrder, type JobValues } from './jobValues'
import { useRefusal } from './useRefusal'

/** Asks the request's contractor to do it: when, how to get in, how much may be spent. */
export function JobDialog({ request, onClose }: { request: MaintenanceRequest; onClose: () => void }) {
  const format = useFormatter()
  const { visit, job } = request
  const asked = visit === null ? job?.askedTime : { jobDate: visit.visitDate, startTime: visit.startTime, endTime: visit.endTime }
  const form = useForm<JobValues>({
    defaultValues: {
      date: asked?.jobDate === undefined ? noDay : typeDay(asked.jobDate),
      start: asked?.startTime ?? '09:00',
      end: asked?.endTime ?? '11:00',
      limit: job?.costLimit ?? '',
      access: job?.access ?? '',
      keyCode: job?.keyCode ?? '',
      tenantContact: job?.tenantContact ?? request.tenantId !== null,
      agreed: false,
    },
    resolver: resolverOf(jobMistakes),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, formState } = form
  const { errors } = formState
  const offer = useOfferJob()
  const refuse = useRefusal(form, jobOrder, texts.sendFailedText)
  const submit = (values: JobValues) =>
    offer.mutate(
      { id: request.id, body: jobBody(values) },
      {
        onSuccess: () => {
          toasts.success(texts.sent, texts.sentText(request.contractorName ?? ''))
          onClose()
        },
        onError: refuse,
      },
    )
  return (
    <FormDialog form={form} title={texts.title} subject={request.title} submit={texts.submit} order={jobOrder} isPending={offer.isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.sendHint}</Hint>
      <div>
        <DateParts legend={texts.date} order={format.dateOrder} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
        <Hint>{texts.dateHint}</Hint>
      </div>
      <Pair>
        <Field label={texts.from} error={errors.start?.message}>
          {(props) => <TimeInput {...props} {...register('start')} />}
        </Field>
        <Field label={texts.to} error={errors.end?.message}>
          {(props) => <TimeInput {...props} {...register('end')} />}
        </Field>
      </Pair>
      <Limit />
      <Field label={texts.access} hint={texts.accessHint} isOptional error={errors.access?.message}>
        {(props) => <TextArea {...props} {...register('access')} maxLength={500} />}
      </Field>
      <Field label={texts.keyCode} hint={texts.keyCodeHint} isOptional error={errors.keyCode?.message}>
        {(props) => <Input {...props} {...register('keyCode')} autoComplete="off" maxLength={40} />}
      </Field>
      <Check>
        <input type="checkbox" {...register('tenantContact')} />
        {texts.tenantContact}
      </Check>
      <div>
        {errors.agreed?.message !== undefined && <FieldError id="job-agreed" text={errors.agreed.message} />}
        <Check>
          <input type="checkbox" {...register('agreed')} aria-describedby={errors.agreed === undefined ? undefined : 'job-agreed'} />
          {texts.tenantAgreed}
        </Check>
      </div>
    </FormDialog>
  )
}

function Limit() {
  const format = useFormatter()
  const { control, error } = useAmount<JobValues>('limit')
  return (
    <Field label={texts.limit} isOptional error={error}>
      {(props) => <MoneyInput {...props} {...control} currencySign={format.currencySign} />}
    </Field>
  )
}
