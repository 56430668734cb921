/** Texts of the link that a new sign-in address is confirmed by. */
export const confirmEmail = {
  title: 'Confirm your new address',
  lead: 'From then on you sign in with it.',
  submit: 'Confirm the address',
  success: 'Address Changed',
  successText: 'Sign in with your new address from now on.',
  failed: 'Confirmation Failed',
  failedText: 'The link may be expired or invalid.',
  noToken: 'No confirmation token provided.',
  toSecurity: 'Ask for a new link under Settings, Security.',
  continue: 'Continue to Lintel',
} as const
