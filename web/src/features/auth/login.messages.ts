import { titles } from '@/lib/titles'

/** Texts of login, and of the mail that it may send again; those of the specification are exact. */
export const login = {
  title: titles.login,
  newHere: 'New here?',
  create: 'Create an account',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  emailRequired: 'Email is required.',
  passwordRequired: 'Password is required.',
  failed: 'Login Failed',
  failedText: 'Invalid email or password. Please try again.',
  success: 'Login Successful!',
  welcome: (name: string) => `Welcome back, ${name}.`,
  haveCode: 'Enter a verification code',
  forgot: 'Forgot password?',
} as const

export const resend = {
  button: 'Send the mail again',
  email: 'Email',
  emailRequired: 'Email is required.',
  sent: 'Verification Email Sent',
  sentText: 'If this address has an account to verify, a new mail is on its way.',
  failed: 'Sending Failed',
  failedText: 'The mail could not be sent. Please try again.',
  heading: 'No mail, or an old link?',
} as const
