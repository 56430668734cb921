import { count } from './format'

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
} as const
