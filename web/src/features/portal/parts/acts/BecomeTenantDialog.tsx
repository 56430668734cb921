import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { twoFactorQuery } from '@/api/account'
import { useBecomeTenant } from '@/api/becomeTenant'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { tokenStore } from '@/api/token'
import { typographic } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { InfoPanel } from '@/ui/InfoPanel'
import { toasts } from '@/ui/toast/toasts'
import { invitation as texts } from '../../messages'

const Text = styled('p')({ ...type.body, color: color.muted })

interface Values {
  password: string
  code: string
}

/** Returns whether an account cannot become a tenant's whatever is typed. */
const isStuck = (cause: unknown) => isRefusal(cause, 'ORGANISATION_SHARED') || isRefusal(cause, 'ACCOUNT_NOT_EMPTY')

/** Makes a landlord account without homes a tenant's: the password, and a code where signing in asks for one. */
export function BecomeTenantDialog({ organisation, onClose }: { organisation: string; onClose: () => void }) {
  const hasFactor = useQuery(twoFactorQuery()).data?.enabled === true
  const mistakesOf = ({ password, code }: Values): Mistakes<Values> => ({
    ...(password === '' && { password: texts.passwordMissing }),
    ...(hasFactor && code.trim() === '' && { code: texts.codeMissing }),
  })
  const form = useForm<Values>({ defaultValues: { password: '', code: '' }, resolver: resolverOf(mistakesOf), shouldFocusError: false })
  const { register, formState, setError } = form
  // Two-factor authentication may not be known here; the server's refusal tells.
  const asksCode = hasFactor || formState.errors.code !== undefined
  const { mutate, isPending, error } = useBecomeTenant()
  const submit = ({ password, code }: Values) =>
    mutate(
      { password, ...(code.trim() !== '' && { code: code.trim() }) },
      {
        onSuccess: () => {
          toasts.success(texts.became, texts.becameText)
          // Every session has ended: the page asks for the sign-in, and still knows its link.
          tokenStore.set(null)
        },
        onError: (cause) => {
          const said = userMessage(cause, texts.tryAgain)
          const about = isRefusal(cause, 'CODE_WRONG') ? { code: said } : fieldErrors(cause)
          if (about.password !== undefined) setError('password', { type: 'server', message: about.password })
          else if (about.code !== undefined) setError('code', { type: 'server', message: about.code })
          else if (!isStuck(cause)) toasts.failure(texts.becomeFailed, said)
        },
      },
    )
  return (
    <FormDialog form={form} title={texts.become} submit={texts.becomeSubmit} isDanger isSecret order={['password', 'code']} isPending={isPending} onSubmit={submit} onClose={onClose}>
      {isStuck(error) && <InfoPanel tone="danger" title={texts.becomeFailed} text={userMessage(error, texts.tryAgain)} />}
      <Text>{texts.becomeText(typographic(organisation))}</Text>
      <Field label={texts.password} error={formState.errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      {asksCode && (
        <Field label={texts.code} hint={texts.codeHint} error={formState.errors.code?.message}>
          {(control) => <Input {...control} {...register('code')} autoComplete="one-time-code" />}
        </Field>
      )}
    </FormDialog>
  )
}
