import { useDeferredValue } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { StrengthHint } from '@/ui/form/StrengthHint'
import { passwordForm as texts } from './messages'
import type { PasswordValues } from './usePasswordForm'

/** The current password, and the new one twice. */
export function PasswordFields() {
  const { register, control, formState } = useFormContext<PasswordValues>()
  const password = useDeferredValue(useWatch({ control, name: 'newPassword' }))
  return (
    <>
      <Field label={texts.current} error={formState.errors.currentPassword?.message}>
        {(props) => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
      </Field>
      <Field label={texts.next} error={formState.errors.newPassword?.message} below={<StrengthHint password={password} known={[]} />}>
        {(props) => <PasswordInput {...props} {...register('newPassword')} autoComplete="new-password" />}
      </Field>
      <Field label={texts.confirm} error={formState.errors.confirmPassword?.message}>
        {(props) => <PasswordInput {...props} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
    </>
  )
}
