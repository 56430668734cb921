import { useState } from 'react'
import { SignUpDone } from './parts/SignUpDone'
import { SignUpForm } from './parts/SignUpForm'
import type { Done } from './signUp.model'

/** /signup */
export function Component() {
  const [done, setDone] = useState<Done>()
  return done === undefined ? <SignUpForm onDone={setDone} /> : <SignUpDone {...done} />
}
