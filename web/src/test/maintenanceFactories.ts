import type { Contractor } from '@/api/contractors'
import type { Attachment, Comment, MaintenanceRequest } from '@/api/maintenance'

/** A repair that is worked on, of the design's pictures. */
export function aRequest(changes: Partial<MaintenanceRequest> = {}): MaintenanceRequest {
  return {
    id: 118,
    propertyId: 12,
    propertyName: 'Ashmead House',
    propertyAddress: '212 Ashmead Road, Bristol BS6 7QD',
    roomNumber: '3',
    tenantId: 5,
    tenantName: 'Aoife Brennan',
    tenantPhone: '07700 900337',
    title: 'No hot water or heating',
    description: 'The boiler shows F.28 and goes off after a few seconds.',
    category: 'Heating & hot water',
    priority: 'High',
    emergency: false,
    advice: null,
    status: 'In Progress',
    entryPermitted: true,
    noHeatingOrHotWater: null,
    waterComingIn: null,
    personAtRisk: null,
    reportedAt: '2026-11-19T18:12:00Z',
    createdAt: '2026-11-19T18:12:00Z',
    reportedByUserId: 9,
    assigneeUserId: null,
    contractorId: null,
    contractorName: null,
    contractorPhone: null,
    visit: null,
    respondBy: '2026-11-24T17:30:00Z',
    firstResponseAt: '2026-11-19T18:55:00Z',
    fixBy: '2999-11-24T17:30:00Z',
    targetState: 'onTime',
    costTotal: '0.00',
    completedAt: null,
    confirmedAt: null,
    inspectionId: null,
    attachments: [],
    files: [],
    commentCount: 0,
    updatedAt: '2026-11-19T18:55:00Z',
    version: 6,
    readOnly: false,
    costs: [],
    history: [{ kind: 'reported', at: '2026-11-19T18:12:00Z', actor: 'Tenant', userId: 9, from: null, to: null }],
    ...changes,
  }
}

/** A photo of a request. */
export function aPhoto(changes: Partial<Attachment> = {}): Attachment {
  return {
    id: 31,
    kind: 'photo',
    fileName: 'boiler.png',
    mediaType: 'image/png',
    sizeBytes: 4821,
    addedBy: 'Tenant',
    commentId: null,
    createdAt: '2026-11-19T18:12:00Z',
    ...changes,
  }
}

/** Returns a tenant's comment. */
export function aComment(changes: Partial<Comment> = {}): Comment {
  return {
    id: 71,
    text: 'Nobody is ill. The heaters would help, thank you.',
    author: 'Tenant',
    userId: 9,
    authorName: 'Aoife Brennan',
    attachments: [],
    createdAt: '2026-11-19T19:20:00Z',
    ...changes,
  }
}

/** Somebody who repairs boilers. */
export function aContractor(changes: Partial<Contractor> = {}): Contractor {
  return {
    id: 4,
    name: 'Severnside Heating Ltd',
    trade: 'Gas engineer',
    phone: '0117 496 0155',
    email: 'jobs@severnside.example',
    registration: 'Gas Safe 512904',
    notes: null,
    openRequests: 0,
    updatedAt: '2026-11-19T18:50:00Z',
    version: 2,
    ...changes,
  }
}

/** The figures of the cards; nothing is urgent unless said. */
export function someRequestFigures(changes: Partial<Record<'total' | 'open' | 'inProgress' | 'completed' | 'cancelled' | 'urgent' | 'late', number>> = {}) {
  return { total: 41, open: 4, inProgress: 4, completed: 31, cancelled: 2, urgent: 0, late: 0, costThisYear: '4118.00', ...changes }
}
