import { FormDialog } from '@/ui/FormDialog'
import { passwordForm as texts } from './messages'
import { PasswordForm } from './PasswordForm'
import { useChangePassword } from './queries'

const formId = 'change-password'

/** A new password, because somebody wants one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  return (
    <FormDialog title={texts.title} submit={texts.submit} formId={formId} isPending={change.isPending} onClose={onClose}>
      <PasswordForm id={formId} change={change} onDone={onClose} />
    </FormDialog>
  )
}
