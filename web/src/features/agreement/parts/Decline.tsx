import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AgreementAccess } from '@/api/agreements'
import { userMessage } from '@/api/errors'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { agreement as texts } from '../messages'
import { useDecline } from '../queries'

/** The words of the way out. */
export interface DeclineWords {
  open: string
  title: string
  text: string
  confirm: string
}

const ofAgreement: DeclineWords = { open: texts.decline, title: texts.declineTitle, text: texts.declineText, confirm: texts.declineConfirm }

/** The way out for a party who does not want to sign. */
export function Decline({ access, words = ofAgreement }: { access: AgreementAccess; words?: DeclineWords }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="text" onClick={() => setOpen(true)} sx={{ marginLeft: '-8px' }}>
        {words.open}
      </Button>
      {isOpen && <DeclineDialog access={access} words={words} onClose={() => setOpen(false)} />}
    </div>
  )
}

function DeclineDialog({ access, words, onClose }: { access: AgreementAccess; words: DeclineWords; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const decline = useDecline(access)
  const submit = ({ reason }: { reason: string }) =>
    decline.mutate(reason.trim() === '' ? {} : { reason: reason.trim() }, {
      onSuccess: () => toasts.success(texts.declined),
      onError: (error) => toasts.failure(texts.declineFailed, userMessage(error, texts.tryAgain)),
    })
  return (
    <FormDialog form={form} title={words.title} subject={words.text} submit={words.confirm} isPending={decline.isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.reason} hint={texts.declineReasonHint} isOptional>
        {(control) => <TextArea {...control} {...form.register('reason')} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
