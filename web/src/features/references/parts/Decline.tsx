import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { userMessage } from '@/api/errors'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { form as texts } from '../messages'
import { useDecline } from '../queries'

/** The way out for a referee who does not want to answer. */
interface DeclineProps {
  kind: 'guarantor' | 'employer'
  token: string
  words: { declineTitle: string; declineText: string; declineConfirm: string }
  onDeclined: () => void
}

export function Decline(props: DeclineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="text" onClick={() => setOpen(true)} sx={{ marginLeft: '-8px' }}>
        {texts.decline}
      </Button>
      {isOpen && <DeclineDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

function DeclineDialog({ kind, token, words, onDeclined, onClose }: DeclineProps & { onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const decline = useDecline(kind, token)
  const send = async ({ reason }: { reason: string }) => {
    await decline.mutateAsync(reason.trim() === '' ? {} : { reason: reason.trim() })
    onDeclined()
  }
  const later = useSendLater(form, send, (error) => toasts.failure(texts.declineFailed, userMessage(error, texts.declineFailedText)))
  return (
    <FormDialog
      form={form}
      title={words.declineTitle}
      subject={words.declineText}
      submit={submitName(words.declineConfirm, later)}
      isPending={later.isSending}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} /> }}
      onSubmit={later.start}
      onClose={onClose}
    >
      <Field label={texts.declineReason} hint={texts.declineReasonHint} isOptional>
        {(control) => <TextArea {...control} {...form.register('reason')} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
