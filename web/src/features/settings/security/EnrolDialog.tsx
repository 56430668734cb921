import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Schema } from '@/api/client'
import { color, media, radius } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { CodesDialog } from './CodesDialog'
import { sayFailure } from './formFailure'
import { twoFactor as texts } from './messages'
import { useConfirmFactor, useEnrol } from './queries'

/** Turns the second factor on: the password, then the picture and a first code, then the recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Schema<'Enrolment'>>()
  const [codes, setCodes] = useState<readonly string[]>()
  // Not while the codes are shown: on a phone a toast would lie over the first of them.
  const close = () => {
    toasts.success(texts.enabled, texts.enabledText)
    onClose()
  }
  if (codes !== undefined) return <CodesDialog codes={codes} onClose={close} />
  if (enrolment !== undefined) return <Scan enrolment={enrolment} onDone={setCodes} onClose={onClose} />
  return <Prove onDone={setEnrolment} onClose={onClose} />
}

function Prove({ onDone, onClose }: { onDone: (enrolment: Schema<'Enrolment'>) => void; onClose: () => void }) {
  const form = useForm({
    defaultValues: { password: '' },
    resolver: resolverOf(({ password }) => (password === '' ? { password: texts.passwordRequired } : {})),
  })
  const { mutate, isPending } = useEnrol()
  const submit = (body: { password: string }) =>
    mutate({ body }, { onSuccess: onDone, onError: (error) => sayFailure(form, error, texts.failed, texts.failedText) })
  return (
    <FormDialog isSecret form={form} title={texts.enrolTitle} submit={texts.continue} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.enrolLead}</Hint>
      <Field label={texts.password} error={form.formState.errors.password?.message}>
        {(props) => <PasswordInput {...props} {...form.register('password')} autoComplete="current-password" />}
      </Field>
    </FormDialog>
  )
}

// White whatever the scheme: cameras read dark on light.
const Picture = styled('img')({ alignSelf: 'center', width: 208, height: 208, padding: 8, borderRadius: radius.tile, backgroundColor: '#FFFFFF', border: `1px solid ${color.line}` })
const Key = styled('div')({ display: 'flex', gap: 8, [media.mobile]: { flexDirection: 'column' } })

function Scan({ enrolment, onDone, onClose }: { enrolment: Schema<'Enrolment'>; onDone: (codes: string[]) => void; onClose: () => void }) {
  const form = useForm({ defaultValues: { code: '' }, resolver: resolverOf(({ code }) => (code.trim() === '' ? { code: texts.codeRequired } : {})) })
  const [isCopied, setCopied] = useState(false)
  const { mutate, isPending } = useConfirmFactor()
  const submit = ({ code }: { code: string }) =>
    mutate(
      { code: code.replace(/\s/g, '') },
      {
        onSuccess: onDone,
        onError: (error) => sayFailure(form, error, texts.failed, texts.failedText),
      },
    )
  const copy = async () => {
    await navigator.clipboard.writeText(enrolment.secret)
    setCopied(true)
  }
  return (
    <FormDialog isSecret form={form} title={texts.scanTitle} submit={texts.turnOn} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.scan}</Hint>
      <Picture src={enrolment.qrCode} alt={texts.qrCode} />
      <Field label={texts.secret}>
        {(props) => (
          <Key>
            <Input {...props} readOnly value={enrolment.secret} onFocus={(event) => event.target.select()} />
            <Button onClick={() => void copy()} startIcon={<Copy size={15} strokeWidth={1.75} aria-hidden="true" />}>
              {isCopied ? texts.copied : texts.copySecret}
            </Button>
          </Key>
        )}
      </Field>
      <Field label={texts.code} hint={texts.appCodeHint} error={form.formState.errors.code?.message}>
        {(props) => <Input {...props} {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={8} />}
      </Field>
    </FormDialog>
  )
}
