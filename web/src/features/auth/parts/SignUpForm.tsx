import Button from '@mui/material/Button'
import { BriefcaseBusiness, Building2, ShieldCheck, UserRound } from 'lucide-react'
import { lazy, Suspense, useDeferredValue } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useLocation, useSearchParams } from 'react-router'
import { announced } from '@/lib/newPassword'
import { safeNext, paths, withNext } from '@/lib/paths'
import { Input } from '@/ui/form/controls'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { Field } from '@/ui/form/Field'
import { PasswordInput } from '@/ui/form/PasswordInput'
import { RadioCards } from '@/ui/form/RadioCards'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { keptToken } from '@/ui/useLinkToken'
import { signUp } from '../signUp.messages'
import { signUpMistakes, type FinishedSignUp, type SignUpValues } from '../signUp.model'
import { AuthPage, Form, Note, Pair } from './AuthPage'
import { useSubmitSignUp } from './useSubmitSignUp'

// It says something once something is typed; the form need not wait for it.
const StrengthHint = lazy(async () => ({ default: (await import('@/ui/form/StrengthHint')).StrengthHint }))
/** The hint's height. */
const hintRoom = <div style={{ height: 32 }} />

const { roles } = signUp

const kinds = ['Landlord', 'Tenant', 'Employer', 'Guarantor'] as const
const icons = { Landlord: Building2, Tenant: UserRound, Employer: BriefcaseBusiness, Guarantor: ShieldCheck }
const choices = kinds.map((value) => ({ value, ...roles[value], icon: icons[value] }))

/** Returns the values that the page before knows: the kind of account, and the address. */
function begunWith(role: string | null, state: unknown): SignUpValues {
  const known = kinds.find((kind) => kind === role)
  const email = typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : ''
  return { ...empty, ...(known !== undefined && { role: known }), email }
}

const fields = ['name', 'email', 'password', 'confirmPassword'] as const
const empty: SignUpValues = { role: 'Landlord', name: '', email: '', password: '', confirmPassword: '' }

/** The questions of a sign-up. */
export function SignUpForm({ onDone }: { onDone: (done: FinishedSignUp) => void }) {
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const form = useForm({ defaultValues: begunWith(query.get('role'), state), resolver: resolverOf(signUpMistakes), shouldFocusError: false })
  const { register, handleSubmit, formState, control } = form
  const { errors, submitCount } = formState
  const { submit, isPending } = useSubmitSignUp(form, onDone)
  const next = safeNext(query.get('next'))
  const [name, email, password] = useWatch({ control, name: ['name', 'email', 'password'] })
  const announce = () => {
    const found = announced(fields.map((field) => form.getFieldState(field).error?.message))
    if (found) toasts.failure(found.title, found.text)
  }
  return (
    <AuthPage
      title={signUp.title}
      width={560}
      lead={
        <>
          {signUp.haveOne} <Link to={keptToken(state) === '' ? withNext(paths.home, next) : next} state={state}>
            {signUp.signIn}
          </Link>
        </>
      }
    >
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit(submit, announce)(event)}>
        <ErrorSummary attempt={submitCount} mistakes={listMistakes(fields, (field) => errors[field]?.message)} />
        <RadioCards legend={signUp.accountType} choices={choices} {...register('role')} />
        <Pair>
          <Field label={signUp.name} error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} autoComplete="name" maxLength={200} />}
          </Field>
          <Field label={signUp.email} error={errors.email?.message}>
            {(control) => <Input {...control} {...register('email')} type="email" autoComplete="username" />}
          </Field>
          <Field
            label={signUp.password}
            error={errors.password?.message}
            below={
              <Suspense fallback={hintRoom}>
                <StrengthHint password={useDeferredValue(password)} known={[name, email.split('@')[0] ?? '']} />
              </Suspense>
            }
          >
            {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
          </Field>
          <Field label={signUp.confirmPassword} error={errors.confirmPassword?.message}>
            {(control) => <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />}
          </Field>
        </Pair>
        <Button type="submit" variant="contained" size="large" fullWidth loading={isPending}>
          {signUp.submit}
        </Button>
        <Note>{signUp.note}</Note>
      </Form>
    </AuthPage>
  )
}
