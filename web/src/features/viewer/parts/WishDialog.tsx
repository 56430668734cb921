import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { noDay, readDay } from '@/lib/civilDate'
import { publicFormat } from '@/lib/publicFormat'
import { TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { TimeInput } from '@/ui/form/TimeInput'
import { FormDialog } from '@/ui/FormDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { viewer as texts } from '../messages'
import { wishMistakes, wishOrder, type WishValues } from '../model'
import { useAnswer } from '../queries'

const names = { requestedDate: 'date', requestedTime: 'time', message: 'message' } as const

/** Asks for another time, which the landlord decides on. */
export function WishDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const [opened] = useState(() => new Date())
  const form = useForm<WishValues>({
    defaultValues: { date: noDay, time: '', message: '' },
    resolver: resolverOf((values) => wishMistakes(values, opened)),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, formState, setError } = form
  const { errors } = formState
  const answer = useAnswer(token)
  const send = async ({ date, time, message }: WishValues) => {
    await answer.mutateAsync({ answer: 'request', requestedDate: readDay(date), requestedTime: time, message: message.trim() || null })
    toasts.success(texts.saved, texts.savedTexts.request)
    onClose()
  }
  const later = useSendLater(form, send, (error) => {
    const found = fieldErrors(error)
    for (const [field, name] of Object.entries(names)) if (found[field] !== undefined) setError(name, { type: 'server', message: found[field] })
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  })
  return (
    <FormDialog
      form={form}
      title={texts.askTitle}
      submit={submitName(texts.ask, later)}
      order={wishOrder}
      isPending={later.isSending}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} /> }}
      onSubmit={later.start}
      onClose={onClose}
    >
      <DateParts legend={texts.date} order={publicFormat.dateOrder} isOptional={false} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      <Field label={texts.timeLabel} error={errors.time?.message}>
        {(control) => <TimeInput {...control} {...register('time')} />}
      </Field>
      <Field label={texts.message} hint={texts.messageHint} isOptional error={errors.message?.message}>
        {(control) => <TextArea {...control} {...register('message')} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
