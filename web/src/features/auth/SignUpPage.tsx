import { useState } from 'react'
import { SignUpDone } from './parts/SignUpDone'
import { SignUpForm } from './parts/SignUpForm'

/** What a finished sign-up leaves behind. */
export interface Done {
  email: string
  code: string | undefined
}

/** /signup */
export function Component() {
  const [done, setDone] = useState<Done>()
  return done === undefined ? <SignUpForm onDone={setDone} /> : <SignUpDone {...done} />
}
