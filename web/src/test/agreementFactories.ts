import type { Agreement, AgreementTerms, GuaranteeDeed, Signer } from '@/api/agreements'

/** A signer who has not been asked yet. */
export function aSigner(changes: Partial<Signer> = {}): Signer {
  return {
    id: 1,
    party: 'tenant',
    name: 'Tom Hargreaves',
    email: 'tom.hargreaves@mail.example',
    maySign: false,
    sentAt: null,
    openedAt: null,
    signedAt: null,
    declinedAt: null,
    declineReason: null,
    isCaller: false,
    ownNames: [],
    ...changes,
  }
}

/** The terms of the design's pictures. */
export function someTerms(changes: Partial<AgreementTerms> = {}): AgreementTerms {
  return {
    landlordName: 'Helen Okafor',
    jointLandlords: [],
    landlordIsCompany: false,
    landlordCompanyNumber: null,
    landlordTradingAs: 'Okafor Lettings',
    landlordAddress: '4 Queen Charlotte Court, Bristol BS1 4HE',
    startDate: '2026-12-01',
    monthlyRent: '610.00',
    rentTerms: { period: 'monthly', dueDay: 1, firstDay: '2026-12-01', proRata: 'days-of-year', periodRent: '610.00' },
    deposit: '700.00',
    bills: ['council-tax', 'electricity', 'gas', 'water', 'tv-licence', 'communications'].map((bill) => ({ bill, payer: 'included' as const, monthlyAmount: null, note: null })),
    agreedPets: null,
    adaptations: null,
    clauses: [],
    guarantorSigns: true,
    paymentDetails: null,
    guaranteeLimit: null,
    guaranteedRentLimit: null,
    ...changes,
  }
}

/** An agreement that waits for the tenant. */
export function anAgreement(changes: Partial<Agreement> = {}): Agreement {
  return {
    id: 7,
    applicationId: 41,
    tenantId: null,
    state: 'issued',
    nation: 'England',
    terms: someTerms(),
    documentHash: `9f2c71d0${'0'.repeat(52)}e41b`,
    pages: 6,
    signedDocumentHash: null,
    evidenceHash: 'a'.repeat(64),
    signers: [
      aSigner({ maySign: true, sentAt: '2026-11-24T10:00:00Z' }),
      aSigner({ id: 2, party: 'guarantor', name: 'Judith Hargreaves', email: 'judith@mail.example' }),
      aSigner({ id: 3, party: 'landlord', name: 'Helen Okafor', email: null }),
    ],
    propertyAddress: 'Room 4, Ashmead House, 212 Ashmead Road, Bristol BS6 7QD',
    reason: null,
    edition: '2026-05-01',
    createdAt: '2026-11-24T10:00:00Z',
    completedAt: null,
    version: 1,
    deeds: [],
    ...changes,
  }
}

/** The deed of the design's picture. */
export function aDeed(changes: Partial<GuaranteeDeed> = {}): GuaranteeDeed {
  return {
    id: 4,
    signerId: 2,
    guarantorAddress: '31 Sedgefield Rise, Exeter EX4 2NQ',
    tenantNames: ['Tom Hargreaves'],
    highestAmount: '7320.00',
    coveredRent: '671.00',
    documentHash: 'd'.repeat(64),
    pages: 2,
    signedDocumentHash: null,
    evidenceHash: 'b'.repeat(64),
    witness: null,
    signedAt: null,
    state: 'waiting',
    endDate: null,
    endReason: null,
    ...changes,
  }
}

/** The same as one of its signers sees it. */
export function anAgreementFor(party: Signer['party'], changes: Partial<Agreement> = {}): Agreement {
  const agreement = anAgreement(changes)
  return { ...agreement, signers: agreement.signers.map((signer) => ({ ...signer, isCaller: signer.party === party })) }
}
