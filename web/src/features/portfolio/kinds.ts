import type { Property } from '@/api/properties'

/** The kinds of property, in the order of the specification. */
export const propertyTypes = [
  'Flat', 'House', 'Apartment', 'Studio', 'HMO', 'Serviced Accommodation', 'Commercial',
] as const satisfies readonly Property['propertyType'][] // prettier-ignore
