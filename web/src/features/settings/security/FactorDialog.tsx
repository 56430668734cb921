import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Input } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { CodesDialog } from './CodesDialog'
import { sayFailure } from './formFailure'
import { twoFactor as texts } from './messages'
import { useDisableFactor, useNewCodes } from './queries'

interface Values {
  password: string
  code: string
}

function mistakesOf({ password, code }: Values): Mistakes<Values> {
  return { ...(password === '' && { password: texts.passwordRequired }), ...(code.trim() === '' && { code: texts.codeRequired }) }
}

/** Turns the second factor off, or makes new recovery codes: both ask for password and code. */
export function FactorDialog({ purpose, onClose }: { purpose: 'disable' | 'codes'; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { password: '', code: '' }, resolver: resolverOf(mistakesOf) })
  const { errors } = form.formState
  const [codes, setCodes] = useState<readonly string[]>()
  const disable = useDisableFactor()
  const renew = useNewCodes()
  if (codes !== undefined) return <CodesDialog codes={codes} onClose={onClose} />

  const onError = (error: unknown) => sayFailure(form, error, texts.failed, texts.failedText)
  const submit = ({ password, code }: Values) => {
    const body = { password, code: code.trim() }
    if (purpose === 'codes') { renew.mutate(body, { onSuccess: setCodes, onError }); return; }
    disable.mutate(body, {
      onSuccess: () => {
        toasts.success(texts.disabled, texts.disabledText)
        onClose()
      },
      onError,
    })
  }
  const isOff = purpose === 'disable'
  return (
    <FormDialog
      isSecret
      form={form}
      title={isOff ? texts.offTitle : texts.newTitle}
      submit={isOff ? texts.turnOff : texts.makeNew}
      isPending={disable.isPending || renew.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{isOff ? texts.offLead : texts.newLead}</Hint>
      <Field label={texts.password} error={errors.password?.message}>
        {(props) => <PasswordInput {...props} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <Field label={texts.code} hint={texts.codeHint} error={errors.code?.message}>
        {(props) => <Input {...props} {...form.register('code')} autoComplete="one-time-code" />}
      </Field>
    </FormDialog>
  )
}
