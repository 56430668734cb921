import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { useWriteToLandlord } from '@/api/portal'
import { color, type } from '@/theme/tokens'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { acts as texts } from '../../messages'

const Text = styled('p')({ ...type.body, color: color.muted })

interface Values {
  text: string
}

interface WriteProps {
  tenancyId: number
  title?: string
  intro?: string
  /** A text to begin with. */
  proposed?: string
  onClose: () => void
}

/** Writes to the landlord about something that is no repair. */
export function WriteDialog({ tenancyId, title = texts.write, intro = texts.writeIntro, proposed = '', onClose }: WriteProps) {
  const write = useWriteToLandlord()
  const form = useForm<Values>({
    defaultValues: { text: proposed },
    resolver: resolverOf(({ text }: Values) => (text.trim() === '' ? { text: texts.messageMissing } : {})),
    shouldFocusError: false,
  })
  const { register, formState, setError } = form
  const send = async ({ text }: Values) => {
    await write.mutateAsync({ tenancyId, text: text.trim() })
    toasts.success(texts.writeDone, texts.writeDoneText)
    onClose()
  }
  const later = useSendLater(form, send, (error) => {
    const { text: said } = fieldErrors(error)
    if (said !== undefined) setError('text', { type: 'server', message: said })
    toasts.failure(texts.writeFailed, userMessage(error, texts.tryAgain))
  })
  return (
    <FormDialog
      form={form}
      title={title}
      submit={submitName(texts.send, later)}
      order={['text']}
      isPending={later.isSending}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} /> }}
      onSubmit={later.start}
      onClose={onClose}
    >
      <Text>{intro}</Text>
      <Field label={texts.message} error={formState.errors.text?.message}>
        {(control) => <TextArea {...control} {...register('text')} maxLength={1000} />}
      </Field>
    </FormDialog>
  )
}
