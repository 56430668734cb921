import Button from '@mui/material/Button'
import { useDeferredValue } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, fieldErrors, specifiedMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { announced, newPasswordMistakes } from '@/lib/newPassword'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { StrengthHint } from '@/ui/form/StrengthHint'
import { toasts } from '@/ui/toast/toasts'
import { reset as texts } from '../messages'
import type { useResetPassword } from '../queries'
import { AuthPage, Form } from './AuthPage'

interface ResetValues {
  newPassword: string
  confirmPassword: string
}

/** The same two checks as at sign-up (docs/reference/screens/accounts.md S1 5). */
function resetMistakes(values: ResetValues): Mistakes<ResetValues> {
  const { password, ...confirmation } = newPasswordMistakes(values.newPassword, values.confirmPassword)
  return { ...(password !== undefined && { newPassword: password }), ...confirmation }
}

const empty: ResetValues = { newPassword: '', confirmPassword: '' }

/** The new password, twice. */
export function ResetForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const { register, handleSubmit, formState, control, getFieldState, setError } = useForm({ defaultValues: empty, resolver: resolverOf(resetMistakes) })
  const keyFor = useIdempotencyKey()
  const password = useDeferredValue(useWatch({ control, name: 'newPassword' }))

  const announce = () => {
    const found = announced([getFieldState('newPassword').error?.message, getFieldState('confirmPassword').error?.message])
    if (found) toasts.failure(found.title, found.text)
  }
  const submit = ({ newPassword }: ResetValues) => {
    const body = { token, newPassword }
    reset.mutate({ body, params: { header: keyFor(body) } }, { onSuccess: () => toasts.success(texts.success, texts.successText), onError: fail })
  }
  const fail = (error: unknown) => {
    const { reason, title } = error instanceof ApiError ? error.problem : {}
    const isAboutPassword = reason?.startsWith('PASSWORD_TOO_') === true && title !== undefined
    toasts.failure(isAboutPassword ? title : texts.failed, specifiedMessage(error, texts.failedText))
    const message = fieldErrors(error).newPassword
    if (message !== undefined) setError('newPassword', { type: 'server', message }, { shouldFocus: true })
  }
  return (
    <AuthPage title={texts.title} lead={texts.lead}>
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit, announce)(event)}>
        <Field label={texts.password} error={formState.errors.newPassword?.message} below={<StrengthHint password={password} known={[]} />}>
          {(control) => <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" />}
        </Field>
        <Field label={texts.confirmPassword} error={formState.errors.confirmPassword?.message}>
          {(control) => <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />}
        </Field>
        <Button type="submit" variant="contained" size="large" fullWidth loading={reset.isPending}>
          {texts.submit}
        </Button>
      </Form>
    </AuthPage>
  )
}
