import { useForm } from 'react-hook-form'
import { isEmail } from '@/lib/email'
import { Input } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { sayFailure } from './formFailure'
import { emailForm as texts } from './messages'
import { useChangeEmail } from './queries'

interface Values {
  email: string
  password: string
}

function mistakesOf({ email, password }: Values): Mistakes<Values> {
  return { ...(!isEmail(email) && { email: texts.emailInvalid }), ...(password === '' && { password: texts.passwordRequired }) }
}

/** Another address to sign in with: the password, and a link to the new address. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { email: '', password: '' }, resolver: resolverOf(mistakesOf) })
  const { register, formState } = form
  const { mutate, isPending } = useChangeEmail()
  const submit = ({ email, password }: Values) => {
    mutate(
      { email: email.trim(), password },
      {
        onSuccess: () => {
          toasts.success(texts.success, texts.successText(email.trim()))
          onClose()
        },
        onError: (error) => sayFailure(form, error, texts.failed, texts.failedText),
      },
    )
  }
  return (
    <FormDialog isSecret form={form} title={texts.title} submit={texts.submit} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.lead}</Hint>
      <Field label={texts.email} error={formState.errors.email?.message}>
        {(props) => <Input {...props} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label={texts.password} error={formState.errors.password?.message}>
        {(props) => <PasswordInput {...props} {...register('password')} autoComplete="current-password" />}
      </Field>
    </FormDialog>
  )
}
