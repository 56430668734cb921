import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { publicFormat } from '@/lib/publicFormat'
import { TextArea } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { job as texts } from '../messages'
import { controlOf, newTime, timeBody, timeMistakes, timeOrder, type TimeValues } from '../model'
import { usePropose } from '../queries'
import { TimeFields } from './TimeFields'

/** Proposes another time, which the landlord decides on. */
export function TimeDialog({ token, left, onClose }: { token: string; /** The number of times that is still possible. */ left: number; onClose: () => void }) {
  const [opened] = useState(() => new Date())
  const form = useForm<TimeValues>({ defaultValues: newTime, resolver: resolverOf((values) => timeMistakes(values, opened)), shouldFocusError: false })
  useRecheck(form)
  const { register, setError, formState } = form
  const propose = usePropose(token)
  const send = async (values: TimeValues) => {
    await propose.mutateAsync(timeBody(values))
    toasts.success(texts.saved, texts.proposedToast)
    onClose()
  }
  const later = useSendLater(form, send, (error) => {
    for (const [field, message] of Object.entries(fieldErrors(error))) {
      const name = controlOf(timeOrder, field)
      if (name !== undefined) setError(name, { type: 'server', message })
    }
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  })
  return (
    <FormDialog
      form={form}
      title={texts.proposeTitle}
      submit={submitName(texts.proposeSubmit, later)}
      order={timeOrder}
      isPending={later.isSending}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} /> }}
      onSubmit={later.start}
      onClose={onClose}
    >
      <Hint>{texts.proposeText(left)}</Hint>
      <TimeFields order={publicFormat.dateOrder} isOptional={false} />
      <Field label={texts.message} isOptional error={formState.errors.message?.message}>
        {(control) => <TextArea {...control} {...register('message')} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
