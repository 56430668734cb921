/** The texts of a link that once worked. */
export const endedLink = {
  expired: 'This link has expired',
  expiredText: 'A newer one was sent, or its time is over.',
  closed: 'This link is closed',
  closedText: 'There is nothing more to do here: it was decided, or taken back.',
  closedNext: 'If you think that this is a mistake, answer the email that the link came in.',
} as const
