import { useForm } from 'react-hook-form'
import type { Application } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { useUndoAct } from '@/api/takeBacks'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { undoOf } from '@/ui/takeback/undoOf'
import { toasts } from '@/ui/toast/toasts'
import { useWaive } from '../queries'
import { moveIn as texts } from './moveIn.messages'

interface WaiveDialogProps {
  application: Application
  kind: 'guarantor' | 'employer'
  /** The name of the referee. */
  name: string
  onClose: () => void
}

/** Waives a reference, for a reason. */
export function WaiveDialog({ application, kind, name, onClose }: WaiveDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const waive = useWaive()
  const undo = useUndoAct()
  const submit = ({ reason }: { reason: string }) =>
    waive.mutate({ id: application.id, kind, reason: reason.trim() }, {
      onSuccess: () => {
        toasts.success(texts.waived, texts.waivedText, undoOf(undo({ of: 'tenancy', act: `waived-${kind}`, id: application.id })))
        onClose()
      },
      onError: (error) => toasts.failure(texts.waiveFailed, userMessage(error, texts.tryAgain)),
    })
  return (
    <FormDialog
      form={form}
      title={texts.waiveTitle}
      subject={texts.waiveSubject(name, application.tenantName)}
      submit={texts.waive}
      isPending={waive.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.waiveReason} hint={texts.waiveHint} error={form.formState.errors.reason?.message}>
        {(control) => <TextArea {...control} {...form.register('reason', { validate: (text) => text.trim().length >= 2 || texts.waiveRequired })} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
