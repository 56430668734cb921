import type { ViewerPage, Viewing } from '@/api/viewings'

/** A viewing that is to take place. */
export function aViewing(changes: Partial<Viewing> = {}): Viewing {
  return {
    id: 61,
    propertyId: 12,
    property: { name: 'Ashmead House', address: '212 Ashmead Road, Bristol', postcode: 'BS6 7QD' },
    roomNumber: '4',
    viewerName: 'Priyanka Shah',
    viewerEmail: 'priyanka.shah@mail.example',
    viewerPhone: '07700 900812',
    viewingDate: '2999-11-20',
    viewingTime: '14:00',
    startsAt: '2999-11-20T14:00:00Z',
    endsAt: '2999-11-20T14:30:00Z',
    status: 'Scheduled',
    notes: null,
    noteForViewer: null,
    hostUserId: 7,
    viewerAnswer: null,
    answeredAt: null,
    requestedDate: null,
    requestedTime: null,
    viewerMessage: null,
    occupied: false,
    noticeAt: null,
    clashes: [],
    inspectionClashes: [],
    homeLeft: false,
    createdAt: '2026-11-18T10:00:00Z',
    updatedAt: '2026-11-18T10:00:00Z',
    version: 4,
    ...changes,
  }
}

/** The same as its viewer may see it. */
export function aViewerPage(changes: Partial<ViewerPage> = {}): ViewerPage {
  return {
    organisationName: "Helen Okafor's portfolio",
    propertyAddress: '212 Ashmead Road, Bristol',
    propertyPostcode: 'BS6 7QD',
    roomNumber: '4',
    viewerName: 'Priyanka Shah',
    viewingDate: '2999-11-20',
    viewingTime: '14:00',
    startsAt: '2999-11-20T14:00:00Z',
    endsAt: '2999-11-20T14:30:00Z',
    status: 'Scheduled',
    viewerAnswer: null,
    requestedDate: null,
    requestedTime: null,
    note: null,
    landlord: null,
    ...changes,
  }
}
