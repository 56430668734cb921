import { lazy, Suspense, useState } from 'react'
import { Loading } from '@/ui/Loading'
import { SignUpForm } from './parts/SignUpForm'
import type { FinishedSignUp } from './signUp.model'

// The end of the sign-up does not delay its questions.
const SignUpDone = lazy(async () => ({ default: (await import('./parts/SignUpDone')).SignUpDone }))

/** /signup */
export function Component() {
  const [done, setDone] = useState<FinishedSignUp>()
  if (done === undefined) return <SignUpForm onDone={setDone} />
  return (
    <Suspense fallback={<Loading />}>
      <SignUpDone {...done} />
    </Suspense>
  )
}
