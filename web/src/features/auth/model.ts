import type { Role } from '@/api/account'
import { login, resend, signUp } from '@/lib/messages'
import type { Mistakes } from '@/ui/form/rules'

/** The least number of characters of a password (spec 1 section 9); an operator's server may ask for more. */
export const shortestPassword = 6

export interface SignUpValues {
  role: Role
  name: string
  email: string
  password: string
  confirmPassword: string
}

export interface LoginValues {
  email: string
  password: string
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Whether it looks like an e-mail address; the server has the last word. */
export function isEmail(text: string): boolean {
  return address.test(text.trim())
}

export function signUpMistakes(values: SignUpValues): Mistakes<SignUpValues> {
  const mistakes: Mistakes<SignUpValues> = {}
  if (values.name.trim() === '') mistakes.name = signUp.nameRequired
  if (values.email.trim() === '') mistakes.email = signUp.emailRequired
  else if (!isEmail(values.email)) mistakes.email = signUp.emailInvalid
  if (values.password === '') mistakes.password = signUp.passwordRequired
  else if ([...values.password].length < shortestPassword) mistakes.password = signUp.tooShort.text
  if (values.confirmPassword === '') mistakes.confirmPassword = signUp.confirmRequired
  else if (values.confirmPassword !== values.password) mistakes.confirmPassword = signUp.mismatch.text
  return mistakes
}

/** The two mistakes of a sign-up that are also announced, the mismatch first (spec 1 section 5). */
export function announced(texts: readonly (string | undefined)[]): { title: string; text: string } | undefined {
  return [signUp.mismatch, signUp.tooShort].find(({ text }) => texts.includes(text))
}

export function loginMistakes(values: LoginValues): Mistakes<LoginValues> {
  const mistakes: Mistakes<LoginValues> = {}
  if (values.email.trim() === '') mistakes.email = login.emailRequired
  if (values.password === '') mistakes.password = login.passwordRequired
  return mistakes
}

export function resendMistakes({ email }: { email: string }): Mistakes<{ email: string }> {
  return email.trim() === '' ? { email: resend.emailRequired } : {}
}

/** A code is refused in the words of the code's screen; whatever else went wrong, in the server's. */
export function isWrongCode(status: number): boolean {
  return status === 404 || status === 422
}

/** The code as it was mailed, from what people type: `7k3m 9qtx` is `7K3M-9QTX`. */
export function tidyCode(text: string): string {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : text.trim()
}

