/** What the specification lets people choose from, and how applications are numbered; several features share it. */

/** How far an application is, in the order of the steps; Rejected is off the path (docs/reference/screens/applications.md S2 4). */
export const applicationStatuses = ['Submitted', 'Documents Required', 'Background Check', 'Reference Check', 'Approved', 'Rejected'] as const

/** A status of the specification. */
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** The five steps of the path. */
export const applicationSteps = applicationStatuses.filter((status) => status !== 'Rejected')

/** How an applicant works. */
export const employmentStatuses = {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  contract: 'Contract',
  'self-employed': 'Self-employed',
  student: 'Student',
  other: 'Other',
} as const

/** How an applicant names the guarantor's relationship. */
export const applicantRelationships = {
  parent: 'Parent',
  sibling: 'Sibling',
  spouse: 'Spouse',
  friend: 'Friend',
  relative: 'Relative',
  other: 'Other',
} as const

/** How a guarantor names the relationship. */
export const guarantorRelationships = { parent: 'Parent', family: 'Family', friend: 'Friend', partner: 'Partner', other: 'Other' } as const

/** How somebody is employed. */
export const employmentTypes = { 'full-time': 'Full-time', 'part-time': 'Part-time', contract: 'Contract', temporary: 'Temporary' } as const

/** How an employment may end. */
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

/** What a word of the contract is called; the word itself where this version does not know it. */
export const nameOf = (names: Readonly<Record<string, string>>, word: string | null): string => (word === null ? '' : (names[word] ?? word))

/** `#0041` (docs/reference/screens/applications.md S2 9). */
export const applicationNumber = (id: number): string => `#${String(id).padStart(4, '0')}`

/** What a document may be, as an `accept`. */
export const documentAccept = 'application/pdf,image/png,image/jpeg,image/webp,image/gif'

/** Names of rooms begin with the word, unless they have it already. */
export const roomName = (number: string): string => (/^room\b/i.test(number) ? number : `Room ${number}`)

/** `Ashmead House, Room 4`. */
export function homeName({ propertyName, roomNumber }: { propertyName: string; roomNumber: string | null }): string {
  return roomNumber === null ? propertyName : `${propertyName}, ${roomName(roomNumber)}`
}
