import type { ContractorJob, Job, Work } from '@/api/jobs'

/** A job as its contractor sees it, of the design's pictures. */
export function aWork(changes: Partial<Work> = {}): Work {
  return {
    title: 'No hot water or heating',
    description: 'The boiler shows F.28 and goes off after a few seconds.',
    category: 'Heating & hot water',
    priority: 'High',
    emergency: false,
    reportedAt: '2026-11-19T18:12:00Z',
    propertyAddress: '212 Ashmead Road, Bristol',
    propertyPostcode: 'BS6 7QD',
    roomNumber: '3',
    access: 'Tenant lets you in, or key safe',
    hasKeyCode: true,
    keyCode: null,
    tenantName: 'Aoife Brennan',
    tenantPhone: '07700 900337',
    askedTime: { jobDate: '2999-11-21', startTime: '09:30', endTime: '11:30' },
    proposedTime: null,
    agreedTime: null,
    answerBy: '2999-11-20T21:00:00Z',
    costLimit: '250.00',
    proposalsLeft: 3,
    files: [],
    doneAt: null,
    closesAt: null,
    report: null,
    invoiceTotal: null,
    invoiceNumber: null,
    ...changes,
  }
}

/** The page of a job's link. */
export function aContractorJob(changes: Partial<ContractorJob> = {}, work: Partial<Work> = {}): ContractorJob {
  return {
    number: 118,
    state: 'offered',
    organisationName: 'Okafor Lettings',
    contractorName: 'Severnside Heating Ltd',
    landlord: { name: 'Okafor Lettings', contactName: 'Helen Okafor', phone: '0117 496 0140', email: null, noticeAddress: null },
    work: aWork(work),
    ...changes,
  }
}

/** A job as the landlord sees it. */
export function aJob(changes: Partial<Job> = {}): Job {
  return {
    state: 'offered',
    contractorId: 4,
    contractorName: 'Severnside Heating Ltd',
    askedTime: { jobDate: '2999-11-21', startTime: '09:30', endTime: '11:30' },
    proposedTime: null,
    agreedTime: null,
    answerBy: '2999-11-20T21:00:00Z',
    costLimit: '250.00',
    access: null,
    keyCode: null,
    tenantContact: true,
    tenantAgreed: false,
    message: null,
    offeredAt: '2026-11-20T10:00:00Z',
    answeredAt: null,
    doneAt: null,
    report: null,
    invoiceTotal: null,
    invoiceNumber: null,
    ...changes,
  }
}
