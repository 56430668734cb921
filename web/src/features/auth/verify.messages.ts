import { titles } from '@/lib/titles'

/** Texts of the verified address; those of the specification are exact. */
export const verify = {
  loadingTitle: 'Verifying your email',
  loadingText: 'This will only take a moment.',
  success: 'Email Verified!',
  successText: 'Your email address has been verified. You can now sign in.',
  failed: 'Verification Failed',
  failedText: 'The verification link may be expired or invalid.',
  noToken: 'No verification token provided.',
  enterCode: 'Enter the code instead',
  goToLogin: 'Go to login',
  continue: 'Continue to Lintel',
} as const

export const manualVerify = {
  title: titles.manualVerify,
  haveDone: 'Already verified?',
  text: 'You’ll find the code in the email we sent you. Capitals, spaces and the dash don’t matter.',
  code: 'Verification code',
  example: 'For example 7K3M-9QTX',
  signIn: 'Sign in',
  submit: 'Verify email',
  failed: 'Verification Failed',
  failedText: 'Invalid verification code. Please try again.',
} as const
