import { useForm, type UseFormReturn } from 'react-hook-form'
import { announced, newPasswordMistakes } from '@/lib/newPassword'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { sayFailure } from './formFailure'
import { passwordForm as texts } from './messages'
import type { useChangePassword } from './queries'

/** The current password, and the new one twice. */
export interface PasswordValues {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

function mistakesOf(values: PasswordValues): Mistakes<PasswordValues> {
  const { password, ...confirmation } = newPasswordMistakes(values.newPassword, values.confirmPassword)
  return {
    ...(values.currentPassword === '' && { currentPassword: texts.currentRequired }),
    ...(password !== undefined && { newPassword: password }),
    ...confirmation,
  }
}

const empty: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

interface PasswordForm {
  form: UseFormReturn<PasswordValues>
  submit: (values: PasswordValues) => void
  /** Says in a toast what the specification wants said there, when it could not be sent. */
  announce: () => void
}

/** A change of the password, wherever its fields stand. */
export function usePasswordForm(change: ReturnType<typeof useChangePassword>, onDone: () => void): PasswordForm {
  const form = useForm<PasswordValues>({ defaultValues: empty, resolver: resolverOf(mistakesOf) })
  const announce = () => {
    const found = announced([form.getFieldState('newPassword').error?.message, form.getFieldState('confirmPassword').error?.message])
    if (found) toasts.failure(found.title, found.text)
  }
  const submit = ({ currentPassword, newPassword }: PasswordValues) => {
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          toasts.success(texts.success, texts.successText)
          onDone()
        },
        onError: (error) => sayFailure(form, error, texts.failed, texts.failedText),
      },
    )
  }
  return { form, submit, announce }
}
