import { FormDialog } from '@/ui/FormDialog'
import { passwordForm as texts } from './messages'
import { PasswordFields } from './PasswordFields'
import { useChangePassword } from './queries'
import { usePasswordForm } from './usePasswordForm'

/** A new password, because somebody wants one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  const { form, submit, announce } = usePasswordForm(change, onClose)
  return (
    <FormDialog isSecret form={form} title={texts.title} submit={texts.submit} isPending={change.isPending} onSubmit={submit} onInvalid={announce} onClose={onClose}>
      <PasswordFields />
    </FormDialog>
  )
}
