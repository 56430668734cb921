/** The card that asks for the landlord's details. */
export const landlord = {
  title: 'Who is the landlord?',
  text: 'Agreements and statements need a name and an address for notices.',
  add: 'Add details',
  later: 'Later',
} as const
