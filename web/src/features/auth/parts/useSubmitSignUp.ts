import type { UseFormReturn } from 'react-hook-form'
import { ApiError, fieldErrors, userMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { toasts } from '@/ui/toast/toasts'
import { signUp } from '../signUp.messages'
import type { FinishedSignUp, SignUpValues } from '../signUp.model'
import { useSignUp } from '../queries'

/** Sends a sign-up and says how it went, in the words of docs/reference/screens/accounts.md S1 8. */
export function useSubmitSignUp(form: UseFormReturn<SignUpValues>, onDone: (done: FinishedSignUp) => void) {
  const { mutate, isPending } = useSignUp()
  const keyFor = useIdempotencyKey()
  const submit = (values: SignUpValues) => {
    // The confirmation is not sent.
    const body = { name: values.name.trim(), email: values.email.trim(), password: values.password, role: values.role }
    mutate(
      { body, params: { header: keyFor(body) } },
      {
        onSuccess: ({ emailSent, verificationCode }) => {
          toasts.success(signUp.success, emailSent ? signUp.successText : signUp.noMailText)
          form.reset()
          onDone({ email: body.email, code: emailSent ? undefined : verificationCode })
        },
        onError: (error) => fail(form, error),
      },
    )
  }
  return { submit, isPending }
}

function fail(form: UseFormReturn<SignUpValues>, error: unknown): void {
  const isUsed = error instanceof ApiError && error.message.includes(signUp.inUse)
  const text = isUsed ? signUp.inUseText : userMessage(error, signUp.failedText)
  toasts.failure(titleOf(error), text)
  const fields = isUsed ? { email: text } : fieldErrors(error)
  for (const [name, message] of Object.entries(fields)) {
    if (name in form.getValues()) form.setError(name as keyof SignUpValues, { type: 'server', message })
  }
}

/** Returns the title of a failure: mistakes in a password have one of their own. */
function titleOf(error: unknown): string {
  const { reason, title } = error instanceof ApiError ? error.problem : {}
  return reason?.startsWith('PASSWORD_') === true && title !== undefined ? title : signUp.failed
}
