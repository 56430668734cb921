import type { Application, Reference } from '@/api/applications'
import type { Schema } from '@/api/client'
import type { MoveInStep } from '@/lib/agreements'

/** A reference whose link was sent. */
export function aReference(changes: Partial<Reference> = {}): Reference {
  return {
    kind: 'guarantor',
    state: 'requested',
    email: 'judith@mail.example',
    sentAt: '2026-11-12T18:22:00Z',
    expiresAt: '2026-11-26T18:22:00Z',
    answeredAt: null,
    declineReason: null,
    waiveReason: null,
    guarantorForm: null,
    employerForm: null,
    signature: null,
    ...changes,
  }
}

/** A document that was received. */
export function aDocument(changes: Partial<Schema<'Document'>> = {}): Schema<'Document'> {
  return {
    id: 21,
    type: 'passportOrId',
    title: 'Passport or ID',
    status: 'pending',
    reason: null,
    mediaType: 'application/pdf',
    sizeBytes: 48_213,
    createdAt: '2026-11-14T09:00:00Z',
    openedAt: null,
    ...changes,
  }
}

/** The six steps to moving in: an application that nobody has decided on yet, unless it is said how each stands. */
export function someSteps(changes: Record<string, Partial<MoveInStep>> = {}): MoveInStep[] {
  const usual: MoveInStep[] = [
    { step: 'employerVerified', state: 'done', actor: null, note: null },
    { step: 'guarantorVerified', state: 'next', actor: 'Guarantor', note: 'The guarantor has not answered.' },
    { step: 'landlordApproval', state: 'next', actor: 'Landlord', note: null },
    { step: 'astGenerated', state: 'waiting', actor: 'Landlord', note: null },
    { step: 'astSigned', state: 'waiting', actor: 'Applicant', note: null },
    { step: 'moveInCompleted', state: 'waiting', actor: 'Landlord', note: null },
  ]
  return usual.map((step) => ({ ...step, ...changes[step.step] }))
}

/** The application of the design's pictures. */
export function anApplication(changes: Partial<Application> = {}): Application {
  return {
    id: 41,
    tenantId: null,
    propertyId: 12,
    propertyName: 'Ashmead House',
    propertyAddress: '212 Ashmead Road, Bristol BS6 7QD',
    propertyType: 'HMO',
    roomId: 4,
    roomNumber: '4',
    homeRent: '610.00',
    tenantName: 'Tom Hargreaves',
    email: 'tom.hargreaves@mail.example',
    phone: '020 7946 0184',
    address: 'Flat 2, 19 Sedgefield Road, Bristol BS3 4QT',
    dateOfBirth: null,
    nationality: null,
    employmentStatus: 'full-time',
    employerName: 'Severn Analytics Ltd',
    employerPhone: '0117 496 0182',
    employerEmail: 'people@severnanalytics.example',
    position: 'Data analyst',
    monthlyIncome: '2150.00',
    guarantorName: 'Judith Hargreaves',
    guarantorPhone: '020 7946 0734',
    guarantorEmail: 'judith@mail.example',
    guarantorRelationship: 'parent',
    moveInDate: '2026-12-01',
    additionalNotes: 'I have a bicycle.',
    status: 'Reference Check',
    currentStep: 4,
    progress: 80,
    landlordNotes: null,
    rejectionReason: null,
    approvedAt: null,
    withdrawnAt: null,
    requestedDocuments: [],
    timeline: [
      { event: 'submitted', timestamp: '2026-11-12T18:22:00Z', description: 'Application submitted', actor: 'Applicant' },
      { event: 'status-changed', timestamp: '2026-11-17T11:05:00Z', description: 'Reference Check', actor: 'Landlord' },
    ],
    documents: [aDocument()],
    guarantor: aReference(),
    employer: aReference({ kind: 'employer', state: 'given', email: 'people@severnanalytics.example', answeredAt: '2026-11-18T16:40:00Z' }),
    guarantorVerified: false,
    employerVerified: true,
    steps: someSteps(),
    nation: 'England',
    agreementState: null,
    checks: { employerVerified: true, guarantorVerified: false, landlordApproval: false, astGenerated: false, astSigned: false, moveInCompleted: false },
    affordability: {
      annualIncome: '25800.00',
      neededIncome: '18300.00',
      incomeMultiple: '42.2',
      guarantorIncome: null,
      guarantorNeededIncome: '21960.00',
      guarantorMultiple: null,
    },
    notices: [],
    version: 3,
    createdAt: '2026-11-12T18:22:00Z',
    updatedAt: '2026-11-17T11:05:00Z',
    ...changes,
  }
}

/** The homes of an invitation: a shared house with two rooms free, and a flat. */
export function anInvite(changes: Partial<Schema<'OpenInvite'>> = {}): Schema<'OpenInvite'> {
  return {
    organisationName: 'Okafor Lettings',
    propertyId: 12,
    roomId: 4,
    offer: null,
    properties: [
      {
        id: 12,
        name: 'Ashmead House',
        address: '212 Ashmead Road, Bristol',
        postcode: 'BS6 7QD',
        propertyType: 'HMO',
        monthlyRent: '3510.00',
        facts: null,
        rooms: [
          { id: 4, roomNumber: '4', monthlyRent: '610.00', isOccupied: false, isInvited: true },
          { id: 6, roomNumber: '6', monthlyRent: '585.00', isOccupied: false, isInvited: false },
        ],
        isInvited: true,
      },
      { id: 9, name: 'Meadow Court', address: 'Flat 9, Meadow Court, Leeds', postcode: 'LS4 2RH', propertyType: 'Flat', monthlyRent: '895.00', rooms: [], isInvited: false, facts: null },
    ],
    ...changes,
  }
}

/** A half-filled form. */
export function aDraft(changes: Partial<Schema<'Draft'>> = {}): Schema<'Draft'> {
  return {
    name: 'Tom Hargreaves',
    email: 'tom.hargreaves@mail.example',
    phone: '020 7946 0184',
    address: 'Flat 2, 19 Sedgefield Road, Bristol',
    propertyId: 12,
    roomNumber: '6',
    employmentStatus: null,
    employerName: null,
    employerPhone: null,
    employerEmail: null,
    position: null,
    monthlyIncome: null,
    guarantorName: null,
    guarantorPhone: null,
    guarantorEmail: null,
    guarantorRelationship: null,
    moveInDate: null,
    additionalNotes: null,
    step: 3,
    version: 5,
    ...changes,
  }
}
