/** Texts of the page at the end of an account. */
export const accountDeleted = {
  title: 'Your account has been deleted',
  text: 'You’ve been signed out everywhere and your data has been erased. Thank you for using Lintel.',
  toLogin: 'Go to login',
} as const
