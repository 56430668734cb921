import type { Role, User } from '@/api/account'
import type { Analytics, Property } from '@/api/properties'
import type { Schema } from '@/api/client'

/** Somebody invented. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: 7,
    name: 'Helen Okafor',
    email: 'helen@okaforlettings.example',
    role: 'Landlord',
    isVerified: true,
    phone: null,
    createdAt: '2026-11-20T09:00:00Z',
    organisation: { id: 3, name: 'Okafor Lettings', grade: 'Owner' },
    ...changes,
  }
}

/** The same person with another role, and without a portfolio of their own. */
export function aUserWith(role: Role): User {
  return aUser(role === 'Landlord' ? {} : { role, organisation: null })
}

/** Settings with the defaults of spec 1 section 9. */
export function someSettings(changes: Partial<Schema<'UserSettings'>> = {}): Schema<'UserSettings'> {
  return {
    userId: 7,
    firstName: 'Helen',
    lastName: 'Okafor',
    email: 'helen@okaforlettings.example',
    phone: '',
    company: '',
    emailNotifications: true,
    smsNotifications: true,
    pushNotifications: false,
    maintenanceAlerts: true,
    rentReminders: true,
    certificateExpiry: true,
    inspectionReminders: true,
    loginNotifications: true,
    maintenanceAutoAssign: false,
    autoRentCalculation: true,
    dataBackup: true,
    twoFactorAuth: false,
    passwordChangeRequired: false,
    defaultInspectionFrequency: '6',
    defaultReminderDays: '14',
    currency: 'GBP',
    dateFormat: 'DD/MM/YYYY',
    sessionTimeout: '30',
    updatedAt: null,
    version: 1,
    ...changes,
  }
}

/** A property that stands alone. */
export function aProperty(changes: Partial<Property> = {}): Property {
  return {
    id: 42,
    name: 'Linden Avenue',
    address: '88 Linden Avenue, Manchester',
    postcode: 'M21 9QJ',
    propertyType: 'House',
    bedrooms: 4,
    bathrooms: 2,
    size: null,
    monthlyRent: '1475.00',
    purchaseYear: null,
    purchaseDate: null,
    purchasePrice: '238000.00',
    currentValue: '265000.00',
    status: 'Occupied',
    photos: [],
    hmoRooms: null,
    hmoRoomRentals: null,
    hmoRoomOccupancy: null,
    hmoUtilities: null,
    hmoTvLicence: null,
    hmoCouncilTax: null,
    hmoWater: null,
    hmoCleaningFees: null,
    leaseYearsRemaining: null,
    currentLeaseYearsRemaining: null,
    leaseLastUpdated: null,
    serviceCharge: null,
    groundRent: null,
    mortgageCompany: null,
    mortgageReference: null,
    mortgageContact: null,
    mortgageType: null,
    amountBorrowed: null,
    outstandingBalance: null,
    interestRate: null,
    monthlyMortgagePayment: null,
    fixedTermEndDate: null,
    insuranceCompany: null,
    insuranceReference: null,
    insuranceAmount: null,
    insuranceRenewalDate: null,
    insuranceType: null,
    monthlyProfit: '1475.00',
    annualProfit: '17700.00',
    annualYield: 7.44,
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    version: 1,
    ...changes,
  }
}

/** The figures of a small portfolio. */
export function someAnalytics(changes: Partial<Analytics> = {}): Analytics {
  return {
    monthlyNetProfit: '10427.00',
    monthlyIncome: '19370.00',
    letIncome: '16640.00',
    totalValue: '3339000.00',
    totalPurchasePrice: '2589950.00',
    activeProperties: 12,
    occupiedProperties: 10,
    occupancyRate: 83.3,
    lettableUnits: 21,
    occupiedUnits: 17,
    ...changes,
  }
}

/** An access token as the browser reads it; its signature is worth nothing. */
export function aToken({ subject = '7', lifetime = 900 }: { subject?: string; lifetime?: number } = {}): string {
  const part = (json: object) => btoa(JSON.stringify(json)).replace(/=+$/, '')
  const expires = Math.floor(Date.now() / 1000) + lifetime
  return [part({ alg: 'EdDSA' }), part({ sub: subject, exp: expires, jti: Math.random() }), 'signature'].join('.')
}
