import type { Schema } from '@/api/client'
import type { Invite, NewInvite } from '@/api/invites'
import type { Portal, PortalTenancy, TenancyToConfirm } from '@/api/portal'
import type { Tenant } from '@/api/tenants'

/** Somebody who rents a whole house alone. */
export function aTenant(changes: Partial<Tenant> = {}): Tenant {
  return {
    id: 5,
    tenancyId: 3,
    propertyId: 42,
    propertyName: 'Linden Avenue',
    propertyAddress: '88 Linden Avenue, Manchester',
    propertyPostcode: 'M21 9QJ',
    roomNumber: null,
    name: 'James Adeyemi',
    email: 'james@mail.example',
    phone: '07700 900339',
    address: null,
    employmentStatus: null,
    leaseStart: '2022-04-01',
    leaseEnd: null,
    leaveDate: null,
    leaveReason: null,
    endedBy: null,
    noticeDate: null,
    leaveRecordedAt: null,
    rentAmount: '1475.00',
    tenancyRent: '1475.00',
    depositAmount: '1700.00',
    depositWarning: null,
    leaseStatus: 'Active',
    tenantsTogether: 1,
    applicationId: null,
    agreementApplicationId: null,
    balance: null,
    overdue: null,
    oldestUnpaidDue: null,
    daysInArrears: null,
    monthsOfRent: null,
    profilePhotoUrl: null,
    portalState: 'waiting',
    version: 2,
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    ...changes,
  }
}

/** The figures of the cards. */
export function someTenantFigures(changes: Partial<Schema<'TenantAnalytics'>> = {}): Schema<'TenantAnalytics'> {
  return { activeTenants: 18, upcomingTenants: 0, previousTenants: 6, totalTenants: 24, monthlyRent: '16640.00', occupiedProperties: 10, ...changes }
}

/** A link for anybody. */
export function anInvite(changes: Partial<Invite> = {}): Invite {
  return {
    id: 9,
    propertyId: 42,
    propertyName: 'Linden Avenue',
    propertyAddress: '88 Linden Avenue, Manchester',
    roomId: null,
    roomNumber: null,
    name: null,
    email: null,
    createdAt: '2026-11-20T10:00:00Z',
    expiresAt: '2027-02-18T10:00:00Z',
    lastUsedAt: null,
    applications: 0,
    offer: null,
    ...changes,
  }
}

/** The same as it was just made. */
export function aNewInvite(changes: Partial<NewInvite> = {}): NewInvite {
  return { ...anInvite(), url: 'https://lintel.example/tenant-signup?propertyId=42&invite=secret', ...changes }
}

/** The portal of a tenant in a room of a shared house. */
export function aPortal(changes: Partial<Portal> = {}): Portal {
  const tenant = aTenant({ name: 'Aoife Brennan', email: 'aoife@mail.example', phone: '07700 900337', roomNumber: '3', rentAmount: '560.00', tenancyRent: '560.00', leaseStart: '2025-06-02' })
  return {
    tenant,
    property: { id: 12, name: 'Ashmead House', address: '212 Ashmead Road, Bristol', postcode: 'BS6 7QD', propertyType: 'HMO' },
    room: { roomNumber: '3', monthlyRent: '560.00' },
    organisationName: 'Okafor Lettings',
    maintenanceRequests: [],
    openIssues: 0,
    totalRequests: 0,
    tenancies: [aPortalTenancy()],
    toConfirm: [],
    paymentDetails: null,
    deposit: null,
    household: [],
    notice: null,
    petRequests: [],
    landlord: null,
    ...changes,
  }
}

/** Returns the contact details of that landlord. */
export const aLandlordContact = (changes: Partial<NonNullable<Portal['landlord']>> = {}): NonNullable<Portal['landlord']> => ({
  name: 'Okafor Lettings',
  contactName: 'Helen Okafor',
  phone: '0117 496 0140',
  email: 'helen@okafor.example',
  noticeAddress: '4 Queen Charlotte Court\nBristol BS1 4HE',
  ...changes,
})

/** The tenancy of that portal. */
export function aPortalTenancy(changes: Partial<PortalTenancy> = {}): PortalTenancy {
  return {
    tenancyId: 3,
    tenantId: 5,
    propertyId: 12,
    propertyName: 'Ashmead House',
    propertyAddress: '212 Ashmead Road, Bristol',
    propertyPostcode: 'BS6 7QD',
    roomNumber: '3',
    organisationName: 'Okafor Lettings',
    leaseStatus: 'Active',
    leaseStart: '2025-06-02',
    leaveDate: null,
    accessEnd: null,
    gasEmergencyNumber: '0800 111 999',
    ...changes,
  }
}

/** A home that a landlord typed the account's address for. */
export function aHomeToConfirm(changes: Partial<TenancyToConfirm> = {}): TenancyToConfirm {
  return { tenancyId: 8, organisationName: 'Nobody You Know', propertyAddress: '1 Low Road, Leeds', propertyPostcode: 'LS1 1AA', ...changes }
}
