/** Texts of the second step of a login. */
export const codeStep = {
  title: 'Enter your code',
  lead: 'Your account asks for a second factor.',
  code: 'Code',
  hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  required: 'Enter the code.',
  submit: 'Sign in',
  back: 'Back to login',
  failed: 'Login Failed',
  failedText: 'This code is not right. Please try again.',
} as const
