import { titles } from '@/lib/titles'

/** Texts of the pages for a forgotten password; login does not carry them. */

export const forgot = {
  title: titles.forgotPassword,
  lead: 'Enter your email and we send you a link that sets a new one.',
  email: 'Email',
  emailInvalid: 'Enter a valid email address.',
  submit: 'Send the link',
  back: 'Back to login',
  sent: 'Reset Email Sent',
  sentText: (email: string) => `If ${email} belongs to an account, a link is on its way. It works for one hour.`,
  again: 'Use another email',
  failed: 'Sending Failed',
  failedText: 'Failed to send reset email. Please try again.',
} as const

export const reset = {
  title: 'Choose a new password',
  lead: 'It replaces the old one, and you are signed out everywhere.',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  submit: 'Set the new password',
  failed: 'Password Reset Failed',
  failedText: 'Failed to reset password. The link may be invalid or expired.',
  invalidTitle: 'This link does not work',
  invalidText: 'A link works once and for one hour. Ask for a new one, and use the newest mail.',
  askAgain: 'Send a new link',
  success: 'Password Reset Successful',
  successText: 'Your password is changed. You can log in with it now.',
  goToLogin: 'Go to login',
  continue: 'Continue to Lintel',
} as const
