/** The choices of the specification, and the numbers of applications; several features share them. */

/** The statuses of an application, in the order of the steps; Rejected is off the path (docs/reference/screens/applications.md S2 4). */
export const applicationStatuses = ['Submitted', 'Documents Required', 'Background Check', 'Reference Check', 'Approved', 'Rejected'] as const

/** A status of the specification. */
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** The five steps of the path. */
export const applicationSteps = applicationStatuses.filter((status) => status !== 'Rejected')

/** The employment statuses of an applicant. */
export const employmentStatuses = {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  contract: 'Contract',
  'self-employed': 'Self-employed',
  student: 'Student',
  other: 'Other',
} as const

/** The applicant's names for the guarantor's relationship. */
export const applicantRelationships = {
  parent: 'Parent',
  sibling: 'Sibling',
  spouse: 'Spouse',
  friend: 'Friend',
  relative: 'Relative',
  other: 'Other',
} as const

/** The guarantor's names for the relationship. */
export const guarantorRelationships = { parent: 'Parent', family: 'Family', friend: 'Friend', partner: 'Partner', other: 'Other' } as const

/** The types of employment. */
export const employmentTypes = { 'full-time': 'Full-time', 'part-time': 'Part-time', contract: 'Contract', temporary: 'Temporary' } as const

/** The types of contract, by how an employment may end. */
export const contractTypes = {
  permanent: 'Permanent',
  'fixed-term': 'Fixed-term',
  probation: 'Probation',
  'zero-hours': 'Zero-hours',
} as const

/** The kinds of document, and what people call them. */
export const documentTypes = {
  passportOrId: 'Passport or ID',
  proofOfAddress: 'Proof of address',
  rightToRent: 'Right to rent',
  bankStatements: 'Bank statements',
  employmentProof: 'Proof of employment',
  other: 'Other document',
} as const

/** A kind of document. */
export type DocumentType = keyof typeof documentTypes

/** The kinds that every application is asked for sooner or later. */
export const usualDocuments = (Object.keys(documentTypes) as DocumentType[]).filter((type) => type !== 'other')

/** Returns the name of a word of the contract; the word itself where this version does not know it. */
export const nameOf = (names: Readonly<Record<string, string>>, word: string | null): string => (word === null ? '' : (names[word] ?? word))

/** `#0041` (docs/reference/screens/applications.md S2 9). */
export const applicationNumber = (id: number): string => `#${String(id).padStart(4, '0')}`

/** The types of a document, as an `accept`. */
export const documentAccept = 'application/pdf,image/png,image/jpeg,image/webp,image/gif'

/** Names of rooms begin with the word, unless they have it already. */
export const roomName = (number: string): string => (/^room\b/i.test(number) ? number : `Room ${number}`)

/** `Ashmead House, Room 4`. */
export function homeName({ propertyName, roomNumber }: { propertyName: string; roomNumber: string | null }): string {
  return roomNumber === null ? propertyName : `${propertyName}, ${roomName(roomNumber)}`
}
