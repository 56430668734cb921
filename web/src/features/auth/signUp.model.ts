import type { Role } from '@/api/account'
import { isEmail } from '@/lib/email'
import { newPasswordMistakes } from '@/lib/newPassword'
import type { Mistakes } from '@/ui/form/rules'
import { signUp } from './signUp.messages'

export interface SignUpValues {
  role: Role
  name: string
  email: string
  password: string
  confirmPassword: string
}

export function signUpMistakes(values: SignUpValues): Mistakes<SignUpValues> {
  const mistakes: Mistakes<SignUpValues> = {}
  if (values.name.trim() === '') mistakes.name = signUp.nameRequired
  if (values.email.trim() === '') mistakes.email = signUp.emailRequired
  else if (!isEmail(values.email)) mistakes.email = signUp.emailInvalid
  return { ...mistakes, ...newPasswordMistakes(values.password, values.confirmPassword) }
}

/** The result of a finished sign-up. */
export interface FinishedSignUp {
  email: string
  /** The code itself, where no mail could carry it. */
  code: string | undefined
}
