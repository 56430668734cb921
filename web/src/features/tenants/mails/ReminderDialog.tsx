import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { fieldErrors, shortCause, userMessage } from '@/api/errors'
import { useActMail, useRemindTenant } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { common } from '@/lib/messages'
import { TextArea } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { MailDialog } from '@/ui/MailDialog'
import { PlainDialog } from '@/ui/PlainDialog'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { reminder as texts } from './messages'

interface ReminderProps {
  tenant: Tenant
  onClose: () => void
}

/** Reminds a tenant of rent that is owed: the words are proposed and can be changed. */
export function ReminderDialog({ tenant, onClose }: ReminderProps) {
  const { data, error, refetch } = useActMail(tenant.id, 'reminder')
  if (data !== undefined) return <ReminderForm tenant={tenant} proposed={data.note ?? ''} obstacle={obstacleOf(data)} onClose={onClose} />
  return (
    <PlainDialog title={texts.title} subject={tenant.name} foot={<Button onClick={onClose}>{common.close}</Button>} onClose={onClose}>
      {error === null ? <Skeleton width="100%" height={160} /> : <LoadFailed what={texts.mail} cause={shortCause(error)} onRetry={() => void refetch()} />}
    </PlainDialog>
  )
}

function obstacleOf({ whyNot, offReason }: { whyNot: string | null; offReason: string | null }): string | undefined {
  if (whyNot === 'off-for-tenant') return texts.off(offReason ?? '')
  return whyNot === 'no-address' ? texts.noAddress : undefined
}

function ReminderForm({ tenant, proposed, obstacle, onClose }: ReminderProps & { proposed: string; obstacle: string | undefined }) {
  const form = useForm({ defaultValues: { note: proposed }, resolver: resolverOf(({ note }) => (note.trim().length < 2 ? { note: texts.textRequired } : {})) })
  const note = useWatch({ control: form.control, name: 'note' })
  const [isSeen, setSeen] = useState(false)
  const preview = useActMail(tenant.id, 'reminder', { note: note.trim() }, isSeen)
  const { mutate, isPending } = useRemindTenant(tenant.id)
  const submit = (values: { note: string }) =>
    mutate(
      { note: values.note.trim() },
      {
        onSuccess: () => {
          toasts.success(texts.done, texts.doneText(tenant.email))
          onClose()
        },
        onError: (error) => {
          const message = fieldErrors(error).note
          if (message === undefined) toasts.failure(texts.failed, userMessage(error, texts.failedText))
          else form.setError('note', { type: 'server', message }, { shouldFocus: true })
        },
      },
    )
  return (
    <>
      <FormDialog form={form} title={texts.title} subject={`${tenant.name}, ${tenant.email}`} submit={texts.send} isPending={isPending} obstacle={obstacle} onSubmit={submit} onClose={onClose}>
        <Field label={texts.text} hint={texts.textHint} error={form.formState.errors.note?.message}>
          {(control) => <TextArea {...control} {...form.register('note')} maxLength={1000} rows={5} />}
        </Field>
        <div>
          <Button variant="text" onClick={() => setSeen(true)} sx={{ marginLeft: '-8px' }}>
            {texts.see}
          </Button>
        </div>
        <Hint>{texts.log}</Hint>
      </FormDialog>
      {isSeen && <MailDialog title={texts.mail} mails={preview.data === undefined ? [] : [preview.data.mail]} instead={<Skeleton width="100%" height={160} />} onClose={() => setSeen(false)} />}
    </>
  )
}
