import { count } from './format'

/** The furnishing of a home that is let. */
export const furnishings = { Furnished: 'Furnished', 'Part Furnished': 'Part furnished', Unfurnished: 'Unfurnished' } as const

/** The texts of choosing a home; those of the specification are exact. */
export const homeTexts = {
  property: 'Property',
  room: 'Room',
  choose: 'Choose a property',
  roomHint: 'Only rooms that are free are shown',
  freeNow: 'Free now',
  perMonth: 'per month',
  shared: (rooms: number) => `Shared house, ${count(rooms, 'room free', 'rooms free')}`,
  kind: (type: string, rent: string) => `${type}, ${rent} per month`,
  rentFor: (what: string) => `Rent for ${what}`,
  fixed: 'This is the asking rent. Nobody may ask for or accept a higher offer. Applying is free.',
  noRooms: 'No vacant rooms available',
  noRoomsText: 'All rooms in this HMO property are currently occupied.',
  propertyRequired: 'Please select a property',
  roomRequired: 'Please select a room',
  bedrooms: (number: number) => count(number, 'bedroom', 'bedrooms'),
  bathrooms: (number: number) => (number < 10 ? count(number, 'bathroom', 'bathrooms') : '10 or more bathrooms'),
  deposit: 'Deposit',
  bills: 'Bills in the rent',
  free: 'Free from',
  freeFrom: (day: string) => `Free from ${day}`,
  energyRating: 'Energy rating',
  seePhotos: (number: number) => (number === 1 ? 'See the photo' : `See ${String(number)} photos`),
} as const
