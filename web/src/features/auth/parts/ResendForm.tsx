import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { userMessage } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { resend } from '../login.messages'
import { useResendVerification } from '../queries'
import { Form } from './AuthPage'

const resendMistakes = ({ email }: { email: string }) => (email.trim() === '' ? { email: resend.emailRequired } : {})

const Box = styled('section')({ marginTop: 32, paddingTop: 20, borderTop: `1px solid ${color.line}` })
const Title = styled('h2')({ ...type.h2, marginBottom: 12 })

/** Asks for another verification mail; the answer is the same whether there is such an account or not. */
export function ResendForm() {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' }, resolver: resolverOf(resendMistakes) })
  const { send, isPending } = useResend()
  return (
    <Box>
      <Title>{resend.heading}</Title>
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(({ email }) => send(email))(event)}>
        <Field label={resend.email} error={formState.errors.email?.message}>
          {(control) => <Input {...control} {...register('email')} type="email" autoComplete="username" />}
        </Field>
        <div>
          <Button type="submit" loading={isPending}>
            {resend.button}
          </Button>
        </div>
      </Form>
    </Box>
  )
}

/** Sends the verification mail again and says so. */
export function useResend(): { send: (email: string) => void; isPending: boolean } {
  const { mutate, isPending } = useResendVerification()
  const keyFor = useIdempotencyKey()
  const send = (email: string) => {
    const body = { email: email.trim() }
    mutate(
      { body, params: { header: keyFor(body) } },
      {
        onSuccess: () => toasts.success(resend.sent, resend.sentText),
        onError: (error) => toasts.failure(resend.failed, userMessage(error, resend.failedText)),
      },
    )
  }
  return { send, isPending }
}
