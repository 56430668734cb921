import { useForm } from 'react-hook-form'
import { userMessage } from '@/api/errors'
import { TextArea } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { job as texts } from '../messages'
import { useDecline } from '../queries'

/** Says that the contractor cannot do it, and why if they like. */
export function DeclineDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const form = useForm<{ message: string }>({ defaultValues: { message: '' } })
  const decline = useDecline(token)
  const send = async ({ message }: { message: string }) => {
    await decline.mutateAsync({ message: message.trim() || null })
    toasts.success(texts.saved, texts.declinedToast)
    onClose()
  }
  const later = useSendLater(form, send, (error) => toasts.failure(texts.failed, userMessage(error, texts.failedText)))
  return (
    <FormDialog
      form={form}
      title={texts.declineTitle}
      submit={submitName(texts.declineSubmit, later)}
      isPending={later.isSending}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} /> }}
      onSubmit={later.start}
      onClose={onClose}
    >
      <Hint>{texts.declineText}</Hint>
      <Field label={texts.declineWhy} isOptional>
        {(control) => <TextArea {...control} {...form.register('message')} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
