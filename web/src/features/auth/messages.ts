import { titles } from '@/lib/titles'

/** Texts of the pages for a forgotten password; login does not carry them. */

export const forgot = {
  title: titles.forgotPassword,
  lead: 'Enter your email and we’ll send you a link to choose a new one.',
  email: 'Email',
  emailInvalid: 'Enter a valid email address.',
  submit: 'Send link',
  back: 'Back to login',
  sent: 'Reset Email Sent',
  sentText: (email: string) => `If there’s an account for ${email}, a link is on its way. It works for one hour.`,
  again: 'Use a different email',
  failed: 'Email Not Sent',
  failedText: 'Failed to send reset email. Please try again.',
} as const

export const reset = {
  title: 'Choose a new password',
  lead: 'It replaces your old password and signs you out everywhere.',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  submit: 'Set new password',
  failed: 'Password Reset Failed',
  failedText: 'Failed to reset password. The link may be invalid or expired.',
  invalidTitle: 'This link isn’t valid',
  invalidText: 'Reset links work once and expire after one hour. Ask for a new one and use the latest email.',
  askAgain: 'Send a new link',
  success: 'Password Reset Successful',
  successText: 'Your password has been changed. You can now sign in with it.',
  goToLogin: 'Go to login',
  continue: 'Continue to Lintel',
} as const
