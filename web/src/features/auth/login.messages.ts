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
  button: 'Resend email',
  email: 'Email',
  emailRequired: 'Email is required.',
  sent: 'Verification Email Sent',
  sentText: 'If this address has an account waiting to be verified, a new email is on its way.',
  failed: 'Email Not Sent',
  failedText: 'The email could not be sent. Please try again.',
  heading: 'No email, or an expired link?',
} as const
