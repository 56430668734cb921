import type { Role, User } from '@/api/account'
import type { SaleAnalytics, SoldProperty } from '@/api/sales'
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

/** Settings with the defaults of docs/reference/screens/settings.md S1 9. */
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
    digest: 'off',
    quietHours: false,
    quietFrom: '22:00',
    quietUntil: '07:00',
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
    askingRent: '1475.00',
    purchaseYear: null,
    purchaseDate: null,
    purchasePrice: '238000.00',
    currentValue: '265000.00',
    status: 'Occupied',
    responsibleUserId: 7,
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
    monthlyCosts: '0.00',
    runningCosts: '0.00',
    monthlyInsurance: null,
    annualProjection: null,
    mortgagePaidOffPercent: null,
    fixedTermDaysRemaining: null,
    fixedTermState: null,
    insuranceDaysRemaining: null,
    insuranceRenewalState: null,
    valueChange: '27000.00',
    ltvPercent: null,
    rooms: [],
    occupiedRooms: 0,
    tenancyActive: false,
    nation: 'England',
    nationToConfirm: false,
    otherNation: null,
    gas: null,
    furnishing: null,
    shared: null,
    storeys: null,
    mostResidents: null,
    licensingArea: null,
    duties: null,
    roomsConfigured: false,
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    version: 1,
    ...changes,
  }
}

/** Returns the figures of a property. */
export function someFigures(changes: Partial<Schema<'PropertyPreview'>> = {}): Schema<'PropertyPreview'> {
  return { monthlyProfit: '1475.00', annualProfit: '17700.00', monthlyCosts: '0.00', annualYield: 7.44, ...changes }
}

/** The figures of a small portfolio. */
export function someAnalytics(changes: Partial<Analytics> = {}): Analytics {
  return {
    monthlyNetProfit: '10427.00',
    monthlyIncome: '19370.00',
    letIncome: '16640.00',
    costedProperties: 12,
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

/** The last two months of that portfolio. */
export function someMonths(): Schema<'PortfolioMonth'>[] {
  const november = { month: '2026-11', income: '19370.00', costs: '8943.00', profit: '10427.00', totalValue: '3339000.00' }
  const october = { month: '2026-10', income: '19180.00', costs: '9004.50', profit: '10175.50', totalValue: '3277500.00' }
  return [
    { ...october, month: '2026-09', properties: 11, occupiedProperties: 9, occupancyRate: 81.8 },
    { ...october, properties: 11, occupiedProperties: 9, occupancyRate: 81.8 },
    { ...november, properties: 12, occupiedProperties: 10, occupancyRate: 83.3 },
  ]
}

/** An access token as the browser reads it; its signature is worth nothing. */
export function aToken({ subject = '7', session = 'f1', organisation = 3, role = 'Landlord', lifetime = 900 }: Partial<Record<'subject' | 'session' | 'role', string> & Record<'organisation' | 'lifetime', number>> = {}): string {
  const part = (json: object) => btoa(JSON.stringify(json)).replace(/=+$/, '')
  const expires = Math.floor(Date.now() / 1000) + lifetime
  return [part({ alg: 'EdDSA' }), part({ sub: subject, sid: session, org: organisation, role, exp: expires, jti: Math.random() }), 'signature'].join('.')
}

/** The shared house of the design's pictures: six rooms, five of them let, interest only. */
export function aSharedHouse(changes: Partial<Property> = {}): Property {
  const rents = ['575.00', '590.00', '560.00', '610.00', '595.00', '580.00']
  return aProperty({
    id: 12,
    name: 'Ashmead House',
    address: '212 Ashmead Road, Bristol',
    postcode: 'BS6 7QD',
    propertyType: 'HMO',
    status: 'Partially Occupied',
    bedrooms: 6,
    bathrooms: 3,
    size: '168 m²',
    purchaseYear: 2017,
    purchasePrice: '374000.00',
    currentValue: '515000.00',
    valueChange: '141000.00',
    annualYield: 11.26,
    monthlyRent: '3510.00',
    askingRent: '3510.00',
    hmoRooms: 6,
    roomsConfigured: true,
    occupiedRooms: 5,
    rooms: rents.map((monthlyRent, index) => ({
      id: index + 1,
      name: `Room ${index + 1}`,
      roomNumber: String(index + 1),
      monthlyRent,
      askingRent: monthlyRent,
      isOccupied: index !== 3,
    })),
    hmoUtilities: '310.00',
    hmoTvLicence: '13.25',
    hmoCouncilTax: '214.00',
    hmoWater: '68.00',
    hmoCleaningFees: '120.00',
    runningCosts: '725.25',
    monthlyCosts: '1925.29',
    monthlyInsurance: '57.00',
    monthlyProfit: '1584.71',
    annualProfit: '19016.52',
    annualProjection: '19016.52',
    mortgageCompany: 'Severn & Wye Building Society',
    mortgageReference: 'SW-40713882',
    mortgageType: 'Interest Only',
    interestRate: 4.89,
    outstandingBalance: '280500.00',
    monthlyMortgagePayment: '1143.04',
    fixedTermEndDate: '2027-04-14',
    fixedTermDaysRemaining: 145,
    fixedTermState: 'Warning',
    insuranceCompany: 'Alder Mutual',
    insuranceType: 'Landlord buildings',
    insuranceAmount: '684.00',
    insuranceRenewalDate: '2027-06-02',
    insuranceDaysRemaining: 194,
    insuranceRenewalState: 'Success',
    ...changes,
  })
}

/** A sale of the design's pictures. */
export function aSale(changes: Partial<SoldProperty> = {}): SoldProperty {
  return {
    id: 7,
    originalPropertyId: 42,
    name: 'Chandos Street',
    address: '26 Chandos Street, Leicester',
    postcode: 'LE2 1QL',
    propertyType: 'House',
    saleDate: '2026-08-14',
    purchaseDate: '2017-07-10',
    purchaseYear: 2017,
    purchasePrice: '164000.00',
    salePrice: '268500.00',
    deposit: '41000.00',
    stampDuty: '3280.00',
    legalFeesPurchase: '1320.00',
    refurbCosts: '20400.00',
    feesToSell: '4800.00',
    totalCosts: '29800.00',
    totalInvestment: '189000.00',
    proceeds: '263700.00',
    grossProfit: '104500.00',
    netProfit: '74700.00',
    profitPercentage: 39.5,
    annualizedReturn: 3.7,
    holdingPeriodYears: 9.1,
    notes: 'Sold to the neighbour.',
    photos: [],
    createdAt: '2026-08-14T10:00:00Z',
    version: 1,
    ...changes,
  }
}

/** The sums over the sales of the pictures. */
export function someSoldAnalytics(changes: Partial<SaleAnalytics> = {}): SaleAnalytics {
  return {
    soldProperties: [],
    totalSales: '1409750.00',
    soldCount: 6,
    shortestHoldingPeriod: 3.2,
    longestHoldingPeriod: 9.1,
    totalPurchasePrice: '1065450.00',
    totalCosts: '157558.00',
    totalGrossProfit: '344300.00',
    totalNetProfit: '186742.00',
    averageHoldingPeriod: 5.9,
    averageAnnualReturn: 1.6,
    ...changes,
  }
}
