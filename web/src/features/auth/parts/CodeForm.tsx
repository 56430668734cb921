import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { isRefused, userMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { toasts } from '@/ui/toast/toasts'
import { tidyCode } from '../code'
import type { useVerifyCode } from '../queries'
import { manualVerify } from '../verify.messages'
import { Form } from './AuthPage'

/** The mailed code, typed. A blank one is ignored. */
export function CodeForm({ verify }: { verify: ReturnType<typeof useVerifyCode> }) {
  const { register, handleSubmit, formState, setError, setValue } = useForm({ defaultValues: { code: '' } })
  const keyFor = useIdempotencyKey()
  const submit = ({ code }: { code: string }) => {
    if (code.trim() === '') return
    const body = { code: tidyCode(code) }
    verify.mutate({ body, params: { header: keyFor(body) } }, { onError: fail })
  }
  const fail = (error: unknown) => {
    // Whatever is wrong with a code, there is one text for it; only "too often" says something else.
    const text = isRefused(error, 429) ? userMessage(error, manualVerify.failedText) : manualVerify.failedText
    toasts.failure(manualVerify.failed, text)
    setError('code', { type: 'server', message: text }, { shouldFocus: true })
  }
  return (
    <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Field label={manualVerify.code} hint={manualVerify.text} error={formState.errors.code?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('code', { onBlur: (event: { target: { value: string } }) => setValue('code', tidyCode(event.target.value)) })}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={verify.isPending}>
        {manualVerify.submit}
      </Button>
    </Form>
  )
}
