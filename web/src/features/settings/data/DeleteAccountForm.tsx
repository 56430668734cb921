import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { isRefused, userMessage } from '@/api/errors'
import { tokenStore } from '@/api/token'
import { paths } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { Notice } from '@/ui/Notice'
import { sayFailure } from '../security/formFailure'
import { twoFactor } from '../security/messages'
import { useTwoFactor } from '../security/queries'
import { removal as texts } from './messages'
import { useDeleteAccount } from './queries'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20, maxWidth: 400 })
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { '& > *': { flex: 1 } } })

interface Values {
  phrase: string
  password: string
  code: string
}

const isPhrase = (typed: string) => typed.trim().replaceAll(/\s+/g, ' ').toLowerCase() === texts.phrase

/** Words that nobody types by accident, the password, and a code where signing in asks for one. */
export function DeleteAccountForm({ cancel }: { cancel: ReactNode }) {
  const hasFactor = useTwoFactor().data?.enabled === true
  const mistakesOf = ({ phrase, password, code }: Values): Mistakes<Values> => ({
    ...(!isPhrase(phrase) && { phrase: texts.phraseWrong(texts.phrase) }),
    ...(password === '' && { password: twoFactor.passwordRequired }),
    ...(hasFactor && code.trim() === '' && { code: twoFactor.codeRequired }),
  })
  const form = useForm<Values>({ defaultValues: { phrase: '', password: '', code: '' }, resolver: resolverOf(mistakesOf) })
  const { register, formState } = form
  const { errors } = formState
  const { mutate, isPending, error } = useDeleteAccount()
  const navigate = useNavigate()
  const submit = ({ password, code }: Values) =>
    mutate(
      { password, ...(hasFactor && { code: code.trim() }) },
      {
        onSuccess: () => {
          tokenStore.set(null)
          void navigate(paths.accountDeleted, { replace: true })
        },
        onError: (cause) => sayFailure(form, cause, texts.failed, texts.failedText),
      },
    )
  return (
    <Form method="post" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      {/* The work to be done first stays to be read, when the toast has gone. */}
      {isRefused(error, 409) && <Notice tone="danger" title={texts.failed} text={userMessage(error, texts.failedText)} />}
      <Field label={texts.phraseLabel(texts.phrase)} error={errors.phrase?.message}>
        {(control) => <Input {...control} {...register('phrase')} autoComplete="off" autoCapitalize="off" spellCheck={false} />}
      </Field>
      <Field label={twoFactor.password} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      {hasFactor && (
        <Field label={twoFactor.code} hint={twoFactor.codeHint} error={errors.code?.message}>
          {(control) => <Input {...control} {...register('code')} autoComplete="one-time-code" />}
        </Field>
      )}
      <Foot>
        <Button type="submit" variant="danger" loading={isPending}>
          {texts.confirm}
        </Button>
        {cancel}
      </Foot>
    </Form>
  )
}
