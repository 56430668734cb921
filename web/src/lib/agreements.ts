/** The names of the contract's words for agreements; several features share them. */

/** The party of a signature. */
export const parties = { tenant: 'Tenant', guarantor: 'Guarantor', landlord: 'Landlord' } as const

/** The six bills of a home (S.I. 2026/324). */
export const billNames = {
  'council-tax': 'Council tax',
  electricity: 'Electricity',
  gas: 'Gas',
  water: 'Water',
  'tv-licence': 'TV licence',
  communications: 'Internet and phone',
} as const

/** The payers of a bill, and their method. */
export const billPayers = {
  included: 'Included in the rent',
  tenant: 'The tenant pays directly',
  landlord: 'The tenant pays the landlord',
} as const

/** The periods in which rent is due. */
export const rentPeriods = { monthly: 'Every month', 'four-weekly': 'Every 4 weeks', weekly: 'Every week' } as const

/** The methods by which a part of a period is worked out. */
export const proRatas = { 'days-of-year': 'By days of the year', 'days-of-month': 'By days of that month' } as const

/** The ways to show the right to rent. */
export const rightToRentMethods = {
  'share-code': 'Online with a share code',
  'identity-provider': 'Certified identity provider',
  manual: 'Original documents',
} as const

/** The six steps between the decision and the home. */
export const moveInSteps: Readonly<Record<string, string>> = {
  employerVerified: 'Employer verified',
  guarantorVerified: 'Guarantor verified',
  landlordApproval: 'Landlord approval',
  astGenerated: 'Tenancy agreement issued',
  astSigned: 'Tenancy agreement signed',
  moveInCompleted: 'Move-in completed',
}

/** The state of a step between the decision and the home. */
export interface MoveInStep {
  step: string
  state: 'done' | 'notNeeded' | 'next' | 'waiting'
  /** The person who has to act; nobody where it is empty. */
  actor: string | null
  /** The note on what is missing, or why it is not needed. */
  note: string | null
}

/** Returns how many steps nobody has to take any more. */
export const stepsDone = (steps: readonly MoveInStep[]): number => steps.filter(({ state }) => state === 'done' || state === 'notNeeded').length

/** `1st`, `22nd`, `31st`. */
export function ordinal(day: number): string {
  const tens = day % 100
  const end = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${String(day)}${end}`
}

/** A hash as people compare it: its ends, in fours. */
export function fingerprint(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`
}

/** Returns whether the agreement of an application waits for the applicant's signature. */
export const waitsForApplicant = ({ steps, agreementState }: { steps: readonly { step: string; state: string; actor: string | null }[]; agreementState: string | null }): boolean =>
  agreementState === 'issued' && steps.some(({ step, state, actor }) => step === 'astSigned' && state === 'next' && actor === 'Applicant')
