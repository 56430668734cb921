/** The address that a phone dials: digits, and the plus of a country. */
export const dialled = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
