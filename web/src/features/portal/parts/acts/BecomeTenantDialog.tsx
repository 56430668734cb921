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

/** Makes an empty landlord account a tenant's: the password, and a code where signing in asks for one. */
export function BecomeTenantDialog({ organisation, onClose }: { organisation: string; onClose: () => void }) {
  const hasFactor = useQuery(twoFactorQuery()).data?.enabled === true
  const mistakesOf = ({ password, code }: Values): Mistakes<Values> => ({
    ...(password === '' && { password: texts.passwordMissing }),
    ...(hasFactor && code.trim() === '' && { code: texts.codeMissing }),
  })
  const form = useForm<Values>({ defaultValues: { password: '', code: '' }, resolver: resolverOf(mistakesOf), shouldFocusError: false })
  const { register, formState, setError } = form
  const { mutate, isPending, error } = useBecomeTenant()
  const submit = ({ password, code }: Values) =>
    mutate(
      { password, ...(hasFactor && { code: code.trim() }) },
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
          else toasts.failure(texts.becomeFailed, said)
        },
      },
    )
  const isShared = isRefusal(error, 'ORGANISATION_SHARED') || isRefusal(error, 'ACCOUNT_NOT_EMPTY')
  return (
    <FormDialog form={form} title={texts.become} submit={texts.becomeSubmit} isDanger isSecret order={['password', 'code']} isPending={isPending} onSubmit={submit} onClose={onClose}>
      {isShared && <InfoPanel tone="danger" title={texts.becomeFailed} text={userMessage(error, texts.tryAgain)} />}
      <Text>{texts.becomeText(typographic(organisation))}</Text>
      <Field label={texts.password} error={formState.errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      {hasFactor && (
        <Field label={texts.code} hint={texts.codeHint} error={formState.errors.code?.message}>
          {(control) => <Input {...control} {...register('code')} autoComplete="one-time-code" />}
        </Field>
      )}
    </FormDialog>
  )
}
