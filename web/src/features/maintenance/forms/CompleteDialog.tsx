import { useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay, typeDay } from '@/lib/civilDate'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { PhotosField } from '@/ui/form/PhotosField'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { completion as texts } from '../form.messages'
import { details } from '../messages'
import type { StatusMail } from '../details/useStatusMail'
import { useAddCost, useSendFiles, useSetStatus } from '../queries'
import { AmountField } from './fields'
import { useRefusal } from './useRefusal'
import { completionCost, completionMistakes, completionOf, completionOrder, type CompletionValues } from './values'

const most = 5

/** Completes a request, asking what it cost and for a photo of it. */
export function CompleteDialog({ request, statusMail, onClose }: { request: MaintenanceRequest; statusMail: StatusMail; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<CompletionValues>({
    defaultValues: completionOf(request, typeDay(londonDay(new Date()))),
    resolver: resolverOf(completionMistakes),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, control, formState } = form
  const { errors } = formState
  const cost = useAddCost()
  const sendFiles = useSendFiles()
  const setStatus = useSetStatus()
  const refuse = useRefusal(form, completionOrder, texts.partly)
  const [isSending, setSending] = useState(false)
  // Parts that were added before a failure are not added again.
  const added = useRef({ cost: false, photos: new Set<File>() })

  const submit = async (values: CompletionValues) => {
    setSending(true)
    try {
      const body = completionCost(values)
      if (body !== null && !added.current.cost) {
        await cost.mutateAsync({ id: request.id, body })
        added.current.cost = true
      }
      const left = values.photos.filter((file) => !added.current.photos.has(file))
      const { failed } = await sendFiles(request.id, 'after', left)
      for (const file of left) added.current.photos.add(file)
      await setStatus.mutateAsync({ id: request.id, status: 'Completed', ...statusMail.chosen, pressedAt: Date.now() })
      if (failed > 0) toasts.failure(details.uploadFailed, details.photosFailed(failed))
      else toasts.success(texts.completed, texts.completedText(request.title))
      onClose()
    } catch (error) {
      refuse(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <FormDialog
      form={form}
      title={texts.title}
      subject={request.title}
      submit={texts.title}
      order={completionOrder}
      isPending={isSending}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <Hint>{texts.text}</Hint>
      <Field label={texts.what} hint={texts.whatHint} isOptional error={errors.description?.message}>
        {(props) => <Input {...props} {...register('description')} autoComplete="off" maxLength={200} />}
      </Field>
      <AmountField name="amount" label={texts.amount} isOptional />
      <DateParts legend={texts.date} order={format.dateOrder} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      <Controller control={control} name="photos" render={({ field }) => <PhotosField label={texts.photo} button={texts.addPhoto} files={field.value} most={most} onChange={field.onChange} />} />
      {statusMail.tick}
    </FormDialog>
  )
}
