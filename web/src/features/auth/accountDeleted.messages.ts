/** Texts of the page at the end of an account. */
export const accountDeleted = {
  title: 'Your account is deleted',
  text: 'You are signed out everywhere, and your data has been erased. Thank you for having used Lintel.',
  toLogin: 'Go to login',
} as const
