import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { specifiedMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { isEmail } from '@/lib/email'
import { paths } from '@/lib/paths'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { toasts } from '@/ui/toast/toasts'
import { forgot } from './messages'
import { AuthPage, Form } from './parts/AuthPage'
import { useForgotPassword } from './queries'

const back = (
  <Link to={paths.home} style={{ alignSelf: 'center', padding: '12px 8px', margin: '-8px 0' }}>
    {forgot.back}
  </Link>
)

/** /forgot-password: asks for the link. The answer is the same whether there is such an account or not. */
export function Component() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo === undefined) return <AskForLink onSent={setSentTo} />
  return (
    <AuthPage title={forgot.sent} lead={<span role="status">{forgot.sentText(sentTo)}</span>}>
      <Form as="div">
        <Button variant="outlined" size="large" fullWidth onClick={() => setSentTo(undefined)}>
          {forgot.again}
        </Button>
        {back}
      </Form>
    </AuthPage>
  )
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { email: '' } })
  const { mutate, isPending } = useForgotPassword()
  const keyFor = useIdempotencyKey()
  const submit = ({ email }: { email: string }) => {
    const body = { email: email.trim() }
    // A blank address is ignored (docs/reference/screens/accounts.md S1 5).
    if (body.email === '') return
    if (!isEmail(body.email)) {
      setError('email', { message: forgot.emailInvalid }, { shouldFocus: true })
      return
    }
    mutate(
      { body, params: { header: keyFor(body) } },
      {
        onSuccess: () => onSent(body.email),
        onError: (error) => toasts.failure(forgot.failed, specifiedMessage(error, forgot.failedText)),
      },
    )
  }
  return (
    <AuthPage title={forgot.title} lead={forgot.lead}>
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field label={forgot.email} error={formState.errors.email?.message}>
          {(control) => <Input {...control} {...register('email')} type="email" autoComplete="username" />}
        </Field>
        <Button type="submit" variant="contained" size="large" fullWidth loading={isPending}>
          {forgot.submit}
        </Button>
        {back}
      </Form>
    </AuthPage>
  )
}
