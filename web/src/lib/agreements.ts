/** What the contract's words of agreements are called; several features share it. */

/** Whose signature. */
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

/** Who pays a bill, and how. */
export const billPayers = {
  included: 'Included in the rent',
  tenant: 'The tenant pays directly',
  landlord: 'The tenant pays the landlord',
} as const

/** How often rent is due. */
export const rentPeriods = { monthly: 'Every month', 'four-weekly': 'Every 4 weeks', weekly: 'Every week' } as const

/** How a part of a period is worked out. */
export const proRatas = { 'days-of-year': 'By days of the year', 'days-of-month': 'By days of that month' } as const

/** How somebody showed the right to rent. */
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

/** How a step between the decision and the home stands. */
export interface MoveInStep {
  step: string
  state: 'done' | 'notNeeded' | 'next' | 'waiting'
  /** Who has to act; nobody where it is empty. */
  actor: string | null
  /** What is missing, or why it is not needed. */
  note: string | null
}

/** How many steps nobody has to take any more. */
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

/** Whether the agreement of an application waits for the signature of who applied. */
export const waitsForApplicant = ({ steps, agreementState }: { steps: readonly { step: string; state: string; actor: string | null }[]; agreementState: string | null }): boolean =>
  agreementState === 'issued' && steps.some(({ step, state, actor }) => step === 'astSigned' && state === 'next' && actor === 'Applicant')
