import Button from '@mui/material/Button'
import { useForm, useWatch } from 'react-hook-form'
import { useDeferredValue } from 'react'
import { fieldErrors, userMessage } from '@/api/errors'
import { announced, newPasswordMistakes } from '@/lib/newPassword'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { StrengthHint } from '@/ui/form/StrengthHint'
import { toasts } from '@/ui/toast/toasts'
import { invite as texts } from '../invite.messages'
import type { useAcceptInvitation } from '../queries'
import { Form, Note } from './AuthPage'

interface Values {
  name: string
  password: string
  confirmPassword: string
}

function mistakesOf(values: Values): Mistakes<Values> {
  return { ...(values.name.trim() === '' && { name: texts.nameRequired }), ...newPasswordMistakes(values.password, values.confirmPassword) }
}

/** Asks for a new account's details: the address is the invitation's, and proved by its link. */
export function InviteForm({ email, token, accept }: { email: string; token: string; accept: ReturnType<typeof useAcceptInvitation> }) {
  const form = useForm<Values>({ defaultValues: { name: '', password: '', confirmPassword: '' }, resolver: resolverOf(mistakesOf) })
  const { register, handleSubmit, formState, control, getFieldState, setError } = form
  const [name, password] = useWatch({ control, name: ['name', 'password'] })
  const announce = () => {
    const found = announced([getFieldState('password').error?.message, getFieldState('confirmPassword').error?.message])
    if (found) toasts.failure(found.title, found.text)
  }
  const submit = (values: Values) =>
    accept.mutate(
      { token, name: values.name.trim(), password: values.password },
      {
        onError: (error) => {
          const { name: aboutName, password: aboutPassword } = fieldErrors(error)
          if (aboutName !== undefined) setError('name', { type: 'server', message: aboutName }, { shouldFocus: true })
          if (aboutPassword !== undefined) setError('password', { type: 'server', message: aboutPassword }, { shouldFocus: true })
          if (aboutName === undefined && aboutPassword === undefined) toasts.failure(texts.failed, userMessage(error, texts.failedText))
        },
      },
    )
  return (
    <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit, announce)(event)}>
      <Note>{texts.newAccount(email)}</Note>
      {/* Password managers read from it the account that the password belongs to. */}
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      <Field label={texts.name} error={formState.errors.name?.message}>
        {(props) => <Input {...props} {...register('name')} autoComplete="name" maxLength={200} />}
      </Field>
      <Field
        label={texts.password}
        error={formState.errors.password?.message}
        below={<StrengthHint password={useDeferredValue(password)} known={[name, email.split('@')[0] ?? '']} />}
      >
        {(props) => <PasswordInput {...props} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={texts.confirmPassword} error={formState.errors.confirmPassword?.message}>
        {(props) => <PasswordInput {...props} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={accept.isPending}>
        {texts.create}
      </Button>
    </Form>
  )
}
