/** The texts of how to reach the landlord. */
export const landlordContact = {
  title: 'Your landlord',
  others: 'The landlord',
  call: 'Call',
  write: 'Write',
  notices: (address: string) => `Address for notices: ${address}`,
} as const
