import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { fieldErrors, isRefused, userMessage } from '@/api/errors'
import type { Schema } from '@/api/client'
import { isEmail } from '@/lib/email'
import { Input } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { grades, invitations as texts } from '../messages'
import { useInvite } from '../queries'
import { LinkDialog } from './LinkDialog'

interface Values {
  email: string
  grade: Schema<'Grade'>
}

const mistakesOf = ({ email }: Values): Mistakes<Values> => (isEmail(email) ? {} : { email: texts.emailInvalid })

/** An address and a grade; the link goes by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { email: '', grade: 'Viewer' }, resolver: resolverOf(mistakesOf) })
  const { register, formState, control } = form
  const chosen = useWatch({ control, name: 'grade' })
  const { mutate, isPending } = useInvite()
  const [link, setLink] = useState<string>()
  if (link !== undefined) return <LinkDialog link={link} onClose={onClose} />
  const submit = ({ email, grade }: Values) => {
    const address = email.trim()
    mutate(
      { email: address, grade },
      {
        onSuccess: (invitation) => {
          if (invitation?.link !== undefined) {
            setLink(invitation.link)
            return
          }
          toasts.success(texts.sent, texts.sentText(address))
          onClose()
        },
        onError: (error) => {
          // Already a member, or already invited: it is about the address.
          const message = fieldErrors(error).email ?? (isRefused(error, 409) ? userMessage(error, texts.failedText) : undefined)
          if (message === undefined) toasts.failure(texts.failed, userMessage(error, texts.failedText))
          else form.setError('email', { type: 'server', message }, { shouldFocus: true })
        },
      },
    )
  }
  return (
    <FormDialog form={form} title={texts.inviteTitle} submit={texts.send} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.lead}</Hint>
      <Field label={texts.email} error={formState.errors.email?.message}>
        {(props) => <Input {...props} {...register('email')} type="email" autoComplete="off" />}
      </Field>
      <Field label={texts.grade} hint={grades[chosen]}>
        {(props) => (
          <Select {...props} {...register('grade')}>
            {Object.keys(grades).map((grade) => (
              <option key={grade}>{grade}</option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  )
}
