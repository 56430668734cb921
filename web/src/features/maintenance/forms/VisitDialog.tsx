import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { mailTextQuery } from '@/api/landlord'
import type { MaintenanceRequest } from '@/api/maintenance'
import { noDay, typeDay } from '@/lib/civilDate'
import { askedByLaw, EmailTenant } from '@/ui/EmailTenant'
import { Check } from '@/ui/form/Check'
import { TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, FieldError, Hint } from '@/ui/form/Field'
import { Pair } from '@/ui/form/Pair'
import { resolverOf } from '@/ui/form/rules'
import { TimeInput } from '@/ui/form/TimeInput'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { visitForm as texts } from '../form.messages'
import { details } from '../messages'
import { useBookVisit } from '../queries'
import { useRefusal } from './useRefusal'
import { visitBody, visitMistakes, visitOrder, type VisitValues } from './values'

/** Says when somebody comes; those who live there are told. */
export function VisitDialog({ request, onClose }: { request: MaintenanceRequest; onClose: () => void }) {
  const format = useFormatter()
  const { visit } = request
  const form = useForm<VisitValues>({
    defaultValues:
      visit === null
        ? { date: noDay, start: '09:00', end: '11:00', notes: '', agreed: false }
        : { date: typeDay(visit.visitDate), start: visit.startTime, end: visit.endTime, notes: visit.notes ?? '', agreed: visit.tenantAgreed },
    resolver: resolverOf(visitMistakes),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, formState } = form
  const { errors } = formState
  const book = useBookVisit()
  const notice = useQuery(mailTextQuery('entry-notice')).data
  const refuse = useRefusal(form, visitOrder, texts.failedText)
  const submit = (values: VisitValues) =>
    book.mutate(
      { request, body: visitBody(values) },
      {
        onSuccess: () => {
          toasts.success(texts.booked, details.visitText(format.listDate(visitBody(values).visitDate), values.start, values.end))
          onClose()
        },
        onError: refuse,
      },
    )
  return (
    <FormDialog
      form={form}
      title={visit === null ? texts.title : texts.changeTitle}
      subject={request.title}
      submit={texts.submit}
      order={visitOrder}
      isPending={book.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{texts.notice}</Hint>
      <DateParts legend={texts.date} order={format.dateOrder} isOptional={false} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      <Pair>
        <Field label={texts.from} error={errors.start?.message}>
          {(props) => <TimeInput {...props} {...register('start')} />}
        </Field>
        <Field label={texts.to} error={errors.end?.message}>
          {(props) => <TimeInput {...props} {...register('end')} />}
        </Field>
      </Pair>
      <Field label={texts.notes} hint={texts.notesHint} isOptional error={errors.notes?.message}>
        {(props) => <TextArea {...props} {...register('notes')} maxLength={500} />}
      </Field>
      <div>
        {errors.agreed?.message !== undefined && <FieldError id="visit-agreed" text={errors.agreed.message} />}
        <Check>
          <input type="checkbox" {...register('agreed')} aria-describedby={errors.agreed === undefined ? undefined : 'visit-agreed'} />
          {texts.agreed}
        </Check>
      </div>
      <EmailTenant offered={askedByLaw(notice)} value={null} />
    </FormDialog>
  )
}
