/** Texts of the link that a new sign-in address is confirmed by. */
export const confirmEmail = {
  title: 'Confirm your new email address',
  lead: 'You’ll sign in with it from now on.',
  submit: 'Confirm address',
  success: 'Email Address Changed',
  successText: 'From now on, sign in with your new email address.',
  failed: 'Confirmation Failed',
  failedText: 'The link may be expired or invalid.',
  noToken: 'This link is incomplete.',
  toSecurity: 'You can ask for a new one in Settings, under Security.',
  continue: 'Continue to Lintel',
} as const
