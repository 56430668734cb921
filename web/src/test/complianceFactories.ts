import type { Schema } from '@/api/client'

/** A certificate that is in date for long. */
export function aCertificate(changes: Partial<Schema<'Certificate'>> = {}): Schema<'Certificate'> {
  return {
    id: 301,
    propertyId: 42,
    propertyName: 'Linden Avenue',
    propertyAddress: '88 Linden Avenue, Manchester M21 9QJ',
    certificateType: 'Gas Safety',
    issueDate: '2026-06-01',
    expiryDate: '2027-06-01',
    certificateUrl: null,
    notes: null,
    state: 'Valid',
    daysRemaining: 193,
    supersededBy: null,
    changedByUserId: 7,
    createdAt: '2026-06-01T10:00:00Z',
    updatedAt: '2026-06-01T10:00:00Z',
    version: 1,
    ...changes,
  }
}

/** An inspection that is to come. */
export function anInspection(changes: Partial<Schema<'Inspection'>> = {}): Schema<'Inspection'> {
  return {
    id: 501,
    propertyId: 42,
    propertyName: 'Linden Avenue',
    propertyAddress: '88 Linden Avenue, Manchester M21 9QJ',
    inspectionDate: '2026-11-23',
    inspectionTime: '10:00',
    status: 'Scheduled',
    notes: null,
    issuesFound: null,
    actionRequired: null,
    completedAt: null,
    mediaFiles: [],
    daysOverdue: null,
    automatic: false,
    changedByUserId: 7,
    createdAt: '2026-06-01T10:00:00Z',
    updatedAt: '2026-06-01T10:00:00Z',
    version: 1,
    ...changes,
  }
}

/** Returns the number of duties in each state: none, unless said. */
export const someCounts = (changes: Partial<Schema<'DutyCounts'>> = {}): Schema<'DutyCounts'> => ({ missing: 0, expired: 0, due: 0, valid: 0, notRequired: 0, ...changes })

/** A duty that is met, unless said. */
export function aDuty(duty: Schema<'Duty'>, changes: Partial<Schema<'HomeDuty'>> = {}): Schema<'HomeDuty'> {
  return {
    duty,
    state: 'Valid',
    reason: 'In date',
    shortReason: null,
    rule: 'Every let home',
    ruleSource: 'An Act',
    ruleDoubt: null,
    unknownFact: null,
    validUntil: '2031-03-12',
    tested: null,
    daysRemaining: 1563,
    certificateId: 301,
    exemption: null,
    tenancyStart: null,
    ...changes,
  }
}

/** A home with these duties. */
export function aHome(name: string, propertyId: number, duties: Schema<'HomeDuty'>[]): Schema<'HomeDuties'> {
  return { propertyId, name, address: `1 ${name}, Stroud`, postcode: 'GL5 3QU', propertyType: 'House', nation: 'England', duties }
}

/** A page of homes with the totals that follow from them. */
export function aPageOfHomes(homes: Schema<'HomeDuties'>[], changes: Partial<Schema<'HomeDutyPage'>> = {}): Schema<'HomeDutyPage'> {
  const countsOf = (duties: Schema<'HomeDuty'>[]) => {
    const of = (state: Schema<'HomeDutyState'>) => duties.filter((one) => one.state === state).length
    return { missing: of('Missing'), expired: of('Expired'), due: of('Due'), valid: of('Valid'), notRequired: of('NotRequired') }
  }
  const all = homes.flatMap(({ duties }) => duties)
  const names = [...new Set(all.map(({ duty }) => duty))]
  const busy = homes.filter(({ duties }) => duties.some(({ state }) => ['Missing', 'Expired', 'Due'].includes(state)))
  return {
    homes,
    nextPageToken: null,
    matchCount: homes.length,
    homeCount: homes.length,
    toDoHomeCount: busy.length,
    totals: countsOf(all),
    columns: names.map((duty) => ({ duty, counts: countsOf(all.filter((one) => one.duty === duty)), nextDate: null })),
    nextDate: null,
    unknownFacts: [],
    inDateNames: homes.filter((home) => !busy.includes(home)).map(({ name }) => name).slice(0, 2),
    ...changes,
  }
}

/** Nothing urgent, and nothing to come, unless said. */
export function aSummary(changes: Partial<Schema<'ComplianceSummary'>> = {}): Schema<'ComplianceSummary'> {
  const none = { count: 0, items: [] }
  const nations = { nationToConfirmCount: 0, firstNationToConfirmPropertyId: null }
  return { urgentCount: 0, expired: none, expiringSoon: none, renewalDue: none, overdueInspections: none, upcomingInspections: [], unrecorded: [], duties: someCounts(), dutiesToDo: [], ...nations, ...changes }
}

/** The summary of the design's pictures: seven urgent things. */
export function anUrgentSummary(): Schema<'ComplianceSummary'> {
  const certificate = (id: number, certificateType: Schema<'CertificateType'>, propertyName: string, daysRemaining: number) =>
    aCertificate({ id, certificateType, propertyName, daysRemaining })
  const overdue = (id: number, propertyId: number, propertyName: string, daysOverdue: number) => anInspection({ id, propertyId, propertyName, daysOverdue })
  const names = ['Linden Avenue', 'Wharf Lane', 'Forest House', 'Keelman’s Walk', 'Marlowe Court']
  return aSummary({
    urgentCount: 7,
    expired: { count: 2, items: [certificate(1, 'EICR', 'Mercer Row', -11), certificate(2, 'Gas Safety', 'Ashmead House', -1)] },
    expiringSoon: { count: 3, items: [certificate(3, 'EPC', 'Corn Exchange Lofts', 0), certificate(4, 'Gas Safety', 'Victoria Terrace', 3)] },
    renewalDue: { count: 4, items: [certificate(5, 'PAT', 'Forest House', 12), certificate(6, 'EICR', 'Wharf Lane', 29)] },
    overdueInspections: { count: 2, items: [overdue(1, 5, 'The Old Bakery', 12), overdue(2, 11, 'Priory Gardens', 3)] },
    upcomingInspections: names.map((propertyName, index) => anInspection({ id: 10 + index, propertyName, inspectionDate: `2026-11-${String(23 + index)}` })),
  })
}
