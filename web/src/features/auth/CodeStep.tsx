import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import type { Schema } from '@/api/client'
import { isRefusal, userMessage } from '@/api/errors'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { codeStep as texts } from './code.messages'
import { AuthPage, Form } from './parts/AuthPage'
import { useVerifyLogin } from './queries'

interface CodeStepProps {
  challenge: string
  onSignedIn: (reply: Schema<'LoginReply'>) => void
  /** The challenge is over, or was given up: from the start. */
  onBack: () => void
}

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function CodeStep({ challenge, onSignedIn, onBack }: CodeStepProps) {
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { code: '' },
    resolver: resolverOf(({ code }) => (code.trim() === '' ? { code: texts.required } : {})),
  })
  const { mutate, isPending } = useVerifyLogin()
  const submit = ({ code }: { code: string }) =>
    mutate(
      { body: { challenge, code: code.replace(/\s/g, '') } },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          const text = userMessage(error, texts.failedText)
          if (!isRefusal(error, 'CHALLENGE_ENDED')) {
            setError('code', { type: 'server', message: text }, { shouldFocus: true })
            return
          }
          toasts.failure(texts.failed, text)
          onBack()
        },
      },
    )
  return (
    <AuthPage title={texts.title} lead={texts.lead}>
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field label={texts.code} hint={texts.hint} error={formState.errors.code?.message}>
          {(control) => (
            // It is the only thing to do here, and the app's code runs out.
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the step was asked for by the person who types
            <Input {...control} {...register('code')} autoFocus autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
          )}
        </Field>
        <Button type="submit" variant="contained" size="large" fullWidth loading={isPending}>
          {texts.submit}
        </Button>
        <Button variant="text" onClick={onBack} sx={{ alignSelf: 'center' }}>
          {texts.back}
        </Button>
      </Form>
    </AuthPage>
  )
}
