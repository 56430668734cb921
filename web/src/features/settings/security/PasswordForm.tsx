import { useDeferredValue } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { announced, newPasswordMistakes } from '@/lib/newPassword'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { StrengthHint } from '@/ui/form/StrengthHint'
import { toasts } from '@/ui/toast/toasts'
import { DialogForm } from './DialogForm'
import { sayFailure } from './formFailure'
import { passwordForm as texts } from './messages'
import type { useChangePassword } from './queries'

interface Values {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

function mistakesOf(values: Values): Mistakes<Values> {
  const { password, ...confirmation } = newPasswordMistakes(values.newPassword, values.confirmPassword)
  return {
    ...(values.currentPassword === '' && { currentPassword: texts.currentRequired }),
    ...(password !== undefined && { newPassword: password }),
    ...confirmation,
  }
}

const empty: Values = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The current password, and the new one twice; sent by a button that names `id`. */
export function PasswordForm({ id, change, onDone }: { id: string; change: ReturnType<typeof useChangePassword>; onDone: () => void }) {
  const form = useForm<Values>({ defaultValues: empty, resolver: resolverOf(mistakesOf) })
  const { register, control, formState, getFieldState } = form
  const password = useDeferredValue(useWatch({ control, name: 'newPassword' }))
  const announce = () => {
    const found = announced([getFieldState('newPassword').error?.message, getFieldState('confirmPassword').error?.message])
    if (found) toasts.failure(found.title, found.text)
  }
  const submit = ({ currentPassword, newPassword }: Values) => {
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
  return (
    <DialogForm id={id} method="post" noValidate onSubmit={(event) => void form.handleSubmit(submit, announce)(event)}>
      <Field label={texts.current} error={formState.errors.currentPassword?.message}>
        {(props) => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
      </Field>
      <Field label={texts.next} error={formState.errors.newPassword?.message} below={<StrengthHint password={password} known={[]} />}>
        {(props) => <PasswordInput {...props} {...register('newPassword')} autoComplete="new-password" />}
      </Field>
      <Field label={texts.confirm} error={formState.errors.confirmPassword?.message}>
        {(props) => <PasswordInput {...props} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
    </DialogForm>
  )
}
