import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Schema } from '@/api/client'
import { isRefusal, userMessage } from '@/api/errors'
import { useBeginSession } from '@/api/session'
import { paths, safeNext, withNext } from '@/lib/paths'
import { Loading } from '@/ui/Loading'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { login, resend } from './login.messages'
import { AuthPage, Form } from './parts/AuthPage'
import { FormNotice } from './parts/FormNotice'
import { useResend } from './parts/ResendForm'
import { useLogin } from './queries'

// Few have a second factor: the others' first visit does not wait for it.
const CodeStep = lazy(async () => ({ default: (await import('./CodeStep')).CodeStep }))

interface LoginValues {
  email: string
  password: string
}

function loginMistakes(values: LoginValues): Mistakes<LoginValues> {
  const mistakes: Mistakes<LoginValues> = {}
  if (values.email.trim() === '') mistakes.email = login.emailRequired
  if (values.password === '') mistakes.password = login.passwordRequired
  return mistakes
}

/** The message that a failed login leaves in the form. */
interface Failure {
  text: string
  /** The address to verify, where that was the reason. */
  unverified: string | undefined
}

interface LoginProps {
  title?: string
  /** True if the content continues by itself once somebody is signed in. */
  isHere?: boolean
}

/** Login has no address of its own: it stands wherever a stranger asks for a screen. */
export function Component({ title = login.title, isHere = false }: LoginProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', password: '' }, resolver: resolverOf(loginMistakes) })
  const { mutate, isPending } = useLogin()
  const [failure, setFailure] = useState<Failure>()
  const [challenge, setChallenge] = useState<string>()
  const begin = useBeginSession()
  const back = useWayBack()

  const enter = (reply: Schema<'LoginReply'>) => {
    toasts.success(login.success, login.welcome(reply.user.name))
    if (!isHere) back.enter()
    begin(reply)
  }
  const submit = (values: LoginValues) => {
    const body = { email: values.email.trim(), password: values.password }
    setFailure(undefined)
    mutate(
      { body },
      {
        onSuccess: (reply) => {
          if ('challenge' in reply) setChallenge(reply.challenge)
          else enter(reply)
        },
        onError: (error) => {
          const text = userMessage(error, login.failedText)
          toasts.failure(login.failed, text)
          setFailure({ text, unverified: isRefusal(error, 'EMAIL_NOT_VERIFIED') ? body.email : undefined })
        },
      },
    )
  }

  if (challenge !== undefined) {
    return (
      <Suspense fallback={<Loading />}>
        <CodeStep challenge={challenge} onSignedIn={enter} onBack={() => setChallenge(undefined)} />
      </Suspense>
    )
  }
  return (
    <AuthPage
      title={title}
      isStart={!isHere}
      lead={
        <>
          {login.newHere} <Link to={withNext(paths.signUp, back.next)}>{login.create}</Link>
        </>
      }
    >
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        {failure && (
          <FormNotice title={login.failed} text={failure.text}>
            {failure.unverified !== undefined && <Unverified email={failure.unverified} />}
          </FormNotice>
        )}
        <Field label={login.email} error={formState.errors.email?.message}>
          {(control) => <Input {...control} {...register('email')} type="email" autoComplete="username" />}
        </Field>
        <Field label={login.password} error={formState.errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
        <Button type="submit" variant="contained" size="large" fullWidth loading={isPending}>
          {login.submit}
        </Button>
        <Link to={paths.forgotPassword} style={{ alignSelf: 'center', padding: '12px 8px', margin: '-8px 0' }}>
          {login.forgot}
        </Link>
      </Form>
    </AuthPage>
  )
}

/** Offers an account without a verified address another mail. */
function Unverified({ email }: { email: string }) {
  const { send, isPending } = useResend()
  return (
    <>
      <Button onClick={() => send(email)} loading={isPending}>
        {resend.button}
      </Button>
      <Link to={paths.manualVerify}>{login.haveCode}</Link>
    </>
  )
}

/** Returns the way on after login: to `next`, else to the address it stands at, which the guard may still turn into home. */
function useWayBack(): { next: string; enter: () => void } {
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const asked = query.get('next')
  const next = asked === null ? pathname + search : safeNext(asked)
  return { next, enter: () => void navigate(next, { replace: true, state: { isAfterLogin: true } }) }
}
