/** Texts of the second step of a login. */
export const codeStep = {
  title: 'Enter your code',
  lead: 'Your account uses two-factor authentication.',
  code: 'Code',
  hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  required: 'Enter the code.',
  submit: 'Sign in',
  back: 'Back to login',
  failed: 'Login Failed',
  failedText: 'That code isn’t right. Please try again.',
} as const
