/** The texts of the landlord's details, in the settings and in an agreement. */
export const landlord = {
  kind: 'Who lets the home?',
  kinds: { person: 'A person', company: 'A company' },
  name: 'Landlord’s name',
  nameHint: 'The person or company that lets the home. It signs under this name.',
  joint: (number: number) => `Joint landlord ${String(number)}`,
  addJoint: 'Add a joint landlord',
  removeJoint: (number: number) => `Remove joint landlord ${String(number)}`,
  companyNumber: 'Company number',
  tradingAs: 'Trading as',
  address: 'Address for notices',
  addressHint: 'In England or Wales. The tenant may serve notices here.',
  mistakes: {
    name: 'Landlord’s name must be at least 2 characters',
    twice: 'This landlord is named already',
    address: 'Address for notices must be at least 10 characters',
  },
} as const
