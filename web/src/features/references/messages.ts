/** Texts of the requests to a referee. */
export const references = {
  title: 'Reference Requests',
  empty: 'No reference requests',
  emptyText: (email: string) => `Requests that landlords send to ${email} will appear here.`,
} as const
