const key = (user: number, organisation: number) => `lintel-landlord-later-${String(user)}-${String(organisation)}`

/** Stores whether a member put the question off on this device. */
export const landlordCard = {
  isLater: (user: number, organisation: number): boolean => localStorage.getItem(key(user, organisation)) !== null,
  putOff: (user: number, organisation: number): void => localStorage.setItem(key(user, organisation), '1'),
}
