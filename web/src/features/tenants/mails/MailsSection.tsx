import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { useMessagesSent } from '@/api/deliveries'
import { fieldErrors, shortCause, userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { useMailSwitches, useSwitchMails } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { MessagesSent } from '@/ui/MessagesSent'
import { PlainDialog } from '@/ui/PlainDialog'
import { toasts } from '@/ui/toast/toasts'
import { Section } from '../details/Section'
import { mails as texts } from './messages'

const State = styled('p')({ ...type.body, overflowWrap: 'anywhere' })
const Small = styled('p')({ ...type.small, color: color.muted })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })

/** Shows whether a tenant gets emails, since when and why not, and what was sent. */
export function MailsSection({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  const { data, error, refetch } = useMailSwitches(tenant.id)
  const { mutate, isPending } = useSwitchMails(tenant.id)
  const [open, setOpen] = useState<'off' | 'sent'>()
  const [last, ...before] = data ?? []
  const isOff = last?.off === true
  const day = (instant: string) => format.date(londonDay(new Date(instant)))
  const switchOn = () =>
    mutate({ off: false }, { onSuccess: () => toasts.success(texts.switchedOn), onError: (problem) => toasts.failure(texts.failed, userMessage(problem, texts.failedText)) })
  if (data === undefined) return error === null ? null : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
  return (
    <Section title={texts.title}>
      <State>{isOff ? texts.off(last.reason ?? '') : texts.on}</State>
      {isOff && <Small>{texts.law}</Small>}
      {before.map((one) => (
        <Small key={one.switchedAt}>{texts.history(day(one.switchedAt), one.off, one.reason)}</Small>
      ))}
      <Acts>
        <Writers>
          <Button loading={isPending} onClick={isOff ? switchOn : () => setOpen('off')}>
            {isOff ? texts.switchOn : texts.switchOff}
          </Button>
        </Writers>
        <Button variant="text" onClick={() => setOpen('sent')}>
          {texts.sent}
        </Button>
      </Acts>
      {open === 'off' && <OffDialog tenant={tenant} onClose={() => setOpen(undefined)} />}
      {open === 'sent' && <Log tenant={tenant} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

function OffDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' }, resolver: resolverOf(({ reason }) => (reason.trim().length < 2 ? { reason: texts.reasonRequired } : {})) })
  const { mutate, isPending } = useSwitchMails(tenant.id)
  const submit = ({ reason }: { reason: string }) =>
    mutate(
      { off: true, reason: reason.trim() },
      {
        onSuccess: () => {
          toasts.success(texts.switchedOff)
          onClose()
        },
        onError: (error) => {
          const message = fieldErrors(error).reason
          if (message === undefined) toasts.failure(texts.failed, userMessage(error, texts.failedText))
          else form.setError('reason', { type: 'server', message }, { shouldFocus: true })
        },
      },
    )
  return (
    <FormDialog form={form} title={texts.offTitle} subject={tenant.name} submit={texts.switchOff} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.reason} hint={texts.reasonHint} error={form.formState.errors.reason?.message}>
        {(control) => <Input {...control} {...form.register('reason')} maxLength={300} autoComplete="off" />}
      </Field>
    </FormDialog>
  )
}

function Log({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  return (
    <PlainDialog title={texts.sent} subject={tenant.name} foot={<Button onClick={onClose}>{common.close}</Button>} onClose={onClose}>
      <MessagesSent {...useMessagesSent('tenancy', tenant.id)} />
    </PlainDialog>
  )
}
